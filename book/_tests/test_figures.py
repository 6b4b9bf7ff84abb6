"""The diagrams: every chapter on the map, both languages, and files that match their source."""

import re
import xml.etree.ElementTree as ET

import pytest

import figures
from figures.chapter_map import SVG_FILE, as_file
from notebooks import BOOK, chapter_files

HAN = re.compile(r"[\u4e00-\u9fff]")
BLOCK = [[[4, 0], [2, 6], [0, 3]], [[8, 4], [1, 0], [3, 5]]]  # (B = 2, T = 3, d = 2)
DRAWINGS = {
    "map": figures.chapter_map,
    "flow": figures.attention_flow,
    "uses": figures.attention_uses,
    "heads": figures.multi_head_flow,
    "norms": figures.norm_order,
    "architecture": figures.architecture,
    "classes": figures.class_map,
    "decoder layer": figures.decoder_layer,
    "dropout places": figures.dropout_places,
    "feed-forward": figures.feed_forward,
    "tied matrix": figures.tied_matrix,
    "paths": figures.paths,
    "routes": figures.routes,
    "norm axes": lambda: figures.norm_axes(BLOCK, "两个句子 · Two sentences"),
    "timeline": figures.timeline,
    "shift": figures.shift,
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_well_formed_and_described_in_both_languages(name):
    svg = ET.fromstring(DRAWINGS[name]())
    zh, _, en = svg.get("aria-label").partition(" · ")
    assert HAN.search(zh) and en and not HAN.search(en)


@pytest.mark.parametrize("name", DRAWINGS)
def test_words_in_a_drawing_come_in_both_languages(name):
    texts = ET.fromstring(DRAWINGS[name]()).findall(".//{*}text")
    zh = [t for t in texts if t.get("lang") == "zh-CN"]
    en = [t for t in texts if t.get("lang") == "en"]
    assert len(zh) == len(en) > 0
    assert not [t.text for t in en if HAN.search(t.text)]
    unmarked = [t.text for t in texts if not t.get("lang")]
    assert not [words for words in unmarked if HAN.search(words)]


def test_every_chapter_is_on_the_map_and_lights_its_own_box():
    chapters = chapter_files()
    assert chapters, f"no chapters found in {BOOK}"
    for file in chapters:
        lit = re.findall(r'data-chapter="([^"]+)" aria-current', figures.chapter_map(file.stem))
        assert lit == [file.stem]


def test_the_map_knows_twenty_two_chapters_once_each():
    names = re.findall(r'data-chapter="(\d\d)_', figures.chapter_map())
    assert sorted(names) == [f"{n:02}" for n in range(1, 23)]


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_links_to_chapters_of_the_map_only(name):
    known = set(re.findall(r'data-chapter="([^"]+)"', figures.chapter_map()))
    assert set(re.findall(r'data-chapter="([^"]+)"', DRAWINGS[name]())) <= known


def test_the_drawings_of_the_architecture_light_what_their_chapter_builds():
    lit = re.compile(r'data-chapter="([^"]+)" aria-current')
    assert lit.findall(figures.architecture()) == ["02_architecture"]
    assert lit.findall(figures.class_map()) == ["02_architecture"] * 2
    assert lit.findall(figures.class_map("10_positions")) == ["10_positions"] * 2


def test_a_chapter_that_is_not_on_the_map_is_named():
    with pytest.raises(ValueError, match="'99_nothing' is not on the map"):
        figures.chapter_map("99_nothing")


def test_the_norms_light_the_cells_of_their_mean_and_name_it():
    panels = DRAWINGS["norm axes"]().split("LayerNorm")
    lit = [
        re.findall(r'stroke-width="2"/>\n<text [^>]*>(\d)<', panel) for panel in panels
    ]  # a lit box, then its number
    assert lit == [list("420813"), list("40")]
    assert "the 6 lit cells: mean 3" in panels[0] and "the 2 lit cells: mean 2" in panels[1]


def test_each_input_points_down_to_the_label_that_follows_it():
    svg = ET.fromstring(figures.shift())
    rects = svg.findall(".//{*}rect")
    lit = [r for r in rects if "accent" in r.get("fill")]
    heads = [p.get("points").split()[0] for p in svg.findall(".//{*}polygon")]
    middles = [float(r.get("x")) + float(r.get("width")) / 2 for r in lit]
    assert [float(head.split(",")[0]) for head in heads] == middles and len(lit) == 5
    words = [t.text for t in svg.findall(".//{*}text") if t.get("lang") != "en"]
    rows = [w for w in words if w not in ("译文", "输入", "标签", "tgt", "tgt_y")]
    target, pairs = rows[:6], rows[6:]
    assert pairs[::2] == target[:-1] and pairs[1::2] == target[1:]


def test_the_svg_file_is_what_its_source_draws():
    assert SVG_FILE.read_text(encoding="utf-8") == as_file(), "run: python -m figures, in book/"
