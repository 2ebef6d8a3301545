"""For griffe: examples in docstrings become blocks of code, as Markdown would take ``>>>`` for a quotation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!$).*\n?)*)", re.MULTILINE)


class Examples(Extension):
    """Puts a fence around each example."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Called for each module, class, function and attribute that was read."""
        if not obj.is_alias and obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(
                lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", obj.docstring.value
            )
