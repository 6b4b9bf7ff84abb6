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
