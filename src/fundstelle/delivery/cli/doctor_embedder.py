"""The part of `doctor` about vectors: does the embedder work, whose are the folder's vectors?"""

from collections.abc import Callable

from fundstelle.bootstrap import Application, is_data_folder
from fundstelle.core.errors import CannotRun, EmbedderUnavailable
from fundstelle.core.model_names import EMBEDDER_SERVERS
from fundstelle.core.nearness import VectorSet
from fundstelle.delivery.cli.options import scope_for
from fundstelle.ports import Embedder
from fundstelle.services.check_embedder import probe

Check = tuple[str, bool, str]
"""What was checked, whether it is fine, and how it is."""


def embedder_checks(opening: Application) -> list[Check]:
    """A real call of the embedder that this folder uses, and how many vectors it has."""
    wanted = opening.settings.embedder
    try:
        there = is_data_folder(opening.settings.data)
        sets = opening.store.upkeep.vector_sets() if there else []
    except CannotRun:
        return []  # the check of the folder says why
    if wanted == "none":
        return [("embedder", True, "none is set: only words are searched")]
    if not sets:
        checks = [_called(lambda: _for_a_new_folder(opening, wanted))]
        return checks + (_none_yet(opening) if there else [])
    current, others = sets[0], sets[1:]
    checks = [_called(lambda: _maker(opening, current)), _vectors(opening, current)]
    return checks + [_unfinished(opening, each, current) for each in others]


def _none_yet(opening: Application) -> list[Check]:
    """A folder of an earlier version, or one that was filled without an embedder."""
    with opening.store.reading(scope_for(opening, None)) as view:
        chunks = view.statistics().chunks
    words = f"none of {chunks:,} chunks has a vector: `fundstelle rebuild` makes them"
    return [("vectors", False, words)] if chunks else []


def _for_a_new_folder(opening: Application, wanted: str) -> tuple[str, Embedder]:
    chosen = opening.engines.choose(wanted)
    passed_over = "".join(f"; not available here: {why}" for why in chosen.passed_over)
    who = f"{chosen.name}, for a new folder{_seen_by(opening, chosen.name)}{passed_over}"
    return who, chosen.embedder


def _maker(opening: Application, current: VectorSet) -> tuple[str, Embedder]:
    name = opening.engines.name_of(current.fingerprint.key)
    who = f"{name}, which made the vectors here{_seen_by(opening, name)}"
    return who, opening.engines.maker(current.fingerprint.key)


def _seen_by(opening: Application, name: str) -> str:
    """Who else gets every text and every question, in words; "" if nobody does."""
    if not name.startswith(EMBEDDER_SERVERS):
        return ""
    settings = opening.settings
    address = settings.ollama_url if name.startswith("ollama:") else settings.openai_url
    return f"; every text and every question goes to {address}"


def _called(opened: Callable[[], tuple[str, Embedder]]) -> Check:
    """Open an embedder and let it embed a question and two sentences."""
    try:
        who, embedder = opened()
        found = probe(embedder)
    except EmbedderUnavailable as error:
        return ("embedder", False, f"{error} Until then only words are searched.")
    facts = (
        f"{who}: a sentence takes {found.sentence_ms:.0f} ms, and the one that answers a question "
        f"is nearer than another ({found.fitting:.2f} > {found.other:.2f})"
    )
    if found.sound:
        return ("embedder", True, facts)
    wrong = (
        f"{who}: its vectors are wrong (cosines {found.fitting:.2f} and {found.other:.2f}, where "
        f"the first must be greater; length off by {found.length_error:.3f}). Install it again."
    )
    return ("embedder", False, wrong)


def _vectors(opening: Application, current: VectorSet) -> Check:
    """Whether every chunk has a vector. Some may lack one: the next import makes them."""
    name = opening.engines.name_of(current.fingerprint.key)
    chunks = current.vectors + current.missing
    words = f"{current.vectors:,} of {chunks:,} chunks have a vector of {name}"
    if current.missing:
        words += f"; the other {current.missing:,} get theirs with the next `fundstelle ingest`"
    if name == opening.engines.names[-1]:
        best = opening.engines.names[0]
        words += f"; it knows no synonyms, `fundstelle rebuild --embedder {best}` does"
    return ("vectors", True, words)


def _unfinished(opening: Application, begun: VectorSet, current: VectorSet) -> Check:
    """A change of the embedder was interrupted, or runs in another program right now."""
    name, old = (opening.engines.name_of(each.fingerprint.key) for each in (begun, current))
    words = (
        f"the change to {name} is not finished ({begun.missing:,} chunks are missing): "
        f"`fundstelle rebuild --embedder {name}` goes on, "
        f"`fundstelle rebuild --embedder {old}` gives it up"
    )
    return ("other vectors", False, words)
