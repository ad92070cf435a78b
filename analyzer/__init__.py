"""Every probability in baccarat, exactly, as a rational number.

The public names are listed in `__init__.pyi`. Each is loaded on first use, so `import analyzer` stays light.
"""

from lazy_loader import attach_stub

__version__ = "0.1.0"

# Importing a subpackage sets its name here. Where a public function has that name, the subpackage is imported
# now, and its name removed, so that the name always means the function.
from analyzer import audit, bets, report

del audit, bets, report

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
