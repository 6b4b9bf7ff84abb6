// Before a page is printed: the light theme, and every fold open, since nobody can click on
// paper; afterwards all is as it was.
(function () {
  const root = document.documentElement;
  let restore = null;

  function prepare() {
    if (restore) return;
    const theme = root.dataset.theme;
    const folds = [...document.querySelectorAll("article details:not([open])")];
    root.dataset.theme = "light";
    folds.forEach((fold) => { fold.open = true; });
    restore = () => {
      root.dataset.theme = theme;
      folds.forEach((fold) => { fold.open = false; });
    };
  }

  addEventListener("beforeprint", prepare);
  addEventListener("afterprint", () => {
    restore?.();
    restore = null;
  });

  // A browser does not wait for a chart that is drawn at "beforeprint". The page's own button
  // and the usual key do; from the browser's menu, a second try has all of them.
  const print = window.print.bind(window);
  window.print = async () => {
    prepare();
    await null; // the charts have now seen the theme change
    await window.drawCharts?.();
    print();
  };
  addEventListener("keydown", (event) => {
    const plain = !event.shiftKey && !event.altKey;
    if (!(event.ctrlKey || event.metaKey) || !plain || event.key.toLowerCase() !== "p") return;
    event.preventDefault();
    window.print();
  });
})();
