"""maraud: tactical fights that play themselves, replay, and stand an audit."""

__version__ = "0.1.0"
