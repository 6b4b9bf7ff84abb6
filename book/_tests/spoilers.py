"""What the anatomy must see, as (the check, a change that brings a fault, a piece of the
complaint). The piece is the cell's id, or words that tell this fault from others.
"""

from anatomy import (
    cells,
    charts,
    exercises,
    habits,
    opening,
    outputs,
    pictures,
    sections,
    seeds,
)
from changes import field, metadata, output, replace, shown, source, spec, swap, update
from sample import CHECK, SOLUTION, WRONG
from support import code, display, stream, text

AXIS = {"y": {"field": "half", "title": "weight"}}
BIG_PICTURE = {"image/png": "A" * 90_000}
ERROR = {"output_type": "error", "ename": "ValueError", "evalue": "bad", "traceback": []}
MORE_EXERCISES = [code(CHECK, exercise={"check": "check_mean", "wrong": WRONG})] * 3
GUARD_ELSE = "if x:\n    raise ValueError(x)\nelse:\n" + "    x = 1\n" * 30
LATER = "#| export\nfrom chapters.later import two"
LONG = "\n".join(f"x{n} = {n}" for n in range(31))
NOT_SHOWN = "fig, ax = plt.subplots()\nplt.show()\nplt.plot(x)"
PLAIN_REPR = display({"text/plain": "Text(0, 1, 'y')"})
HTML_PATH = display({"text/html": "<p>/root/book</p>"})
SLIDER = {"name": "d", "bind": {"input": "range", "name": "width dₖ "}}
SPOILERS = [
    (cells.is_standard_notebook, update(nbformat_minor=4), "4.4"),
    (cells.is_standard_notebook, update(metadata={"kernelspec": {"name": "venv"}}), "venv"),
    (cells.has_readable_ids, field("result", "id", "a1b2c3d4"), "a1b2c3d4"),
    (cells.has_readable_ids, field("result", "id", ""), "(id )"),
    (cells.has_readable_ids, field("result", "id", "plot"), "twice"),
    (cells.has_no_empty_cell, source("result", " \n"), "result"),
    (cells.has_words_between_cells, replace("draw", code("1", id="bare")), "bare"),
    (cells.has_short_cells, source("result", LONG), "result"),
    (cells.has_short_cells, source("result", GUARD_ELSE), "31 lines"),
    (
        cells.writes_titles_alike,
        source("total", "#@title 求和 · Sum"),
        "line 1: write '# @title'",
    ),
    (cells.writes_titles_alike, source("total", "x = 1\n# @title 求和 · Sum"), "first line"),
    (cells.writes_titles_alike, source("total", "# @title Sum"), "中文 · English"),
    (cells.writes_titles_alike, source("total", "# @title"), "中文 · English"),
    (sections.has_one_bilingual_title, source("title", "# Sums"), "title"),
    (sections.has_one_bilingual_title, source("title", "求和 · Sums"), "title"),
    (sections.has_one_bilingual_title, source("draw", "# 画 · Draw"), "second"),
    (sections.has_closing_sections, source("questions", "## 常见疑问 · Questions"), "order"),
    (sections.has_closing_sections, swap("summary", "sources"), "order"),
    (sections.is_brief_between_cells, source("draw", "word " * 301), "draw"),
    (sections.is_brief_between_cells, source("draw", "字" * 481), "draw"),
    (exercises.has_two_to_four_exercises, replace("check-2"), "1 exercises"),
    (exercises.has_two_to_four_exercises, replace("summary", *MORE_EXERCISES), "5 exercises"),
    (
        exercises.keeps_exercises_in_their_section,
        source("exercises", "## 题 · Tasks"),
        "check-1",
    ),
    (exercises.describes_checks, source("check-1", "def check(mean):\n    pass"), "check_mean"),
    (
        exercises.describes_checks,
        metadata("check-1", exercise={"check": "check_mean", "wrong": []}),
        "no wrong answer",
    ),
    (
        exercises.describes_checks,
        metadata("check-1", exercise={"check": "check_mean", "wrong": ["x = 1"]}),
        "no expression",
    ),
    (exercises.has_stub_then_solution, source("stub-1", "mean = None"), "stub-1"),
    (exercises.has_stub_then_solution, output("stub-1", stream("✓ 对 · Right\n")), "stub-1"),
    (exercises.has_stub_then_solution, output("solution-1", stream("✓ Right\n")), "solution-1"),
    (exercises.has_stub_then_solution, output("solution-1"), "solution-1"),
    (exercises.has_stub_then_solution, replace("solution-2"), "check-2"),
    (exercises.has_stub_then_solution, source("stub-1", SOLUTION), "solution where the stub"),
    (exercises.folds_checks, source("check-1", CHECK.partition("\n")[2]), "check-1"),
    (exercises.folds_checks, metadata("check-2", tags=["hide-cell"]), "check-2"),
    (exercises.folds_solutions, source("solution-1", "check_mean(sum)"), "solution-1"),
    (exercises.folds_solutions, metadata("solution-1", tags=[]), "solution-1"),
    (exercises.folds_solutions, metadata("solution-1", jupyter={}), "solution-1"),
    (exercises.folds_solutions, metadata("solution-1", cellView="code"), "solution-1"),
    (cells.folds_titled_cells, metadata("bootstrap", jupyter={}), "bootstrap"),
    (cells.folds_titled_cells, metadata("solution-2", cellView="code"), "solution-2"),
    (opening.opens_with_bootstrap_then_export, source("bootstrap", "import os"), "bootstrap"),
    (opening.opens_with_bootstrap_then_export, metadata("bootstrap", tags=[]), "remove-cell"),
    (opening.opens_with_bootstrap_then_export, source("imports", "import math"), "imports"),
    (opening.opens_with_bootstrap_then_export, update(cells=[text("x"), code("1")]), "fewer"),
    (opening.shows_its_own_map, source("map", "HTML(chapter_map())"), "'02_sums'"),
    (opening.shows_its_own_map, source("map", 'HTML(chapter_map("01_numbers"))'), "'02_sums'"),
    (opening.marks_exports_exactly, source("total", "#|export\nx = 1"), "total"),
    (opening.marks_exports_exactly, source("total", "\n#| export\nx = 1"), "total"),
    (opening.marks_exports_exactly, source("total", "#| exports\nx = 1"), "total"),
    (opening.exports_without_plotting, source("total", "#| export\nimport pandas"), "line 2"),
    (
        opening.exports_without_plotting,
        source("total", "#| export\nfrom matplotlib import pyplot"),
        "total",
    ),
    (opening.imports_only_earlier_chapters, source("total", LATER), "line 2"),
    (opening.imports_only_earlier_chapters, source("result", "import chapters.sums"), "sums"),
    (habits.is_plain_python, source("result", "%time 1"), "line 1"),
    (habits.shows_results_without_semicolon, source("result", "total([1]);"), "result"),
    (habits.shows_results_without_semicolon, source("plot", "plt.plot(x);  # draw"), "plot"),
    (habits.avoids_random_ids, source("result", "1\ntable.style.format('x')"), "line 2"),
    (habits.avoids_random_ids, source("result", "from tqdm.auto import tqdm"), "tqdm.auto"),
    (habits.labels_plots_without_han, source("plot", "plt.xlabel('词')"), "line 1"),
    (habits.labels_plots_without_han, source("plot", "ax.plot(x, label='词')"), "plot"),
    (habits.labels_plots_without_han, source("plot", "ax.set(xlabel='词')"), "plot"),
    (habits.labels_plots_without_han, source("plot", "note.set_text('词')"), "plot"),
    (habits.labels_plots_without_han, source("plot", "fig.supxlabel('词')"), "plot"),
    (habits.labels_plots_without_han, source("plot", "fig.supylabel('词')"), "plot"),
    (habits.labels_plots_without_han, source("plot", "ax.set_xticklabels(['词'])"), "plot"),
    (
        habits.ignores_only_drawn_or_timed_output,
        metadata("result", tags=["nbval-ignore-output"]),
        "result",
    ),
    (
        habits.proves_what_is_not_compared,
        metadata("result", tags=["nbval-ignore-output"]),
        "no assert",
    ),
    (seeds.seeds_its_random_numbers, source("result", "1\nx = torch.randn(2)"), "line 2"),
    (seeds.seeds_its_random_numbers, source("result", "torch.randperm(6)"), "torch.randperm"),
    (seeds.seeds_its_random_numbers, source("result", "x.normal_()"), "x.normal_"),
    (
        seeds.seeds_its_random_numbers,
        source("result", "x = [torch.rand(n) for n in y]\ntorch.manual_seed(0)"),
        "before it",
    ),
    (outputs.is_run_in_order, field("result", "execution_count", 9), "[9]"),
    (
        outputs.is_run_in_order,
        field("total", "execution_count", None),
        "total",
    ),
    (outputs.shows_no_error, output("result", ERROR), "ValueError"),
    (outputs.prints_nothing_to_stderr, output("result", stream("warn", "stderr")), "result"),
    (outputs.shows_no_local_path, output("result", stream("at /home/me/x.py")), "result"),
    (outputs.shows_no_local_path, output("result", HTML_PATH), "result"),
    (outputs.shows_no_local_path, source("try", "见 `C:\\Users\\me`"), "Users"),
    (outputs.shows_no_object_repr, output("result", stream("<Figure size 1x1>")), "result"),
    (
        outputs.shows_no_object_repr,
        output("result", PLAIN_REPR),
        "Text",
    ),
    (outputs.shows_no_object_repr, output("result", stream("<object at 0x7f00>")), "0x7f00"),
    (pictures.shows_pictures_as_png, output("plot", display({"image/jpeg": ""})), "plot"),
    (
        pictures.has_light_described_pictures,
        shown("plot", BIG_PICTURE),
        "67500",
    ),
    (pictures.has_light_described_pictures, metadata("plot", mystnb={}), "中文 · English"),
    (pictures.has_light_described_pictures, source("plot", "plt.show()"), "assert"),
    (pictures.ends_drawings_with_show, source("plot", "plt.plot(x)"), "plot"),
    (pictures.ends_drawings_with_show, source("plot", "show_weights(w)"), "plot"),
    (pictures.ends_drawings_with_show, source("result", NOT_SHOWN), "result"),
    (charts.has_light_described_charts, spec(datasets={"d": [{}] * 501}), "504 rows"),
    (charts.has_light_described_charts, spec(datasets={"d": [{"x": 0.123456}]}), "0.123456"),
    (charts.has_light_described_charts, spec(description="The half"), "description"),
    (charts.has_charts_of_fixed_width, spec(width="container"), "container"),
    (charts.has_charts_of_fixed_width, spec(hconcat=[{"width": "container"}]), "container"),
    (charts.titles_charts_in_both_languages, spec(encoding=AXIS), "'weight'"),
    (charts.titles_charts_in_both_languages, spec(title="词"), "'词'"),
    (charts.titles_charts_in_both_languages, spec(title={"text": ["a", "half"]}), "'a half'"),
    (charts.titles_charts_in_both_languages, spec(params=[SLIDER]), "'width dₖ '"),
]
