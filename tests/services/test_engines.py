"""Which embedder a new folder gets, and that a set is only ever met by the one that made it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from fundstelle.adapters.models.choice import MADE_BY, open_embedder
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import EmbedderUnavailable, WrongUsage
from fundstelle.services.engines import Engines
from tests.services import made_up
from tests.services.made_up import MadeUp, Shelf, installed

CHOICES = {
    ("best", "next", "last"): "best",
    ("next", "last"): "next",
    ("best", "last"): "best",
    ("last",): "last",
}


@pytest.mark.parametrize(("there", "chosen"), CHOICES.items(), ids=str)
def test_a_new_folder_gets_the_best_that_opens_and_says_why(
    there: tuple[str, ...], chosen: str
) -> None:
    found = installed(*there).choose("best")

    assert found.name == chosen
    better = made_up.MADE_BY.keys() - set(there) if chosen != "best" else set()
    assert len(found.passed_over) == list(made_up.MADE_BY).index(chosen)
    for why in found.passed_over:
        assert why.partition(":")[0] in better
        assert "is not installed" in why


def test_who_asks_for_another_one_gets_that_or_an_error() -> None:
    assert installed("best", "last").choose("last").name == "last"
    with pytest.raises(EmbedderUnavailable, match="next is not installed"):
        installed("best", "last").choose("next")
    with pytest.raises(EmbedderUnavailable, match="last is not installed"):
        installed().choose("best")


def test_what_does_not_exist_is_named_with_what_there_is() -> None:
    with pytest.raises(WrongUsage, match=r"'bset'.*best, next, last"):
        installed("best").open("bset")


def key(name: str, *, size: int = 8) -> str:
    return Fingerprint(name, "00", size, "").key


NOT_MET = {
    "not installed": (key("next-v1"), "made by next, which cannot be opened here: next is not"),
    "unknown here": (key("older-v0"), "made by older-v0, which this version does not know"),
    "another version": (key("best-v1", size=9), "made by best in another version"),
}


@pytest.mark.parametrize(("made", "words"), NOT_MET.values(), ids=NOT_MET)
def test_vectors_are_met_by_their_maker_or_by_nobody(made: str, words: str) -> None:
    engines = installed("best", "last")

    assert engines.maker(key("best-v1")).fingerprint.key == key("best-v1")
    with pytest.raises(EmbedderUnavailable, match=words) as raised:
        engines.maker(made)
    assert "fundstelle rebuild --embedder" in str(raised.value)


def test_each_is_opened_once_by_all_threads_together_and_a_missing_one_tried_again() -> None:
    shelf = Shelf(best=MadeUp("best-v1"))
    engines = Engines(shelf, made_up.MADE_BY)

    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(engines.open, ["best"] * 8))

    assert shelf.opened == ["best"]
    assert len(set(map(id, opened))) == 1
    with pytest.raises(EmbedderUnavailable):
        engines.open("next")
    shelf.installed["next"] = MadeUp("next-v1")
    assert engines.open("next").fingerprint.name == "next-v1"


@pytest.mark.parametrize("name", MADE_BY)
def test_every_embedder_that_is_installed_is_known_by_its_fingerprint(name: str) -> None:
    engines = Engines(open_embedder, MADE_BY)
    try:
        embedder = engines.open(name)
    except EmbedderUnavailable as error:
        if name != "use":  # the others are always installed
            raise
        pytest.skip(str(error))

    assert engines.name_of(embedder.fingerprint.key) == name
    assert engines.maker(embedder.fingerprint.key) is embedder
