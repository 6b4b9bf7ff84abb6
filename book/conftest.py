"""Names the cells of a notebook in a test report as Jupyter does.

nbval counts from 0, Jupyter from 1: who reads "Cell 28" in a report would open another cell.
"""


def pytest_collection_modifyitems(items):
    for item in items:
        if hasattr(item, "cell_num"):
            item.name = f"cell {item.cell_num + 1} (id {item.cell.get('id', '-')})"
            item._nodeid = f"{item.parent.nodeid}::{item.name}"
