"""The words of the theme's own interface, in both languages.

Each line is Chinese, English, and any other spelling under which a template prints it.
"""

_WORDS = [
    ("搜索", "Search"),
    ("搜索本书", "Search this book", "Search this book..."),
    ("目录", "Contents", "On this page"),
    ("本页目录", "Page contents", "Page"),
    ("上一页", "Previous", "previous", "previous page"),
    ("下一页", "Next", "next", "next page"),
    ("回到顶部", "Back to top"),
    ("跳转至主要内容", "Skip to main content"),
    ("版本提示", "Version notice", "版本警告", "Version warning"),
    ("开合全书目录", "Toggle the book contents", "Toggle primary sidebar"),
    ("开合本页目录", "Toggle the page contents", "Toggle secondary sidebar"),
    ("颜色模式", "Color mode"),
    ("亮色", "Light"),
    ("暗色", "Dark"),
    ("跟随系统", "Follow the system", "System Settings"),
    ("全屏", "Full screen", "全屏模式", "Fullscreen mode"),
    ("运行本章", "Run this chapter", "Launch interactive content"),
    ("在 Colab 中运行", "Run on Colab", "Launch on Colab"),
    ("在 Binder 中运行", "Run on Binder", "Launch on Binder"),
    ("源代码仓库", "Source repository", "源码库", "Source repositories"),
    ("仓库", "Repository"),
    ("建议修改", "Suggest an edit", "Suggest edit"),
    ("报告错误", "Report an error", "提出问题", "Open an issue", "创建议题", "Open issue"),
    ("下载本页", "Download this page", "下载此页面"),
    ("下载源文件", "Download the source file", "Download source file"),
    ("打印为 PDF", "Print to PDF", "列印成 PDF"),
    ("本节的链接", "Link to this heading"),
    ("本图的链接", "Link to this image"),
    ("本表的链接", "Link to this table"),
    ("这段代码的链接", "Link to this code"),
    ("本公式的链接", "Link to this equation"),
    ("本条的链接", "Link to this term", "Link to this definition"),
    ("索引", "Index"),
    ("搜索结果", "Search Results"),
    (
        "搜索需要 JavaScript，请在浏览器里启用",
        "Searching needs JavaScript; please turn it on in your browser",
        "请启用 JavaScript 以启用搜索功能。",
        "Please activate JavaScript to enable the search functionality.",
    ),
]

# Every spelling, and the pair that takes its place.
PAIRS = {spelling: (zh, en) for zh, en, *others in _WORDS for spelling in (zh, en, *others)}
