"""The plain pages: forms that post to themselves, without script, in both languages."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.http.desk import PASSWORD, Desk, desk_over

GERMAN = {"accept-language": "de"}


def page(desk: Desk, path: str, caller: str = "anonymous", **more: Any) -> Any:
    return desk.call(caller, "GET", f"~{path}", **more)


@pytest.mark.parametrize(
    ("path", "german", "english"),
    [
        ("/login", "Anmelden", "Sign in"),
        ("/login?administration=true", "Zur Verwaltung anmelden", "Sign in for administration"),
        ("/logout", "Abmelden", "Sign out"),
    ],
)
def test_a_page_speaks_the_language_of_its_reader(
    desk: Desk, path: str, german: str, english: str
) -> None:
    for heads, title, lang in ((GERMAN, german, "de"), ({}, english, "en")):
        text = page(desk, path, headers=heads).text
        assert f"<h1>{title}</h1>" in text
        assert f'<html lang="{lang}">' in text


@pytest.mark.parametrize("path", ["/login", "/logout", "/docs", "/setup?token=x"])
def test_a_page_has_no_script_and_nothing_from_elsewhere(desk: Desk, path: str) -> None:
    answer = page(desk, path, "member")
    if answer.is_redirect:
        answer = page(desk, path)

    assert "<script" not in answer.text
    assert not re.findall(r"\s(?:on\w+|style)=", answer.text)
    assert not re.findall(r'(?:src|href|action)="(?!/)', answer.text)
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_a_form_posts_to_its_own_page(desk: Desk) -> None:
    (form,) = re.findall(r"<form[^>]*>", page(desk, "/login").text)

    assert form == '<form method="post">'


def login(desk: Desk, path: str = "/login", **more: Any) -> Any:
    given = {"name": "administrator", "password": PASSWORD} | more.pop("given", {})
    return desk.call("anonymous", "POST", f"~{path}", data=given, **more)


def test_the_form_signs_in(desk: Desk) -> None:
    answer = login(desk)
    cookie = answer.headers["set-cookie"].partition(";")[0]

    assert answer.headers["location"] == "/"
    assert desk.call("anonymous", "GET", "/sessions", headers={"cookie": cookie}).status_code == 200


def test_signed_in_people_sign_in_for_administration_anew(desk: Desk) -> None:
    assert page(desk, "/login?administration=true", "administrator").status_code == 200
    answer = login(desk, "/login?administration=true")

    assert answer.status_code == 303
    assert "fundstelle_admin" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "given", [{"password": "falsch und lang"}, {"name": "niemand"}, {"name": "", "password": ""}]
)
def test_what_is_wrong_is_said_on_the_page_and_not_repeated(
    desk: Desk, given: dict[str, str]
) -> None:
    answer = login(desk, given=given, headers=GERMAN)

    assert answer.status_code == 401
    assert "Name oder Passwort stimmt nicht." in answer.text
    assert "set-cookie" not in answer.headers
    assert not any(value and value in answer.text for value in given.values())


def test_too_many_tries_are_told_with_the_time_to_wait(desk: Desk) -> None:
    for _ in range(10):
        login(desk, given={"password": "falsch und lang"})
    answer = login(desk, headers=GERMAN)

    assert answer.status_code == 429
    assert f"Warten Sie {answer.headers['retry-after']} Sekunden" in answer.text


def test_no_other_page_posts_our_forms(desk: Desk) -> None:
    evil = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}

    assert login(desk, headers=evil).status_code == 403
    assert desk.call("member", "POST", "~/logout", headers=evil).status_code == 403
    assert desk.call("member", "GET", "/sessions").status_code == 200


def test_the_logout_form_ends_the_session(desk: Desk) -> None:
    assert desk.call("member", "POST", "~/logout").headers["location"] == "/login"
    assert desk.call("member", "GET", "/sessions").status_code == 401


def test_the_first_page_leads_on(desk: Desk, tmp_path: Path) -> None:
    assert page(desk, "/").headers["location"] == "/login"
    assert page(desk, "/", "member").headers["location"] == "/docs"
    with desk_over(tmp_path / "new") as new:
        assert page(new, "/").headers["location"] == "/setup"


def test_the_setup_page_makes_the_administrator(tmp_path: Path) -> None:
    with desk_over(tmp_path / "new") as desk:
        link = f"/setup?token={desk.site.setup.token}"
        assert page(desk, "/setup").status_code == 404
        assert "<form" in page(desk, link).text
        weak = desk.call(
            "anonymous", "POST", f"~{link}", data={"name": "<b>root", "password": "kurz"}
        )
        done = desk.call(
            "anonymous", "POST", f"~{link}", data={"name": "root", "password": PASSWORD}
        )

        assert weak.status_code == 422
        assert "<b>" not in weak.text
        assert done.headers["location"] == "/login"
        assert login(desk, given={"name": "root"}).status_code == 303
        assert page(desk, link).headers["location"] == "/login"


@pytest.mark.parametrize(
    "body",
    [b"", b"name=%ff%fe&password=%00", b"name=a&name=b&password=c", b"x" * 60_000, b"&" * 1000],
)
def test_a_damaged_form_is_no_fault(desk: Desk, body: bytes) -> None:
    head = {"content-type": "application/x-www-form-urlencoded"}

    answer = desk.call("anonymous", "POST", "~/login", content=body, headers=head)

    assert answer.status_code in {400, 401}
