"""What was measured, with what, and when: without it a figure says nothing."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """digest: of the set's content. date: ISO 8601. fingerprints: part -> what decides its work.

    set_name: the folder's own name, never its path.
    """

    set_name: str
    digest: str
    documents: int
    split: str
    mode: str
    date: str
    program: str
    settings: Mapping[str, str | int | float | None]
    fingerprints: Mapping[str, str]
