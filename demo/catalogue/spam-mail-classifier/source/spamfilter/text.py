"""Turning a mail into terms that a classifier can count."""

from __future__ import annotations

import re
from typing import NamedTuple

# Order matters: the first alternative that fits at a position wins.
_TOKEN = re.compile(
    r"""
    (?P<url>    (?:https?://|www\.)[^\s<>"']+ )
  | (?P<email>  [\w.+-]+@[\w-]+(?:\.[\w-]+)+ )
  | (?P<money>  (?:₹|rs\.?|inr|usd|\$)\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:lakhs?|crores?|million|k)\b)? )
  | (?P<phone>  (?:\+91[\s-]?)?[6-9]\d{4}[\s-]?\d{5}\b )
  | (?P<percent>\d+(?:\.\d+)?\s?% )
  | (?P<number> \d+(?:[.,:]\d+)* )
  | (?P<shout>  !+ )
  | (?P<word>   [^\W\d_]+(?:'[a-z]+)? )
    """,
    re.VERBOSE | re.IGNORECASE,
)

STOP_WORDS = frozenset(
    """a an the and or of to in on at by is am are was were be been it its this that these
    those as with from for i we they he she his her our us me my so if but then than there
    has have had do does did not no will shall would can could may""".split()
)


class Token(NamedTuple):
    """One term together with the characters of the text it came from."""

    term: str
    start: int
    end: int


def tokenise(text: str) -> list[Token]:
    """Split text into terms.

    Links, sums of money, phone numbers and so on become one general term each
    (``<url>``, ``<money>``): which link it is says little, that there is one
    says a lot. A word in capitals also gives a ``<caps>`` term.
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if match.lastgroup != "word":
            tokens.append(Token(f"<{match.lastgroup}>", start, end))
            continue
        word = match.group()
        term = word.lower()
        if len(term) > 1 and term not in STOP_WORDS:
            tokens.append(Token(term, start, end))
            if len(word) > 3 and word.isupper():
                tokens.append(Token("<caps>", start, end))
    return tokens


def terms_of(subject: str, body: str) -> list[str]:
    """All terms of a mail: single terms, and pairs of neighbours in the body.

    Words of the subject count twice, once plainly and once marked as subject.
    """
    subject_terms = [token.term for token in tokenise(subject)]
    body_terms = [token.term for token in tokenise(body)]
    pairs = [f"{a} {b}" for a, b in zip(body_terms, body_terms[1:])]
    return [*subject_terms, *(f"subject:{term}" for term in subject_terms), *body_terms, *pairs]
