"""Sphinx's own search, made to find Chinese terms as well as English words.

Without jieba Sphinx indexes no Chinese word at all and says nothing, and it never cuts a
Chinese query: 位置编码 finds nothing although the pages hold it. So words.py cuts the index,
and split_query.js cuts the query in the browser, over the words that the index really holds.
definitions.py notes where a name of the code is defined. static/find_pages.js then finds the
pages, and static/excerpts.js quotes them.
"""

from pathlib import Path

import snowballstemmer
from sphinx.errors import ExtensionError
from sphinx.search.zh import SearchChinese

from .definitions import IndexDefinitions
from .words import HAN_WORD, PARTICLES, Cutter, read_terms

HERE = Path(__file__).parent
TERMS = HERE.parents[1] / "data" / "terms.tsv"
MISSING = (
    "中文搜索需要 jieba，但没有安装。 · Search in Chinese needs jieba, which is not installed. "
    "Run: make book, or pip install -r requirements.txt"
)


class BookSearch(SearchChinese):
    stopwords = SearchChinese.stopwords | PARTICLES  # a query may hold them; no page need
    js_splitter_code = (HERE / "split_query.js").read_text(encoding="utf-8")

    def init(self, options: dict[str, str]) -> None:
        super().init(options)
        try:
            self.cutter = Cutter(read_terms(Path(options.get("terms", TERMS))))
        except ImportError as error:
            raise ExtensionError(MISSING) from error
        # The browser stems as Porter did at first, and so must the index: there "key" is "kei".
        self.stemmer = snowballstemmer.stemmer("porter")

    def split(self, input: str) -> list[str]:
        return self.cutter.chinese(input) + self.cutter.latin(input)

    def stem(self, word: str) -> str:
        """As in the browser, which leaves the shortest words alone and no other."""
        return word.lower() if len(word) < 3 else self.stemmer.stemWord(word.lower())

    def word_filter(self, stemmed_word: str) -> bool:
        """Chinese words of one character stay; English ones, and words like "the", go."""
        long_enough = len(stemmed_word) > 1 or HAN_WORD.fullmatch(stemmed_word)
        return bool(long_enough) and stemmed_word not in self.stopwords


def add_scripts(app, pagename, templatename, context, doctree):
    if pagename == "search":
        app.add_css_file("search.css", priority=850)
        app.add_js_file("find_pages.js", loading_method="defer")
        app.add_js_file("excerpts.js", loading_method="defer")


def add_files(app, config) -> None:
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.append(str(HERE / "templates"))
    config.html_additional_pages["404"] = "404.html"


def setup(app):
    app.add_search_language(BookSearch)
    app.add_transform(IndexDefinitions)
    app.connect("config-inited", add_files)
    app.connect("html-page-context", add_scripts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
