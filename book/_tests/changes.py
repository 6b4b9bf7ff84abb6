"""Small changes of the sample chapter, each a function of the notebook and its cells by id.

spoilers.py makes faults of them, harmless.py what only looks like one.
"""

from anatomy.source import VEGA


def source(id, new):
    """Cell `id` gets another source."""
    return lambda data, cell: cell[id].update(source=new)


def output(id, *new):
    """Cell `id` gets other outputs."""
    return lambda data, cell: cell[id].update(outputs=list(new))


def metadata(id, **new):
    """Cell `id` gets other metadata."""
    return lambda data, cell: cell[id]["metadata"].update(new)


def shown(id, new):
    """The first output of cell `id` gets other data."""
    return lambda data, cell: cell[id]["outputs"][0]["data"].update(new)


def spec(**new):
    """The chart's specification changes."""

    def spoil(data, cell):
        chart = cell["chart"]["outputs"][0]["data"]
        chart[VEGA] = {**chart[VEGA], **new}

    return spoil


def replace(id, *new):
    """Other cells stand where cell `id` stood."""

    def spoil(data, cell):
        position = data["cells"].index(cell[id])
        data["cells"][position : position + 1] = new

    return spoil


def update(**new):
    """The notebook's own fields change."""
    return lambda data, cell: data.update(new)


def swap(one, other):
    """Two cells trade their sources."""

    def spoil(data, cell):
        sources = cell[other]["source"], cell[one]["source"]
        cell[one]["source"], cell[other]["source"] = sources

    return spoil


def field(id, name, value):
    """Cell `id` gets another value in one of its own fields, such as its count."""
    return lambda data, cell: cell[id].update({name: value})
