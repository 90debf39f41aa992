"""No library that a user installs may put its licence upon the whole (GPL, AGPL).

Walks the installed requirements of fundstelle, with theirs, without the tools of development.
Of the extras that a user may choose, it walks what is installed.
"""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("postgres",)

# LGPL libraries are allowed one by one, with the reason.
CHOSEN = "used unchanged, exchangeable by its user, and only installed with the extra postgres"
ALLOWED_LGPL: dict[str, str] = {"psycopg": CHOSEN, "psycopg-binary": CHOSEN}
# Libraries whose metadata says nothing, with the place where the licence was read.
SAYS_NOTHING: dict[str, str] = {}

COPYLEFT = re.compile(
    r"\bA?GPL|General Public License|Affero|\bSSPL|Server Side Public", re.IGNORECASE
)
LESSER = re.compile(r"\bLGPL|Lesser General Public|Library or Lesser", re.IGNORECASE)


def dependencies(root: str) -> dict[str, Distribution]:
    """Every installed distribution that root needs, itself left out, by canonical name."""
    found: dict[str, Distribution] = {}
    done: set[tuple[str, str]] = set()
    todo = [(root, extra) for extra in ("", *EXTRAS)]
    optional = {name for extra in EXTRAS for name in _only_with(root, extra)}
    while todo:
        name, extra = todo.pop()
        if (name, extra) in done:
            continue
        done.add((name, extra))
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            if name not in optional:
                raise
            continue
        for line in found[name].requires or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                todo += [(canonicalize_name(need.name), e) for e in ("", *need.extras)]
    del found[root]
    return found


def _only_with(root: str, extra: str) -> set[str]:
    """What one extra adds, by canonical name."""
    needs = map(Requirement, distribution(root).requires or ())
    return {
        canonicalize_name(need.name)
        for need in needs
        if need.marker is not None
        and need.marker.evaluate({"extra": extra})
        and not need.marker.evaluate({"extra": ""})
    }


def licences(library: Distribution) -> list[str]:
    """What the metadata says: the expression if there is one, else classifiers and short field."""
    meta = library.metadata
    if "License-Expression" in meta:
        return [meta["License-Expression"]]
    said = [c for c in meta.get_all("Classifier") or () if c.startswith("License ::")]
    field = meta["License"].strip() if "License" in meta else ""
    # A long field is the text of a licence, and its first line names it.
    return [*said, *([field.splitlines()[0]] if field else [])]


def forbidden(licence: str) -> bool:
    """Whether every alternative of a licence is GPL, AGPL or the like ("MIT OR GPL-2.0" is not)."""
    return all(
        any(COPYLEFT.search(part) and not _excepted(part) for part in _parts(alternative))
        for alternative in re.split(r"\bOR\b", licence)
    )


def _parts(alternative: str) -> list[str]:
    return re.split(r"\bAND\b", alternative)


def _excepted(part: str) -> bool:
    """LGPL has a list of its own; run-time libraries of compilers allow any use."""
    return bool(
        LESSER.search(part)
        or re.search(r"GCC[- ]exception|Linking[- ]exception", part, re.IGNORECASE)
    )


LIBRARIES = dependencies("fundstelle")


@pytest.mark.parametrize("name", sorted(LIBRARIES))
def test_a_library_allows_closed_use(name: str) -> None:
    said = licences(LIBRARIES[name])

    assert said or name in SAYS_NOTHING, "its metadata names no licence"
    assert [licence for licence in said if forbidden(licence)] == []
    assert name in ALLOWED_LGPL or not any(LESSER.search(licence) for licence in said)


EXPRESSIONS = [
    ("GPL-3.0-or-later", True),
    ("AGPL-3.0", True),
    ("License :: OSI Approved :: GNU General Public License v3 (GPLv3)", True),
    ("License :: OSI Approved :: GNU Affero General Public License v3", True),
    ("MIT AND GPL-2.0-only", True),
    ("GPLv2", True),
    ("GNU GPL", True),
    ("MIT OR GPL-2.0-only", False),
    ("BSD-3-Clause AND GPL-3.0-with-GCC-exception", False),
    ("BSD-3-Clause AND 0BSD AND MIT", False),
    ("Apache-2.0", False),
    ("License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)", False),
]


@pytest.mark.parametrize(("licence", "expected"), EXPRESSIONS)
def test_licences_are_understood(licence: str, *, expected: bool) -> None:
    assert forbidden(licence) is expected
