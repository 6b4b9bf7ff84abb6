// What the search page quotes of a page that it found: the article alone, in the language that
// the reader has chosen, each formula once, as TeX.
(function () {
  // From disk no page may read another one, so the results stand there without a quotation.
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  const NOISE = [
    ".headerlink", "script", "style", "svg", "noscript",
    ".katex-html", "semantics > :not(annotation)",
  ];
  const OTHER = { zh: ['[lang="en"]', ".pair-dot"], en: ['[lang="zh-CN"]', ".pair-dot"] };

  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article") ?? page.body;
    const unwanted = [...NOISE, ...(OTHER[document.documentElement.dataset.language] ?? [])];
    article.querySelectorAll(unwanted.join()).forEach((element) => element.remove());
    return ((anchor && article.querySelector(anchor)) || article).textContent;
  };
})();
