"""The notebooks: each runs from the first cell to the last within a minute, and shows its stored outputs.

`python tests/docs/test_notebooks.py` runs them all and stores their outputs, without traces of the machine.
"""

import ast
import re
import tempfile
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
EXTRAS = {
    "matplotlib": "plot",
    "pandas": "pandas",
    "polars": "polars",
    "to_pandas": "pandas",
    "to_polars": "polars",
}
"""The extra that provides what a notebook imports or calls."""

MOST_BYTES = 130_000
"""The largest size of a notebook with its outputs."""

FOREIGN = re.compile(r"^shape: |class=\"dataframe|Figure size|^ +\w+.*\n0 ", re.MULTILINE)
"""Outputs of other libraries, which look different in each of their versions."""


def executed(path: Path, folder: Path) -> Any:
    """A notebook after it ran in a new kernel, in an empty folder. Raises the error of a cell that fails."""
    client = NotebookClient(
        nbformat.read(path, as_version=4),
        timeout=60,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute()


def codes(notebook: Any) -> list[Any]:
    """The code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(notebook: Any) -> list[list[str]]:
    """The text outputs of each code cell, except those of other libraries."""
    return [
        [text for output in cell.outputs if not FOREIGN.search(text := text_of(output))]
        for cell in codes(notebook)
    ]


def text_of(output: Any) -> str:
    """The text of an output."""
    data = output.get("data", {})
    return str(output.get("text") or data.get("text/html") or data.get("text/plain"))


def test_every_reader_has_a_notebook() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "analyst",
        "designer",
        "first-odds",
        "regulator",
        "why-it-is-exact",
    ]


# Jupyter's client warns about event loops and sockets that the suite does not control.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else pytest.mark.slow)
        for path in NOTEBOOKS
    ],
)
def test_a_notebook_runs_and_shows_its_stored_outputs(path: Path, tmp_path: Path) -> None:
    kept = nbformat.read(path, as_version=4)
    run = executed(path, tmp_path)
    assert shown(run) == shown(kept)
    outputs = [output for cell in codes(run) for output in cell.outputs]
    # A warning on stderr would only confuse a reader.
    assert not [output.text for output in outputs if output.get("name") == "stderr"]
    assert len(outputs) > 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_has_no_traces_of_a_machine(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata == METADATA
    assert not any(cell.metadata or cell.get("execution_count") for cell in notebook.cells)
    text = path.read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES
    assert not re.search(r"(?<![\w.])/(home|root|tmp|usr|work|Users)/", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_the_extras_that_it_needs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    tree = ast.parse("\n".join(cell.source for cell in codes(notebook)))
    used = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name.partition(".")[0] for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.attr]
            if isinstance(node, ast.Attribute)
            else []
        )
    }
    named = re.findall(r"\[([\w,]+)\]'`", notebook.cells[0].source)
    assert {EXTRAS[name] for name in used & EXTRAS.keys()} == set(",".join(named).split(",")) - {""}


def keep_outputs() -> None:
    """Run every notebook and store its outputs, without metadata of the machine and the run."""
    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook = executed(path, Path(folder))
        notebook.metadata = METADATA
        for number, cell in enumerate(notebook.cells):
            cell.metadata = {}
            cell.id = f"cell-{number}"
            if cell.cell_type == "code":
                cell.execution_count = None
                for output in cell.outputs:
                    output.pop("execution_count", None)
                    if output.output_type == "execute_result":
                        output.execution_count = None
        nbformat.write(notebook, path)


if __name__ == "__main__":
    keep_outputs()
