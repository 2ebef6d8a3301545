"""
The languages in which a fight is told.

English is written in the code; the other languages are catalogues of gettext in ``words/``, which ``make words`` keeps
up to date. Names of creatures are nobody's words: they stay as they are.
"""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import as_file, files

from sim.core.errors import BadInput

LANGUAGES = ("en", "fr")
"""What ``--lang`` takes, the one that is written in the code first."""
TERM = "term"
"""The context of what a rulebook calls by a name of its own: weapons, spells, conditions, the parts of a total."""
ORDER = "order"
"""The context of the words that orders are made of."""


class Tongue:
    """
    One language.

    >>> tongue("fr").say("{who} draws {weapon}", who="ann", weapon=tongue("fr").term("longsword"))
    'ann dégaine : épée longue'
    """

    def __init__(self, code: str, words: gettext.NullTranslations) -> None:
        self.code = code
        self._words = words

    def say(self, message: str, /, **values: object) -> str:
        """A sentence, or a part of one, with its values put in."""
        return self._words.gettext(message).format_map(values) if message else ""

    def many(self, one: str, several: str, number: int, /, **values: object) -> str:
        """The same for a number of things, which stands as ``{number}``."""
        return self._words.ngettext(one, several, number).format_map({"number": number, **values})

    def term(self, word: str) -> str:
        """What the rulebook calls it in this language; a word that the catalogue does not know stays as it is."""
        return self._words.pgettext(TERM, word) if word else ""

    def order(self, word: str) -> str:
        """A word of an order: a verb, a keyword, or a term."""
        said = self._words.pgettext(ORDER, word)
        return said if said != word else self.term(word)


ENGLISH = Tongue(LANGUAGES[0], gettext.NullTranslations())


@cache
def tongue(code: str) -> Tongue:
    """
    The language with this code.

    :raises BadInput: when there is no such language.
    """
    if code not in LANGUAGES:
        raise BadInput(f"--lang {code[:20]!r} is no language here: use one of {', '.join(LANGUAGES)}")
    if code == LANGUAGES[0]:
        return ENGLISH
    with as_file(files("sim.replay").joinpath("words")) as folder:
        return Tongue(code, gettext.translation("maraud", folder, [code]))
