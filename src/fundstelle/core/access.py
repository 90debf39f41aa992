"""Who may read what. For now a scope is made of collection names; users come later."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Collection:
    """The unit of rights: every document belongs to exactly one."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The collections one caller may read, already resolved. Empty means: nothing."""

    collection_ids: frozenset[str]
