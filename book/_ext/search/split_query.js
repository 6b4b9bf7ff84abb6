// Cuts a query into words. Sphinx puts this function into the page's language_data.js.
// A run of Chinese is cut into the longest words that the index holds; the rest is dropped.
function splitQuery(query) {
  const index = Search._index;
  const known = (word) =>
    index && (Object.hasOwn(index.terms, word) || Object.hasOwn(index.titleterms, word));

  function cut(run) {
    const words = [];
    for (let start = 0; start < run.length; ) {
      let end = Math.min(start + 12, run.length);
      while (end > start && !known(run.slice(start, end))) end -= 1;
      if (end > start) words.push(run.slice(start, end));
      start = Math.max(end, start + 1);
    }
    return words.length ? words : [run];
  }

  const runs = query.match(/[\u3400-\u9fff]+|(?:(?![\u3400-\u9fff])[\p{L}\p{N}_])+/gu) ?? [];
  return runs.flatMap((run) => (/[\u3400-\u9fff]/.test(run) ? cut(run) : [run]));
}
