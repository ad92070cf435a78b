"""How the pages in docs/ become a site: `sphinx-build -W docs site`."""

import sys
from importlib import import_module
from importlib.metadata import version as version_of
from pathlib import Path
from shutil import copy2
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

project = "baccarat"
version = release = version_of("baccarat")
author = "the baccarat authors"
copyright = ""

extensions = ["myst_nb"]
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"baccarat {version}"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
nitpicky = True
# Commands and error sentences are shown as they are.
smartquotes = False
# The same pages give the same bytes on every day.
html_last_updated_fmt = None
html_math_renderer = "mathml"


def in_line(page: Any, node: nodes.Element) -> None:
    """A formula within a sentence, as MathML: browsers draw it with no script and no network."""
    page.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def on_a_line(page: Any, node: nodes.Element) -> None:
    """A formula on its own line."""
    page.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def build_pages(app: Any) -> None:
    """Write the reference's built pages and copy the notebooks, before Sphinx looks for pages."""
    for notebook in (Path(app.srcdir).parent / "notebooks").glob("*.ipynb"):
        (Path(app.srcdir) / "notebooks").mkdir(exist_ok=True)
        copy2(notebook, Path(app.srcdir) / "notebooks")
    tests = Path(app.srcdir).parent / "tests"
    sys.path[:0] = [str(tests), str(tests / "docs")]
    import_module("reference").write(Path(app.srcdir) / "reference")


def setup(app: Any) -> None:
    """Docutils draws formulas; Sphinx's own renderer fetches a script from the network."""
    app.add_html_math_renderer("mathml", (in_line, None), (on_a_line, None))
    app.connect("builder-inited", build_pages)
