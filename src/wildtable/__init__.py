"""Five card games at one table."""

from wildtable._build import compiled, use_sources, wants_sources

__version__ = "0.1.0"

# The public names, in the order a reader meets them.
__all__ = ["__version__", "compiled"]

# Must come before any other module of the package is imported: a compiled file, once loaded, stays.
if wants_sources():
    use_sources()
