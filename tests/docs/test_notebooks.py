"""The notebooks: each runs from the first cell to the last, within a minute, and is kept without its outputs.

After work in Jupyter, `python tests/docs/test_notebooks.py` strips what they show and know of the machine.
"""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
QUICK = ("first-odds", "why-it-is-exact")
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def executed(path: Path, folder: Path) -> Any:
    """A notebook run in a fresh kernel, in an empty folder; a cell that errors is raised."""
    client = NotebookClient(
        nbformat.read(path, as_version=4),
        timeout=60,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute()


def codes(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_every_reader_has_a_notebook() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "analyst",
        "designer",
        "first-odds",
        "regulator",
        "why-it-is-exact",
    ]


# Jupyter's own client warns about event loops and sockets that the suite has no hand in.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else pytest.mark.slow)
        for path in NOTEBOOKS
    ],
)
def test_a_notebook_runs_and_shows_what_its_last_lines_promise(path: Path, tmp_path: Path) -> None:
    cells = codes(executed(path, tmp_path))
    outputs = [output for cell in cells for output in cell.outputs]
    assert outputs
    # What goes to stderr is a warning that a reader would stumble over.
    assert not [output.text for output in outputs if output.get("name") == "stderr"]
    html = [output for output in outputs if "text/html" in output.get("data", {})]
    assert html or path.stem == "why-it-is-exact"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs_or_traces_of_a_machine(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata == METADATA
    assert not any(cell.metadata for cell in notebook.cells)
    assert not any(cell.outputs or cell.execution_count for cell in codes(notebook))
    assert not re.search(r"(?<![\w.])/(home|root|tmp|usr|work|Users)/", path.read_text(encoding="utf-8"))


def strip() -> None:
    """Take out of every notebook what a run has put in."""
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata = METADATA
        for number, cell in enumerate(notebook.cells):
            cell.metadata = {}
            cell.id = f"cell-{number}"
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        nbformat.write(notebook, path)


if __name__ == "__main__":
    strip()
