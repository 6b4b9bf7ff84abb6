// Cuts a query into words. Sphinx puts this function into the page's language_data.js, below the
// list of words that nobody looks for. A run of Chinese is cut into the longest words that the
// index holds; a run of which it holds but single characters stays one word, found nowhere.
function splitQuery(query) {
  const HAN = /[\u3400-\u9fff]/;
  const index = Search._index;
  const known = (word) =>
    index && (Object.hasOwn(index.terms, word) || Object.hasOwn(index.titleterms, word));

  function cut(run) {
    const words = [];
    let whole = true;
    for (let start = 0; start < run.length; ) {
      let end = Math.min(start + 12, run.length);
      const piece = () => run.slice(start, end);
      while (end > start && !known(piece()) && !stopwords.includes(piece())) end -= 1;
      if (end > start) words.push(piece());
      else whole = false;
      start = Math.max(end, start + 1);
    }
    const sure = words.some((word) => word.length > 1 && !stopwords.includes(word));
    return whole || sure ? words : [run];
  }

  const SECTION = /(?<![\w.])[1-9](?:\.[1-9]){1,2}(?!\w|\.\d)/; // of the paper, such as 3.2.2
  const WORD = /[\u3400-\u9fff]+|(?:(?![\u3400-\u9fff])[\p{L}\p{N}_])+/u;
  const PARTS = new RegExp(`${SECTION.source}|${WORD.source}`, "gu");
  const runs = query.normalize("NFKC").match(PARTS) ?? []; // full width letters made plain
  const words = runs.flatMap((run) => (HAN.test(run) ? cut(run) : [run]));
  const longer = words.filter((word) => word.length > 1 || HAN.test(word)); // as the index has it
  return longer.length ? longer : words;
}
