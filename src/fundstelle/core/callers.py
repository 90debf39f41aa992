"""Who asks for a change or an explanation, and of which collections they may decide."""

from collections.abc import Iterable
from dataclasses import dataclass

from fundstelle.core.access import Access, Collection


@dataclass(frozen=True, slots=True)
class Operator:
    """Whoever runs the command line: the rights of the folder are the gate."""


Caller = Operator | Access


def administers(caller: Caller) -> bool:
    """Whether the caller may change users and groups."""
    if isinstance(caller, Operator):
        return True
    return caller.user.is_admin and not caller.user.is_disabled


def managed(caller: Caller, collections: Iterable[Collection]) -> tuple[Collection, ...]:
    """Those collections of which the caller may decide who reads them."""
    if isinstance(caller, Operator):
        return tuple(collections)
    return tuple(one for one in collections if caller.may_manage(one.id))
