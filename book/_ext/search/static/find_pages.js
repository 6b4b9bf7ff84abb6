// Which pages a query finds, best first: those that hold every word of it. Sphinx, which thinks
// of English, takes words of two characters for unimportant, as most Chinese words are; it fails
// at "constructor" and "__proto__", which every JavaScript object knows; and it compares a query
// with a heading in both languages as if it were one text.
(function () {
  const DOT = " · ";
  const inHtml = (text) => Object.assign(document.createElement("i"), { textContent: text }).innerHTML;

  // The pages of a list of words that hold the word, or a longer one around it, with a score.
  function look(word, list, whole, part) {
    const exact = Object.hasOwn(list, word);
    const around = (key) => word.length > 2 && key.includes(word);
    const keys = exact ? [word] : Object.keys(list).filter(around);
    return keys.flatMap((key) => [list[key]].flat()).map((file) => [file, exact ? whole : part]);
  }

  function pagesWith(words) {
    const { terms, titleterms } = Search._index;
    const scores = [...words].map((word) => {
      const found = [
        ...look(word, terms, Scorer.term, Scorer.partialTerm),
        ...look(word, titleterms, Scorer.title, Scorer.partialTitle),
      ];
      return new Map(found.sort((one, other) => one[1] - other[1])); // the best score stays
    });
    const files = [...(scores[0]?.keys() ?? [])].filter((file) => scores.every((s) => s.has(file)));
    return files.map((file) => [file, scores.reduce((sum, s) => sum + s.get(file), 0) / words.size]);
  }

  // How much of a title the query is, in one language or the other; 0 if it is less than half,
  // and more than any page of words if it is the whole.
  function partOf(title, query) {
    const halves = title.toLowerCase().split(DOT).filter((half) => half.includes(query));
    const part = query.length / Math.min(...halves.map((half) => half.length));
    return part < 0.5 ? 0 : part < 1 ? part : 1.5;
  }

  // Titles that say what was asked for; first of all those under which the code defines it, or
  // the chapter that is about this section of the paper.
  function titlesWith(query) {
    const { alltitles, indexentries } = Search._index;
    const number = query.match(/^(?:第|section|§)?\s*(\d+(?:\.\d+)*)\s*节?$/)?.[1];
    const name = number ? `section ${number}` : query;
    const defined = Object.hasOwn(indexentries, name) ? indexentries[name] : [];
    const defines = ([file, id]) =>
      defined.some((entry) => entry[0] === file && (number ? id === null : entry[1] === id));
    return Object.entries(alltitles).flatMap(([title, places]) =>
      places.map((place) => {
        const share = defines(place) ? 2 : partOf(title, query);
        return [...place, Scorer.title * share, title];
      })
    ).filter(([, , score]) => score > 0);
  }

  // The last is shown first. Of equals the chapters come before the pages that are named, not
  // numbered, such as the glossary, which holds every term.
  function byScoreAndPlace([oneName, , , , oneScore], [otherName, , , , otherScore]) {
    return oneScore - otherScore || (oneName < otherName ? 1 : oneName > otherName ? -1 : 0);
  }

  function inSpans(title) {
    const [zh, en] = title.split(DOT).map(inHtml);
    const pair = `<span lang="zh-CN">${zh}</span><span class="pair-dot">${DOT}</span><span lang="en">${en}</span>`;
    return en === undefined ? zh : pair;
  }

  Search._performSearch = (query, words) => {
    const { docnames, filenames, titles } = Search._index;
    const result = (file, title, anchor, score) =>
      [docnames[file], title, anchor, null, score, filenames[file]];
    const plain = query.normalize("NFKC").toLowerCase().trim();
    const titled = plain ? titlesWith(plain) : [];
    const own = new Map(titled.filter(([, id]) => id === null).map(([file, , score]) => [file, score]));
    return [
      ...pagesWith(words).map(([file, score]) =>
        result(file, titles[file], "", score + (own.get(file) ?? 0))),
      ...titled.filter(([, id]) => id !== null).map(([file, id, score, title]) =>
        result(file, `${titles[file]} › ${inSpans(title)}`, `#${id}`, score)),
    ].sort(byScoreAndPlace);
  };
})();
