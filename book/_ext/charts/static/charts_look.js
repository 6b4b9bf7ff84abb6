// What a chart looks like on this page: its words in the page's language, its colours in the
// page's theme. Nothing is drawn here; charts.js asks.
window.chartLook = (function () {
  // These hold code or names of data columns; every other text may be a pair 中文 · English.
  const CODE = new Set([
    "expr", "calculate", "test", "filter", "labelExpr", "field", "as", "groupby", "fold", "pivot",
    "key", "fields", "param",
  ]);
  const PAIR = /^([^·]*[\u3400-\u9fff][^·]*) · ([^\u3400-\u9fff]+)$/;

  function inLanguage(value, language, key) {
    if (typeof value === "string") {
      const pair = language === "both" || CODE.has(key) ? null : value.match(PAIR);
      return pair ? pair[language === "zh" ? 1 : 2] : value;
    }
    if (Array.isArray(value)) return value.map((item) => inLanguage(item, language, key));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, inLanguage(part, language, name)]),
    );
  }

  // Okabe and Ito's colours, which people with any colour vision can tell apart.
  const CATEGORIES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"];

  function look(own = {}, narrow = false) {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue("--pst-color-text-base").trim();
    const line = style.getPropertyValue("--pst-color-border").trim();
    const accent = style.getPropertyValue("--pst-color-primary").trim();
    const text = {
      labelColor: ink, labelFontSize: 12, titleColor: ink, titleFontSize: 13, titleFontWeight: 500,
    };
    const merge = (name, part) => ({ ...part, ...own[name] });
    return {
      ...own,
      aria: false, // the figure has one description; a label on each mark would only be noise
      background: "transparent",
      font: getComputedStyle(document.body).fontFamily,
      axis: merge("axis", { ...text, domainColor: ink, tickColor: ink, gridColor: line }),
      legend: merge("legend", narrow ? { ...text, orient: "top" } : text),
      header: merge("header", text),
      title: merge("title", { color: ink, subtitleColor: ink }),
      mark: merge("mark", { color: accent }),
      text: merge("text", { color: ink }),
      rule: merge("rule", { color: ink }),
      range: merge("range", { category: CATEGORIES }),
      view: merge("view", { stroke: line }),
    };
  }

  return { inLanguage, look };
})();
