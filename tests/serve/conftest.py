"""One worker for all tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agents.serve.workers import Workers


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """It is started when it is first asked, and ended at the end."""
    found = Workers(1, 600)
    yield found
    found.close()
