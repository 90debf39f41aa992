"""Fundstelle: ask your own documents, see the proof.

The public names of the package. They are loaded when they are first used, so that
`import fundstelle` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fundstelle.core.answers import Answer, Citation, Hit
    from fundstelle.core.errors import FundstelleError
    from fundstelle.delivery.python import KnowledgeBase

__all__ = ["Answer", "Citation", "FundstelleError", "Hit", "KnowledgeBase"]

_HOMES = {
    "Answer": "fundstelle.core.answers",
    "Citation": "fundstelle.core.answers",
    "FundstelleError": "fundstelle.core.errors",
    "Hit": "fundstelle.core.answers",
    "KnowledgeBase": "fundstelle.delivery.python",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'fundstelle' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
