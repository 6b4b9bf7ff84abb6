// Sphinx's search writes its own few words as plain text in one language. Here they are given in
// both, and cut into the spans that follow the switch.
(() => {
  if (typeof Documentation === "undefined") return;
  const NUMBER = "${resultCount}";
  const WORDS = {
    Searching: ["正在搜索", "Searching"],
    "Search Results": ["搜索结果", "Search results"],
    "Hide Search Matches": ["取消高亮", "Hide search matches"],
    [`Search finished, found ${NUMBER} page(s) matching the search query.`]: [
      `找到 ${NUMBER} 处`,
      `Results: ${NUMBER}`,
    ],
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      ["没有找到。换一个词，或只写其中一部分试试。", "Nothing found. Try another word, or a part of it."],
  };
  const DOT = " · ";
  for (const [key, pair] of Object.entries(WORDS)) {
    Documentation.TRANSLATIONS[key] = pair.join(DOT);
  }

  function inSpan(text, attributes) {
    return Object.assign(document.createElement("span"), { textContent: text }, attributes);
  }

  // Sphinx puts the number into the first half alone.
  function split(node) {
    const [zh, en] = node.data.split(DOT);
    node.replaceWith(
      inSpan(zh, { lang: "zh-CN" }),
      inSpan(DOT, { className: "pair-dot" }),
      inSpan(en.replace(NUMBER, zh.match(/\d+/)?.[0]), { lang: "en" }),
    );
  }

  function splitAll() {
    for (const place of document.querySelectorAll(
      "#search-results > :is(h2, p), .highlight-link a",
    )) {
      const text = place.firstChild;
      if (text?.nodeType === Node.TEXT_NODE && text.data.includes(DOT)) split(text);
    }
  }

  for (const id of ["search-results", "searchbox"]) {
    const box = document.getElementById(id);
    if (box) new MutationObserver(splitAll).observe(box, { childList: true, subtree: true });
  }
})();
