"""What the door for passwords, sessions and keys promises, over every store."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fundstelle.core.access import User
from fundstelle.core.errors import NotFound
from fundstelle.core.sign_in import ApiKey, Session
from fundstelle.ports import Store
from tests.contracts.stores import OPENERS

TOKEN, OTHER = b"t" * 32, b"o" * 32


@pytest.fixture(params=OPENERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return OPENERS[request.param](tmp_path / "data")


@pytest.fixture
def anna(store: Store) -> User:
    store.directory.add_user("Rest", admin=True)  # somebody has to be left
    return store.directory.add_user("Anna", admin=True)


def session(user: User, name: str = "s1", at: int = 100) -> Session:
    return Session(name, user.id, False, at, at, at + 1000)


def test_a_user_is_found_by_any_writing_of_the_name(store: Store, anna: User) -> None:
    assert store.credentials.user_named("  aNNa ") == anna
    assert store.credentials.user_named("Ann") is None


def test_a_new_password_ends_every_session_and_only_of_its_user(store: Store, anna: User) -> None:
    ben = store.directory.add_user("Ben")
    store.credentials.begin_session(TOKEN, session(anna))
    store.credentials.begin_session(OTHER, session(ben, "s2"))

    store.credentials.set_password(anna.id, "same", keep_sessions=True)
    assert store.credentials.session(TOKEN) == session(anna)

    store.credentials.set_password(anna.id, "other")
    assert store.credentials.password(anna.id) == "other"
    assert store.credentials.session(TOKEN) is None
    assert store.credentials.session(OTHER) == session(ben, "s2")


@pytest.mark.parametrize("change", ["disabled", "demoted", "removed", "ended", "all"])
def test_a_session_does_not_outlive(store: Store, anna: User, change: str) -> None:
    store.credentials.begin_session(TOKEN, session(anna))
    changes: dict[str, Callable[[], object]] = {
        "disabled": lambda: store.directory.set_disabled(anna.id, disabled=True),
        "demoted": lambda: store.directory.set_admin(anna.id, admin=False),
        "removed": lambda: store.directory.remove_user(anna.id),
        "ended": lambda: store.credentials.end_session("s1"),
        "all": lambda: store.credentials.end_sessions(anna.id),
    }
    changes[change]()

    assert store.credentials.session(TOKEN) is None
    assert store.credentials.sessions(anna.id) == ()


def test_sessions_are_listed_seen_and_dropped(store: Store, anna: User) -> None:
    door = store.credentials
    door.begin_session(TOKEN, session(anna, "old", at=100))
    door.begin_session(OTHER, session(anna, "new", at=200))
    door.see_session("old", 250)

    assert [(s.id, s.seen_at) for s in door.sessions(anna.id)] == [("new", 200), ("old", 250)]
    assert door.end_sessions(anna.id, but="old") == 1
    assert door.end_session("new") is False
    assert door.drop_sessions(ended_before=0, unseen_since=249) == 0
    assert door.drop_sessions(ended_before=0, unseen_since=250) == 1
    assert door.sessions(anna.id) == ()


def test_nobody_and_the_disabled_begin_no_session(store: Store, anna: User) -> None:
    store.directory.set_disabled(anna.id, disabled=True)
    nobody = User("0" * 32, "Nobody")

    for user in (anna, nobody):
        with pytest.raises(NotFound):
            store.credentials.begin_session(TOKEN, session(user))
    with pytest.raises(NotFound):
        store.credentials.set_password(nobody.id, "x")
    assert store.credentials.password(nobody.id) is None


def test_a_key_narrowed_to_what_is_gone_opens_nothing(store: Store, anna: User) -> None:
    plans = store.upkeep.add_collection("Pläne")
    narrow = ApiKey("k1", anna.id, "a", True, frozenset([plans.id]), 5, 50)
    wide = ApiKey("k2", anna.id, "b", False, None, 6)
    store.credentials.add_key(TOKEN, narrow)
    store.credentials.add_key(OTHER, wide)
    assert store.credentials.keys(anna.id) == (narrow, wide)

    store.upkeep.remove_collection(plans.id)

    found = store.credentials.key(TOKEN)
    assert found is not None
    assert found.collection_ids == frozenset()
    assert store.credentials.key(OTHER) == wide


def test_keys_are_used_removed_and_go_with_their_user(store: Store, anna: User) -> None:
    door = store.credentials
    door.add_key(TOKEN, ApiKey("k1", anna.id, "a", False, None, 5))
    door.add_key(OTHER, ApiKey("k2", anna.id, "b", False, None, 5))
    door.use_key("k1", 3600)

    first, second = door.keys()
    assert (first.used_at, second.used_at) == (3600, None)
    assert door.remove_key("k1") is True
    assert door.remove_key("k1") is False
    store.directory.remove_user(anna.id)
    assert (door.keys(), door.key(OTHER)) == ((), None)


def test_a_key_for_what_is_not_there_is_not_made(store: Store, anna: User) -> None:
    lost = ApiKey("k1", anna.id, "a", False, frozenset(["nowhere"]), 5)
    with pytest.raises(NotFound):
        store.credentials.add_key(TOKEN, lost)
    with pytest.raises(NotFound):
        store.credentials.add_key(TOKEN, ApiKey("k2", "0" * 32, "a", False, None, 5))
    assert store.credentials.keys() == ()
