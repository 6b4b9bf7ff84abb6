// The switch 双语 / 中文 / English. The state is html[data-language], set before anything is
// drawn by the script in head.py; the style sheet hides what is not wanted. Left for this file:
// the buttons, the memory, and what no style sheet reaches (tab title, labels, tooltips).
(() => {
  const root = document.documentElement;
  const KEY = "book-language";
  const STATES = ["both", "zh", "en"];
  const DOT = " · ";
  const LABELS = [
    "title", "alt", "aria-label", "placeholder", "data-bs-title", "data-bs-original-title",
  ];
  const hasHan = (text) => /[\u3400-\u9fff]/.test(text);

  // "中文 · English" as the state wants it; any other text as it is.
  function pick(text) {
    const parts = text.split(DOT);
    const cut = parts.findIndex((part, i) => i > 0 && !parts.slice(i).some(hasHan));
    if (root.dataset.language === "both" || cut < 1 || !hasHan(parts[0])) return text;
    return (root.dataset.language === "zh" ? parts.slice(0, cut) : parts.slice(cut)).join(DOT);
  }

  const wholeTitle = document.title;
  const wholeLabels = new Map(); // a half that was written -> the pair it came from

  function followTitle() {
    document.title = wholeTitle.split(" — ").map(pick).join(" — ");
  }

  // A half is known again wherever it turns up: Bootstrap moves titles to names of its own.
  function followLabels() {
    for (const name of LABELS) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const label = element.getAttribute(name);
        const whole = label.includes(DOT) ? label : wholeLabels.get(label);
        if (!whole) continue;
        const half = pick(whole);
        wholeLabels.set(half, whole);
        if (half !== label) element.setAttribute(name, half);
      }
    }
  }

  // sphinx-copybutton keeps its words in two globals and reads them again at every click.
  const copyWords = typeof messages === "object" && typeof locale === "string" ? messages : null;
  const copyPairs = Object.entries(copyWords?.["zh-CN"] ?? {}).map(([name, zh]) => [
    name,
    zh + DOT + copyWords.en[name],
  ]);

  // The name of a button stands in its drawing, of which two globals are the originals.
  const named = (drawing, name) =>
    drawing.replace(/<title>.*?<\/title>/, () => `<title>${name}</title>`);

  function followCopyButtons() {
    if (!copyWords) return;
    for (const [name, pair] of copyPairs) copyWords[locale][name] = pick(pair);
    const { copy, copy_to_clipboard: what, copy_success: done } = copyWords[locale];
    iconCopy = named(iconCopy, what);
    iconCheck = named(iconCheck, done);
    for (const button of document.querySelectorAll(".copybtn")) {
      button.dataset.tooltip = copy;
      button.querySelector("title").textContent = what;
    }
  }

  function follow() {
    for (const button of document.querySelectorAll(".language-switch button")) {
      button.setAttribute("aria-pressed", String(button.value === root.dataset.language));
    }
    followTitle();
    followLabels();
    followCopyButtons();
  }

  function show(state) {
    if (!STATES.includes(state) || state === root.dataset.language) return;
    root.dataset.language = state;
    root.lang = state === "en" ? "en" : "zh-CN";
    follow();
    document.dispatchEvent(new CustomEvent("book:language"));
  }

  function choose(state) {
    localStorage.setItem(KEY, state); // or into what head.py put in its place
    const url = new URL(location);
    if (url.searchParams.has("lang")) {
      url.searchParams.set("lang", state);
      history.replaceState(history.state, "", url);
    }
    show(state);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".language-switch button");
    if (button) choose(button.value);
  });
  addEventListener("storage", (event) => event.key === KEY && show(event.newValue));
  follow();
  addEventListener("load", follow); // the theme makes buttons and tooltips of its own
})();
