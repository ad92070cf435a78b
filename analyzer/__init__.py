"""Every probability in baccarat, exactly, as a rational number.

The public names are listed in `__init__.pyi`. Each is loaded on first use, so `import analyzer` stays light.
"""

from lazy_loader import attach_stub

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
