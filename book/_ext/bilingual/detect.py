"""Tell the language of a piece of prose, so that authors need not mark it.

A Chinese sentence may hold English terms and an English one may quote Chinese, so counting
characters is not enough. The rule weighs, in this order: whether there is Han at all, the
closing stop, what is left outside quotes and brackets, and the little words of grammar.
Names, numbers and symbols belong to both languages: when in doubt, a block is shown to all.
"""

import re

HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z]+)*")
SEPARATOR = " · "
HTML_LANGUAGE = {"zh": "zh-CN", "en": "en"}

_HAN_STOP = re.compile(r"[\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\u2026]")
_ENDS_IN_HAN_STOP = re.compile(_HAN_STOP.pattern + r"[”’」』》）)\s]*$")
_ENDS_IN_LATIN_STOP = re.compile(r"[.?!][”’\"')\s]*$")
_HAN_THEN_COMMA = re.compile(HAN.pattern + r"[”’\"')]?[,;] ")
_ASIDE = re.compile(
    r"“[^“”]*”|‘[^‘’]*’|\"[^\"]*\"|「[^「」]*」|『[^『』]*』|《[^《》]*》|\([^()]*\)|（[^（）]*）"
)
_ENGLISH_GRAMMAR = re.compile(
    r"\b(?:the|an?|is|are|was|were|of|to|in|on|and|or|for|with|by|as|that|this|it|we|be|not"
    r"|from|at|which|into|its|has|have|can|means?|here|called|than|but|if|when|how|why)\b",
    re.IGNORECASE,
)
_CHINESE_GRAMMAR = re.compile(r"[的是了在和与把被就也都而及其为用对从将向让使这那一不有见由即]")
_FREE_WORD = re.compile(r"(?<![\w.])[A-Za-z]{2,}(?![\w(])")


def language(text):
    """Return "zh", "en", or None where the text belongs to both languages."""
    text = text.strip()
    if not HAN.search(text):
        return _without_han(text)
    if not WORD.search(text):
        return "zh"
    bare = _ASIDE.sub(" ", text)
    if not HAN.search(bare) and WORD.search(bare):
        return "zh" if _HAN_STOP.search(bare) else "en"
    if _ENDS_IN_HAN_STOP.search(text) or not WORD.search(bare):
        return "zh"
    return _mixed(bare)


def _without_han(text):
    text = text.replace("et al.", "")
    words = WORD.findall(text)
    if words and _HAN_STOP.search(_ASIDE.sub(" ", text).replace("…", "")):
        return "zh"  # names joined by 、
    if len(words) >= 2 and any(w.islower() and len(w) > 1 for w in words):
        return "en"
    a_real_word = any(len(w) > 1 and not w.isupper() for w in words)
    return "en" if a_real_word and re.search(r"[.?!:;,…]$", text) else None


def _mixed(bare):
    """Han and Latin words side by side, with no Chinese stop at the end."""
    words = len(WORD.findall(bare))
    english = len(_ENGLISH_GRAMMAR.findall(bare))
    chinese = len(_CHINESE_GRAMMAR.findall(bare))
    if words >= 2 and not _HAN_STOP.search(bare) and (english >= 2 or not chinese):
        if _ENDS_IN_LATIN_STOP.search(bare) or _HAN_THEN_COMMA.search(bare):
            return "en"
    if not english:
        return "zh"
    for_chinese = len(HAN.findall(bare)) / 1.6 + 1.5 * chinese
    for_chinese += 2 * len(_HAN_STOP.findall(bare))
    return "zh" if for_chinese >= 0.8 * (words + 2 * english) else "en"


def separator_at(text):
    """Where the separator of a pair `中文 · English` begins in `text`, or None.

    Han stands on its left only and a word on its right; a dot inside brackets, as in
    `复杂度 O(n² · d)`, is a product.
    """
    for found in re.finditer(re.escape(SEPARATOR), text):
        left, right = text[: found.start()], text[found.end() :]
        closed = all(left.count(a) == left.count(b) for a, b in ("()", "（）", "[]"))
        if HAN.search(left) and not HAN.search(right) and closed and _FREE_WORD.search(right):
            return found.start()
    return None
