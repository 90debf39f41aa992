"""The first administrator."""

from pathlib import Path

import pytest

from fundstelle.delivery.http.setup import SetupLink
from tests.delivery.http.desk import PASSWORD, Desk, desk_over
from tests.delivery.http.test_signing_in import NEW, login


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return tmp_path / "new"


def test_the_setup_link_makes_one_administrator_once(empty: Path) -> None:
    with desk_over(empty) as desk:
        given = {"token": desk.site.setup.token, "name": "erste", "password": PASSWORD}
        weak = given | {"password": "kurz"}
        assert desk.call("anonymous", "POST", "/setup", json=weak).status_code == 422
        made = desk.call("anonymous", "POST", "/setup", json=given)
        again = desk.call("anonymous", "POST", "/setup", json=given | {"name": "zweite"})

        assert made.status_code == 201
        assert again.status_code == 404
        assert login(desk, "erste", body={"administration": True}).status_code == 200


def test_the_setup_link_of_another_start_is_worth_nothing(empty: Path) -> None:
    with desk_over(empty) as desk:
        for token in ("", "x", desk.site.setup.token[:-1]):
            given = {"token": token, "name": "erste", "password": PASSWORD}
            assert desk.call("anonymous", "POST", "/setup", json=given).status_code == 404


def test_of_two_at_once_only_one_uses_the_link() -> None:
    """Both may have been told that there is no administrator yet."""
    link = SetupLink()

    assert [link.use("x"), link.use(link.token), link.use(link.token)] == [False, True, False]
    assert not link.fits(link.token)


def test_with_an_administrator_there_is_no_setup(desk: Desk) -> None:
    given = {"token": desk.site.setup.token, "name": "neu", "password": NEW}

    assert desk.call("anonymous", "POST", "/setup", json=given).status_code == 404
