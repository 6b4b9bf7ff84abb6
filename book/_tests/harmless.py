"""What the anatomy must leave alone, though it looks like a fault: (the check, a change of the
sample chapter that the check accepts).
"""

from anatomy import cells, charts, habits, pictures, seeds
from changes import source, spec

GUARD = "if x:\n    raise ValueError(\n" + "        'a'\n" * 31 + "    )"
SLIDER = {"name": "log_d", "bind": {"input": "range", "name": "log₂ dₖ "}}
HARMLESS = [
    (cells.has_short_cells, source("result", GUARD)),
    (cells.writes_titles_alike, source("result", "x = 'a # @title'")),
    (habits.shows_results_without_semicolon, source("result", "print(';')  # draw;")),
    (habits.labels_plots_without_han, source("plot", "kinds = set('词')")),
    (seeds.seeds_its_random_numbers, source("result", "torch.manual_seed(0)\ntorch.rand(2)")),
    (seeds.seeds_its_random_numbers, source("result", "def f():\n    return torch.rand(2)")),
    (seeds.seeds_its_random_numbers, source("result", "f = lambda: torch.randn(2)")),
    (seeds.seeds_its_random_numbers, source("total", "#| export\nx = torch.rand(2)")),
    (pictures.ends_drawings_with_show, source("result", "plt.rcParams.update({})")),
    (pictures.ends_drawings_with_show, source("result", "def f():\n    plt.plot([1])")),
    (charts.titles_charts_in_both_languages, spec(title="权重 · weight", params=[SLIDER])),
    (charts.titles_charts_in_both_languages, spec(title=["权重", "· weight"])),
    (charts.titles_charts_in_both_languages, spec(title="softmax(s)", config={"title": {}})),
    (charts.titles_charts_in_both_languages, spec(datasets={"d": [{"title": "Emma"}]})),
    (charts.titles_charts_in_both_languages, spec(encoding={"x": {"title": None}})),
]
