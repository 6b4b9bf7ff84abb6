// What a chart looks like on this page: its words in the page's language, its colours in the
// page's theme. Nothing is drawn here; charts.js asks.
window.chartLook = (function () {
  // Names of data columns stay; in code only quoted texts may be pairs 中文 · English, and every
  // other text may be one.
  const NAMES = new Set(["field", "as", "groupby", "fold", "pivot", "key", "fields", "param"]);
  const CODE = new Set([
    "expr", "calculate", "test", "filter", "labelExpr", "signal", "and", "or", "not",
  ]);
  const QUOTED = /([\w\])]\[\s*)?(['"])((?:\\.|(?!\2).)*)\2/g;
  const PAIR = /^([^·]*[\u3400-\u9fff][^·]*) · ([^\u3400-\u9fff]+)$/;

  function half(text, language) {
    const pair = language === "both" ? null : text.match(PAIR);
    return pair ? pair[language === "zh" ? 1 : 2] : text;
  }

  // What a bracket picks, as in datum['方法 · method'], is the name of a column.
  function codeIn(code, language) {
    return code.replace(QUOTED, (whole, picks, quote, text) =>
      picks ? whole : quote + half(text, language) + quote,
    );
  }

  function inLanguage(value, language, key) {
    if (typeof value === "string") {
      if (NAMES.has(key)) return value;
      return CODE.has(key) ? codeIn(value, language) : half(value, language);
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
