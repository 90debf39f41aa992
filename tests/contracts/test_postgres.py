"""What the store on PostgreSQL promises beyond the contract that all stores keep."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fundstelle.core.access import Scope
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import CannotRun
from fundstelle.ports import View
from tests.contracts.material import SMALL, embed, prepared, vector_of
from tests.contracts.stores import OPENERS
from tests.contracts.test_store_states import TEXTS, URIS, WORDS, everything
from tests.contracts.test_store_vectors import BAD

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (extra postgres)")

from fundstelle.adapters.stores.postgres import APPLICATION, PostgresStore, connect  # noqa: E402
from fundstelle.adapters.stores.postgres_scope import ScopedReader  # noqa: E402
from tests.contracts.postgres_copy import CopiedStore  # noqa: E402

COSINE_TOLERANCE = 1e-6
"""SQLite adds the products of a cosine in float64, PostgreSQL in float32; both from float16."""

LARGE = Fingerprint("large", "1a", 384, "")


@pytest.fixture
def copied(postgres_conninfo: str) -> Iterator[CopiedStore]:
    store = CopiedStore(postgres_conninfo)
    yield store
    store.close()


DOCUMENTS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(URIS), TEXTS, st.sampled_from(["", *WORDS])),
    max_size=8,
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(documents=DOCUMENTS, embedded=st.integers(0, 12))
def test_whatever_it_holds_it_says_what_the_oracle_says(
    copied: CopiedStore, documents: list[tuple[int, str, list[str], str]], embedded: int
) -> None:
    copied.begin_again()
    upkeep = copied.oracle.upkeep
    ids = [upkeep.add_collection(name).id for name in ("Personal", "Technik", "Vorstand")]
    for number, uri, texts, title in documents:
        known = upkeep.known(ids[number]).get(uri)
        version = known.version + 1 if known else 1
        paged, language = len(texts) > 1, "en" if title else "de"
        made = prepared(
            ids[number], uri, *texts, version=version, title=title, paged=paged, language=language
        )
        upkeep.replace(made)
    upkeep.begin_set(SMALL)
    embed(upkeep, SMALL, limit=embedded)
    copied.copy()

    for size in range(4):
        for readable in combinations(ids, size):
            scope = Scope(frozenset(readable))
            with copied.reading(scope) as view, copied.oracle.reading(scope) as right:
                own = list(readable)
                assert everything(view, own, ids) == everything(right, own, ids)
                compare_vectors(view, right)


def compare_vectors(view: View, right: View) -> None:
    """Both must say the same about vectors. What lies nearer than the tolerance has no order."""
    assert view.vectors() == right.vectors()
    assert view.vector_counts() == right.vector_counts()
    chunks = [chunk.id for document in right.documents() for chunk in right.chunks_of(document.id)]
    asked = vector_of("Frage", SMALL)
    for raised in ({}, {"en": 0.1}):
        found = view.nearest(asked, SMALL.key, limit=99, raised=raised)
        held = right.nearest(asked, SMALL.key, limit=99, raised=raised)
        assert sorted(found.chunk_ids) == sorted(held.chunk_ids)
        assert view.cosines(chunks, asked, SMALL.key, raised=raised) == pytest.approx(
            right.cosines(chunks, asked, SMALL.key, raised=raised),
            abs=COSINE_TOLERANCE,
            nan_ok=True,
        )


def test_cosines_are_those_of_sqlite_within_rounding(copied: CopiedStore, tmp_path: Path) -> None:
    texts = [f"Absatz {number}." for number in range(200)]
    found = []
    for store in (OPENERS["sqlite"](tmp_path / "data"), copied):
        collection = store.upkeep.add_collection("Personal")
        store.upkeep.replace(prepared(collection.id, "/a", *texts))
        store.upkeep.begin_set(LARGE)
        embed(store.upkeep, LARGE)
        with store.reading(Scope(frozenset({collection.id}))) as view:
            near = view.nearest(vector_of("Frage", LARGE), LARGE.key, limit=20)
            found.append((near, [chunk.text for chunk in view.chunks(near.chunk_ids)]))
    (one, its), (other, others) = found

    assert np.abs(one.cosines - other.cosines).max() <= COSINE_TOLERANCE
    assert its == others


def test_a_statement_without_the_scope_is_refused(postgres_conninfo: str) -> None:
    with connect(postgres_conninfo) as db:
        reader = ScopedReader(db, Scope(frozenset()))
        with pytest.raises(ValueError, match="readable"):
            reader.rows("SELECT id FROM documents")


def test_a_view_cannot_change_anything_and_sees_one_instant(postgres_conninfo: str) -> None:
    with connect(postgres_conninfo) as db:
        (level,) = db.execute("SHOW transaction_isolation").fetchone() or ("",)
        assert level == "repeatable read"
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            db.execute("DELETE FROM collections")


def test_a_view_is_useless_once_it_is_closed(copied: CopiedStore) -> None:
    collection = copied.upkeep.add_collection("Personal")
    copied.upkeep.replace(prepared(collection.id, "/a", "Urlaub."))
    with copied.reading(Scope(frozenset({collection.id}))) as view:
        assert len(view.documents()) == 1
    with copied.reading(Scope(frozenset())) as other, pytest.raises(AttributeError):
        view.documents()
    assert other.collections() == ()


@pytest.mark.parametrize("vector", BAD.values(), ids=BAD)
def test_an_unsound_question_is_refused(copied: CopiedStore, vector: np.ndarray) -> None:
    copied.upkeep.begin_set(SMALL)
    with copied.reading(Scope(frozenset())) as view:
        with pytest.raises(ValueError, match="vector"):
            view.nearest(vector, SMALL.key, limit=9)
        with pytest.raises(ValueError, match="vector"):
            view.cosines([], vector, SMALL.key)


def test_a_server_that_is_away_is_said_without_the_password(tmp_path: Path) -> None:
    store = PostgresStore(f"host={tmp_path} user=anna password=geheim dbname=x")
    with (
        pytest.raises(CannotRun, match="does not answer") as caught,
        store.reading(Scope(frozenset())),
    ):
        pass

    assert "geheim" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_connection_the_server_ended_is_replaced(
    copied: CopiedStore, postgres_conninfo: str
) -> None:
    collection = copied.upkeep.add_collection("Personal")
    scope = Scope(frozenset({collection.id}))
    with copied.reading(scope) as view:
        assert view.collections() == (collection,)
    end_others(postgres_conninfo)

    with copied.reading(scope) as view:
        assert view.collections() == (collection,)
        end_others(postgres_conninfo)
        with pytest.raises(psycopg.OperationalError):
            view.documents()
    with copied.reading(scope) as view:
        assert view.documents() == []


def end_others(conninfo: str) -> None:
    """End every reading connection, as a server does that is started again."""
    with psycopg.connect(conninfo) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE application_name = %s AND pid <> pg_backend_pid()",
            [APPLICATION],
        )


def test_a_closed_store_opens_no_view(copied: CopiedStore) -> None:
    copied.postgres.close()
    with pytest.raises(CannotRun, match="closed"), copied.reading(Scope(frozenset())):
        pass


def test_a_view_outlives_the_closing_of_its_store(copied: CopiedStore) -> None:
    with copied.reading(Scope(frozenset())) as view:
        copied.postgres.close()
        assert view.documents() == []
