"""Where the keyboard is on an open page, whether that is seen, and what it never reaches."""

import pytest

# The element in focus: its place in the page, what it is, and whether its ring can be seen.
FOCUS = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const colour = (text) => text.match(/[\\d.]+/g).map(Number);
  const inside = parseFloat(style.outlineOffset) < 0;
  let ground = inside ? element : element.parentElement;
  let opacity = 1;
  for (let above = element; above; above = above.parentElement)
    opacity *= getComputedStyle(above).opacity;
  while (ground && colour(getComputedStyle(ground).backgroundColor)[3] === 0)
    ground = ground.parentElement;
  return {
    number: [...document.querySelectorAll("*")].indexOf(element),
    name: `${element.tagName}.${element.className.baseVal ?? element.className}`.slice(0, 60),
    kind: [element.tagName, element.type].filter(Boolean).join(" ").toLowerCase(),
    ring: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    colours: [style.outlineColor, ground ? getComputedStyle(ground).backgroundColor : "0 0 0"]
      .map((text) => colour(text).slice(0, 3)),
    opacity,
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""
# What a mouse can use on the page as it stands. Radio buttons are one stop, at the chosen one;
# the arrow keys lead to the others.
USABLE = """() => [...document.querySelectorAll("*")]
  .map((element, number) => [element, number])
  .filter(([element]) =>
    element.matches("a[href], button, input, select, summary, [tabindex='0']")
    && element.checkVisibility({ visibilityProperty: true })
    && !(element.type === "radio" && !element.checked
      && document.querySelector(`[type="radio"][name="${CSS.escape(element.name)}"]:checked`))
    && !element.closest("dialog:not([open])"))
  .map(([element, number]) => [number, element.outerHTML.slice(0, 90)])"""


def contrast(one: list[float], other: list[float]) -> float:
    """The contrast of two colours as WCAG defines it."""

    def luminance(colour):
        parts = [part / 255 for part in colour]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def focus_faults(focus: dict) -> list[str]:
    ratio = contrast(*focus["colours"])
    wrong = []
    if focus["ring"] < 2:
        wrong.append(f"a ring of {focus['ring']} px")
    elif ratio < 3:
        wrong.append(f"a ring with a contrast of {ratio:.1f}")
    if focus["opacity"] < 1:
        wrong.append(f"opacity {focus['opacity']}")
    if not focus["seen"]:
        wrong.append("out of sight")
    return [f"{focus['name']}: {fault}" for fault in wrong]


def walk(page, limit=600) -> list[dict]:
    """Tab from the top of the page until its end."""
    stops = []
    for _ in range(limit):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:
            return stops
        stops.append(focus)
    pytest.fail(f"after {limit} Tabs the page has not ended")


def walk_faults(page) -> list[str]:
    usable = dict(page.evaluate(USABLE))
    stops = walk(page)
    wrong = [fault for stop in stops for fault in focus_faults(stop)]
    staying = usable.keys() & dict(page.evaluate(USABLE)).keys()  # one button comes and goes
    missed = staying - {stop["number"] for stop in stops}
    return wrong + [f"never reached: {usable[number]}" for number in missed]
