// A box that scrolls sideways can also be scrolled with the keyboard.
(function () {
  const SCROLLING = ".math > .katex-display, .bd-article pre, .output, .pst-scrollable-table-container";
  const boxes = document.querySelectorAll(SCROLLING);

  function update(box) {
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }

  const sizes = new ResizeObserver((entries) => entries.forEach((entry) => update(entry.target)));
  boxes.forEach((box) => sizes.observe(box));
})();
