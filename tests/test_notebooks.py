"""The notebooks: run from the first cell to the last, each must show what is kept in it.

After a change of what is shown, `python tests/test_notebooks.py` runs them and keeps the outputs of today.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def executed(path: Path) -> Any:
    """A notebook run in a fresh kernel, in its own folder; a cell that errors is raised."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    return client.execute()


def shown(notebook: Any) -> Iterator[tuple[str, list[str]]]:
    """Each code cell with the plain texts that it shows."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            yield (
                cell.source,
                [
                    output.text if output.output_type == "stream" else output.data["text/plain"]
                    for output in cell.outputs
                ],
            )


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


# Jupyter's own client warns about event loops and sockets that the suite has no hand in.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_shows_what_it_computes(path: Path) -> None:
    assert list(shown(executed(path))) == list(shown(nbformat.read(path, as_version=4)))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_keeps_nothing_of_the_machine(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert not any(cell.metadata for cell in notebook.cells)
    assert [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"] == list(
        range(1, 1 + sum(cell.cell_type == "code" for cell in notebook.cells))
    )
    assert not re.search(r"(?<![\w.])/(home|root|tmp|usr|work|Users)/", path.read_text(encoding="utf-8"))


def rewrite() -> None:
    """Run every notebook and keep what it shows."""
    for path in NOTEBOOKS:
        notebook = executed(path)
        notebook.metadata = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
        for cell in notebook.cells:
            cell.metadata = {}
        nbformat.write(notebook, path)


if __name__ == "__main__":
    rewrite()
