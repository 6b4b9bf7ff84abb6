// A box that scrolls sideways can also be scrolled with the keyboard.
(function () {
  const SCROLLING = ".math > .katex-display, .bd-article pre, .output, .pst-scrollable-table-container";
  const boxes = document.querySelectorAll(SCROLLING);

  function update(box) {
    const scrolls = box.scrollWidth > box.clientWidth;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }

  const sizes = new ResizeObserver((entries) => entries.forEach((entry) => update(entry.target)));
  boxes.forEach((box) => sizes.observe(box));
})();

// The theme takes the focus away from its buttons when they are clicked, for the sake of their
// tooltips. Who came by keyboard would have to start anew at the top of the page.
(function () {
  const BUTTONS = ".theme-switch-button, .search-button, .primary-toggle, .secondary-toggle";
  for (const button of document.querySelectorAll(BUTTONS)) {
    button.blur = () => {
      if (!button.matches(":focus-visible")) HTMLElement.prototype.blur.call(button);
    };
  }
})();

// The contents beside the text mark the section that is being read: the last one whose heading
// has come near the top, and at the end of the page the last one.
(function () {
  const NEAR = 120; // px below the top
  const links = [...document.querySelectorAll("#page-contents a[href^='#']")];
  const entries = [...document.querySelectorAll("#page-contents .toc-entry")];
  const near = (link) => document.getElementById(link.hash.slice(1))?.getBoundingClientRect().top < NEAR;
  let marked, planned;

  function mark() {
    planned = false;
    const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const link = atEnd ? links.at(-1) : links.findLast(near);
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    marked?.classList.remove("active");
    link?.setAttribute("aria-current", "true");
    link?.classList.add("active");
    entries.forEach((entry) => entry.classList.toggle("active", entry.contains(link ?? null)));
    marked = link;
  }

  function plan() {
    if (!planned) requestAnimationFrame(mark);
    planned = true;
  }
  addEventListener("scroll", plan, { passive: true });
  new ResizeObserver(plan).observe(document.body); // also at first, and whenever the text moves
})();
