"""Who is signed in, how long, and what ends it. Time is a clock that the test moves."""

import subprocess
import sys
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from fundstelle.core.callers import Operator
from fundstelle.services.sign_in import (
    ADMIN_IDLE,
    ADMIN_LONGEST,
    IDLE,
    LONGEST_SESSION,
    SEEN_EVERY,
)
from tests.delivery.http.desk import PASSWORD, Desk, desk_over

NEW = "noch ein langes Kennwort"
MEMBER = {"name": "member", "password": PASSWORD}


def login(desk: Desk, name: str = "member", password: str = PASSWORD, **more: Any) -> Any:
    given = {"name": name, "password": password, **more.pop("body", {})}
    return desk.call("anonymous", "POST", "/login", json=given, **more)


def cookies_of(answer: Any) -> list[Any]:
    found: list[Any] = []
    for line in answer.headers.get_list("set-cookie"):
        found += SimpleCookie(line).values()
    return found


def shown(answer: Any) -> dict[str, str]:
    """What a browser sends back."""
    return {"cookie": "; ".join(f"{c.key}={c.value}" for c in cookies_of(answer) if c.value)}


def status(desk: Desk, headers: dict[str, str], path: str = "/sessions") -> int:
    return int(desk.call("anonymous", "GET", path, headers=headers).status_code)


def test_the_cookie_is_for_this_site_alone_and_no_script(desk: Desk) -> None:
    (cookie,) = cookies_of(login(desk))

    assert cookie.key == "fundstelle_session"
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert len(cookie.value) >= 43  # 256 bits in base64


def test_the_cookie_for_administration_goes_to_its_paths_only(desk: Desk) -> None:
    found = cookies_of(login(desk, "administrator", body={"administration": True}))

    assert {cookie.key for cookie in found} == {"fundstelle_admin"}
    assert {cookie["path"] for cookie in found} == {"/api/v1", "/admin"}
    assert all(cookie["httponly"] and cookie["samesite"] == "strict" for cookie in found)


def test_over_https_the_cookie_is_sent_no_other_way(folder: Path) -> None:
    with desk_over(folder) as desk:
        desk.client.base_url = "https://localhost"
        (cookie,) = cookies_of(login(desk))

        assert cookie["secure"]


def test_every_login_begins_a_new_session(desk: Desk) -> None:
    """A cookie that somebody planted before is worth nothing after."""
    planted = {"cookie": "fundstelle_session=planted-by-somebody"}
    first, second = login(desk, headers=planted), login(desk)
    tokens = {shown(answer)["cookie"] for answer in (first, second)}

    assert len(tokens) == 2
    assert status(desk, planted) == 401
    assert all(status(desk, {"cookie": token}) == 200 for token in tokens)


def test_the_store_keeps_no_token(desk: Desk) -> None:
    token = shown(login(desk))["cookie"].partition("=")[2]
    key = desk.shows["key"]["x-api-key"]
    files = [f for f in desk.app.settings.data.rglob("*") if f.is_file()]
    stored = b"".join(file.read_bytes() for file in files)

    assert token.encode() not in stored
    assert key.encode() not in stored
    assert PASSWORD.encode() not in stored


def _logout(desk: Desk, cookie: dict[str, str]) -> None:
    assert desk.call("anonymous", "POST", "/logout", headers=cookie).status_code == 204


def _own_password(desk: Desk, cookie: dict[str, str]) -> None:
    given = {"old": PASSWORD, "new": NEW}
    answer = desk.call("anonymous", "PUT", "/password", headers=cookie, json=given)
    assert answer.status_code == 204


def _by_administrator(path: str, method: str, **more: Any) -> Callable[..., None]:
    def end(desk: Desk, _: dict[str, str]) -> None:
        filled = path.format(desk.ids["member"])
        answer = desk.call("administrator", method, filled, **more)
        assert answer.status_code in {200, 204}

    return end


def _forever(desk: Desk, _: dict[str, str]) -> None:
    desk.clock.at += LONGEST_SESSION


def _unused(desk: Desk, _: dict[str, str]) -> None:
    desk.clock.at += IDLE


def _from_another(desk: Desk, cookie: dict[str, str]) -> None:
    found = desk.call("member", "GET", "/sessions").json()["sessions"]
    for one in found:
        if not one["current"]:
            answer = desk.call("member", "DELETE", f"/sessions/{one['session_id']}")
            assert answer.status_code == 204
    assert cookie


ENDS: dict[str, Callable[[Desk, dict[str, str]], None]] = {
    "logout": _logout,
    "own new password": _own_password,
    "new password by the administrator": _by_administrator(
        "/users/{}/password", "PUT", json={"password": NEW}
    ),
    "disabled": _by_administrator("/users/{}", "PATCH", json={"disabled": True}),
    "made administrator": _by_administrator("/users/{}", "PATCH", json={"admin": True}),
    "removed": _by_administrator("/users/{}", "DELETE"),
    "absolute end": _forever,
    "not used for long": _unused,
    "ended from another session": _from_another,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=list(ENDS))
def test_a_copied_cookie_is_worth_nothing_after(
    desk: Desk, end: Callable[[Desk, dict[str, str]], None]
) -> None:
    cookie = shown(login(desk))
    assert status(desk, cookie) == 200

    end(desk, cookie)

    assert status(desk, cookie) == 401
    assert (
        desk.call(
            "anonymous", "POST", "/ask", headers=cookie, json={"question": "Turm?"}
        ).status_code
        == 401
    )


def test_who_loses_the_role_of_administrator_loses_the_session(desk: Desk) -> None:
    people = desk.app.people(Operator())
    assert desk.call("administrator", "GET", "/users").status_code == 200

    people.set_admin("administrator", admin=False)

    assert desk.call("administrator", "GET", "/users").status_code == 401


def test_logout_ends_the_session_for_administration_too(desk: Desk) -> None:
    ordinary = shown(login(desk, "administrator"))
    admin = shown(login(desk, "administrator", body={"administration": True}))

    desk.call("anonymous", "POST", "/logout", headers=ordinary)

    assert status(desk, admin, "/users") == 401


def test_logout_tells_the_browser_to_forget(desk: Desk) -> None:
    answer = desk.call("member", "POST", "/logout")

    assert '"cache"' in answer.headers["clear-site-data"]
    assert {cookie.key for cookie in cookies_of(answer)} == {
        "fundstelle_session",
        "fundstelle_admin",
    }
    assert all(cookie["max-age"] == "0" for cookie in cookies_of(answer))


def test_a_session_in_use_lives_on_until_its_absolute_end(desk: Desk) -> None:
    cookie = shown(login(desk))
    begun = desk.clock.at

    while desk.clock.at + IDLE - SEEN_EVERY - 1 < begun + LONGEST_SESSION:
        desk.clock.at += IDLE - SEEN_EVERY - 1
        assert status(desk, cookie) == 200
    desk.clock.at = begun + LONGEST_SESSION

    assert status(desk, cookie) == 401


def test_a_session_for_administration_is_shorter(desk: Desk) -> None:
    cookie = shown(login(desk, "administrator", body={"administration": True}))
    begun = desk.clock.at

    desk.clock.at += ADMIN_IDLE
    assert status(desk, cookie, "/users") == 401

    cookie = shown(login(desk, "administrator", body={"administration": True}))
    while desk.clock.at < begun + ADMIN_IDLE + ADMIN_LONGEST - 60:
        assert status(desk, cookie, "/users") == 200
        desk.clock.at += ADMIN_IDLE - SEEN_EVERY - 1
    desk.clock.at = begun + ADMIN_IDLE + ADMIN_LONGEST
    assert status(desk, cookie, "/users") == 401


def test_one_kind_of_session_is_not_taken_for_the_other(desk: Desk) -> None:
    ordinary = shown(login(desk, "administrator"))["cookie"].partition("=")[2]
    admin = shown(login(desk, "administrator", body={"administration": True}))
    token = admin["cookie"].partition("=")[2]

    assert status(desk, {"cookie": f"fundstelle_admin={ordinary}"}, "/users") == 401
    assert status(desk, {"cookie": f"fundstelle_session={token}"}) == 401


def test_nobody_but_administrators_begins_a_session_for_it(desk: Desk) -> None:
    assert login(desk, body={"administration": True}).status_code == 401


def test_changing_ones_password_needs_the_old_one(desk: Desk) -> None:
    given = {"old": "falsch und lang", "new": NEW}

    assert desk.call("member", "PUT", "/password", json=given).status_code == 403
    assert status(desk, desk.shows["member"]) == 200


@pytest.mark.parametrize(
    "password", ["kurz", "password1", "aaaaaaaaaaaa", "member", "contributor2\x00", "x" * 1025]
)
def test_a_weak_password_is_told_and_changes_nothing(desk: Desk, password: str) -> None:
    given = {"old": PASSWORD, "new": password}

    answer = desk.call("member", "PUT", "/password", json=given)

    assert answer.status_code == 422
    assert password not in answer.text or password == "member"
    assert login(desk).status_code == 200


SIGN_INS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from fundstelle.adapters.passwords import Argon2Hasher

def peak():
    (line,) = (l for l in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in l)
    return int(line.split()[1]) >> 10

hasher, start = Argon2Hasher(), Barrier(20)
kept = hasher.hash("vier Enten am Deich")
before = peak()

def once(number):
    start.wait()
    return [hasher.verify("vier Enten am Deich", kept) for _ in range(2)]

with ThreadPoolExecutor(20) as pool:
    assert all(all(each) for each in pool.map(once, range(20)))
print(peak() - before)
"""


def test_twenty_sign_ins_at_once_take_the_memory_of_two() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGN_INS], capture_output=True, text=True, check=True
    )

    assert int(done.stdout) < 60  # MiB; 19 for one


def test_an_outdated_hash_is_renewed_and_sessions_stay(desk: Desk) -> None:
    from argon2 import PasswordHasher

    old = PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1).hash(PASSWORD)
    desk.app.store.credentials.set_password(desk.ids["member"], old, keep_sessions=True)

    assert login(desk).status_code == 200

    kept = desk.app.store.credentials.password(desk.ids["member"])
    assert kept != old
    assert kept is not None
    assert not desk.app.sign_in.hasher.is_outdated(kept)
    assert status(desk, desk.shows["member"]) == 200
