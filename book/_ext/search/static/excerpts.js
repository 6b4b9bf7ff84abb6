// What the search page quotes of a page that it found: the article alone, in the language that
// the reader has chosen, each formula once, as TeX, around a word that was looked for.
(function () {
  // From disk no page may read another one, so the results stand there without a quotation.
  const quotes = location.protocol !== "file:";
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = quotes;
  document.getElementById("search-results")?.classList.toggle("with-quotes", quotes);

  const NOISE = [
    "h1", ".headerlink", "script", "style", "summary", "svg", "noscript",
    ".katex-html", "semantics > :not(annotation)",
  ];
  const OTHER = { zh: ['[lang="en"]', ".pair-dot"], en: ['[lang="zh-CN"]', ".pair-dot"] };
  const BEFORE = 80; // characters that stand before the word
  const LENGTH = 240;

  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article") ?? page.body;
    const unwanted = [...NOISE, ...(OTHER[document.documentElement.dataset.language] ?? [])];
    article.querySelectorAll(unwanted.join()).forEach((element) => element.remove());
    const id = anchor?.slice(1);
    return ((id && article.querySelector(`[id="${CSS.escape(id)}"]`)) || article).textContent;
  };

  // Where the page says most of what was asked for: the words as they were written, or else
  // their stems.
  function bestPlace(text, words) {
    const places = words.flatMap((word) => {
      const start = (/^\w/.test(word) ? "\\b" : "") + _escapeRegExp(word);
      return [...text.matchAll(new RegExp(start, "gi"))].map(({ index }) => ({ index, word }));
    });
    const near = (place) => ({ index }) => index >= place && index < place + LENGTH - BEFORE;
    const said = ({ index }) => new Set(places.filter(near(index)).map(({ word }) => word)).size;
    const most = Math.max(...places.map(said));
    return places.find((place) => said(place) === most)?.index;
  }

  // Formulas as far as plain text can write them.
  const SIGNS = {
    alpha: "α", beta: "β", gamma: "γ", epsilon: "ε", varepsilon: "ε", lambda: "λ", mu: "μ",
    sigma: "σ", partial: "∂", sum: "∑", infty: "∞", top: "ᵀ", times: "×", cdot: "·", odot: "⊙",
    ne: "≠", approx: "≈", cdots: "⋯", ldots: "…",
  };
  const INSIDE = "\\{((?:[^{}]|\\{[^{}]*\\})*)\\}";
  const TEX = [
    [/\\(?:text|mathrm)\{([^{}]*)\}/g, "$1"],
    [/([_^])\{([^{}]*)\}/g, "$1$2"],
    [/\\sqrt\{([\w\\]*)\}/g, "√$1"],
    [/\\sqrt\{([^{}]*)\}/g, "√($1)"],
    [new RegExp(`\\\\frac${INSIDE}${INSIDE}`, "g"), "($1) / $2"],
    [/\\([a-z]+)/g, (command, name) => SIGNS[name] ?? command],
  ];
  const withoutTex = (text) => TEX.reduce((plain, [tex, sign]) => plain.replace(tex, sign), text);

  // The end of what is quoted, where no word is cut in two.
  function endOf(text, start) {
    const end = start + LENGTH;
    const cut = /\w/.test(text[end] ?? "") && /\w+$/.exec(text.slice(start, end));
    return cut && cut.index > 0 ? start + cut.index : end;
  }

  function quote(html, anchor, words, stems) {
    const text = withoutTex(Search.htmlToText(html, anchor)).replace(/\s+/g, " ").trim();
    const place = bestPlace(text, words) ?? bestPlace(text, stems) ?? 0;
    const near = Math.max(place - BEFORE, 0);
    const start = near && near + text.slice(near).search(/(?<=[^\w])|[^\x00-\x7f]/); // no half word
    const end = endOf(text, start);
    return (start ? "… " : "") + text.slice(start, end).trim() + (end < text.length ? " …" : "");
  }

  Search.makeSearchSummary = (html, stems, anchor) => {
    const asked = new URLSearchParams(location.search).get("q") ?? "";
    const written = new Set(splitQuery(asked.toLowerCase()));
    const words = [...written].filter((word) => !stopwords.includes(word));
    const summary = Object.assign(document.createElement("p"), { className: "context" });
    const write = () => {
      summary.textContent = quote(html, anchor, words, [...stems]);
      words.forEach((word) => _highlightText(summary, word, "highlighted"));
    };
    write();
    document.addEventListener("book:language", write);
    return summary;
  };
})();
