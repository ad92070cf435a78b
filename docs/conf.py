"""How the pages in docs/ become a site: `sphinx-build -W docs site`."""

from importlib.metadata import version as version_of

project = "baccarat"
version = release = version_of("baccarat")
author = "the baccarat authors"
copyright = ""

extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"baccarat {version}"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
nitpicky = True
# The same pages give the same bytes on every day.
html_last_updated_fmt = None
