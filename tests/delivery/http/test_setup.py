"""The first administrator."""

from pathlib import Path

import pytest

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


def test_with_an_administrator_there_is_no_setup(desk: Desk) -> None:
    given = {"token": desk.site.setup.token, "name": "neu", "password": NEW}

    assert desk.call("anonymous", "POST", "/setup", json=given).status_code == 404
