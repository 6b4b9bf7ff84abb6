"""The language of a text and the cut of a pair: sentences that a mere count gets wrong."""

import pytest

from bilingual.detect import SEPARATOR, language, separator_at

CHINESE = [
    "Transformer 用 multi-head attention 代替 RNN，这是 mixed sentence 的例子。",
    "见 Vaswani et al. (2017), Section 3.2.1, “Scaled Dot-Product Attention”。",
    "“Attention”一词译作“注意力”。",
    "Ashish Vaswani、Noam Shazeer、Niki Parmar",
    "设  ",
    "调用  。",
    "PyTorch 的  默认  。",
    "为什么要 scale？",
    "层归一化（Layer Normalization，LN）放在 residual connection 之后",
    "词元 token",
    "这里 N=6",
    "N = 6 层",
    "N = 6 层.",
    "把 我爱你 tokenise 成 我 / 爱 / 你",
    "数据：WMT 2014 English–German，450 万句对",
    "图 1：Transformer 模型结构",
    "试一试：把 h 改成 4 再运行。",
    "Dropout 率 P_drop = 0.1",
    "Q、K、V",
    "PyTorch 的默认是 True.",
    "Attention（注意力）。",
    "注意力（attention）",
    "bank 河岸/银行、bat 蝙蝠/球棒……",
    "为什么需要 mask?",
]

ENGLISH = [
    "The word 注意力 (zhùyìlì) means attention; this English sentence quotes Chinese.",
    "In Chinese, 注意力就是你所需要的一切 is the title.",
    "This chapter is about 注意力.",
    "The Chinese word for attention is 注意力",
    "Here 掩码 means mask.",
    "Why is 掩码 needed?",
    "bank 河岸/银行, bat 蝙蝠/球棒, ...",
    "The words are bank 河岸/银行, bat 蝙蝠/球棒, crane 鹤/起重机 and seal 海豹/印章.",
    "The model prints “我坐在河岸上。”",
    "Let  .",
    "Call  .",
    "base model",
    "Why scale?",
    "We use “注意力” here.",
    "Layer normalization (层归一化, 也叫 LN) is applied after the residual.",
    "N = 6 layers.",
    "The characters 我爱你 are tokenised as 我 / 爱 / 你.",
    "Source: WMT 2014 English–German (英德), 4.5M sentence pairs",
    "Figure 1: The Transformer - model architecture.",
    "Try it: change h to 4 and rerun the cell.",
    "Dropout rate P_drop = 0.1",
    "Wait…",
]

BOTH = [
    "",
    "BLEU 28.4",
    "Adam: β₁=0.9",
    "Ashish Vaswani, Noam Shazeer",
    "Vaswani et al. (2017)",
    " = 64",
    "base",
    "Encoder-Decoder",
    "GPU: 8 × NVIDIA P100",
    "softmax",
    "Query",
    "1.",
    "Q, K, V",
    "OK",
    "O(n² · d)",
]

EXPECTED = (
    [("zh", t) for t in CHINESE] + [("en", t) for t in ENGLISH] + [(None, t) for t in BOTH]
)


@pytest.mark.parametrize(("expected", "text"), EXPECTED)
def test_language_of(text, expected):
    assert language(text) == expected, text


@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("自注意力", "Self-attention"),
        ("注意", "Note"),
        ("矩阵 · 向量", "matrix · vector"),
        ("完整例子", "attention in full"),
        ("复杂度 O(n² · d)", "Complexity O(n² · d)"),
    ],
)
def test_a_pair_is_cut_where_the_languages_meet(zh, en):
    text = zh + SEPARATOR + en
    assert separator_at(text) == len(zh), text


@pytest.mark.parametrize(
    "text",
    [
        "O(n² · d)",
        "复杂度 O(n² · d)",
        "向量 a · b",
        "形状 n² · d_model",
        "English · 中文",
        "自注意力",
    ],
)
def test_what_only_looks_like_a_pair_stays_whole(text):
    assert separator_at(text) is None, text
