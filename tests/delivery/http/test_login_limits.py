"""Tries at a login: they say nothing, take as long for everybody, and become slow."""

from pathlib import Path
from statistics import median
from time import perf_counter

from tests.delivery.http.desk import PASSWORD, Desk, desk_over
from tests.delivery.http.test_signing_in import cookies_of, login

WRONG: dict[str, dict[str, str]] = {
    "wrong password": {"name": "member", "password": "falsch und lang"},
    "unknown name": {"name": "niemand", "password": PASSWORD},
    "disabled": {"name": "disabled", "password": PASSWORD},
    "without password": {"name": "spare", "password": PASSWORD},
    "empty": {"name": "member", "password": ""},
    "too long": {"name": "member", "password": "a" * 2000},
    "other case": {"name": "member", "password": PASSWORD.upper()},
}


def test_a_failed_login_does_not_say_why(desk: Desk) -> None:
    answers = {why: login(desk, **given) for why, given in WRONG.items()}
    bodies = {why: {**a.json(), "request_id": ""} for why, a in answers.items()}

    assert {a.status_code for a in answers.values()} == {401}
    assert len({str(body) for body in bodies.values()}) == 1
    assert not any(cookies_of(answer) for answer in answers.values())


def test_names_are_compared_as_names_are(desk: Desk) -> None:
    assert login(desk, " MEMBER ").status_code == 200


def test_one_account_is_tried_ten_times_at_once_and_then_slowly(desk: Desk) -> None:
    tries = [login(desk, "member", "falsch und lang").status_code for _ in range(12)]

    assert tries == [401] * 10 + [429] * 2
    refused = login(desk)
    assert refused.status_code == 429, "the right password gets no further try either"
    desk.clock.at += int(refused.headers["retry-after"])
    assert login(desk).status_code == 200


def test_many_accounts_from_one_address_are_slowed_down(desk: Desk) -> None:
    tries = [login(desk, f"name{n}", "falsch und lang").status_code for n in range(32)]

    assert tries == [401] * 30 + [429] * 2


def test_a_forged_address_does_not_help(desk: Desk) -> None:
    forged = [{"x-forwarded-for": f"10.0.0.{n}"} for n in range(100)]
    tries = [
        login(desk, f"name{n}", "falsch und lang", headers=head).status_code
        for n, head in enumerate(forged)
    ]

    assert tries[-1] == 429


def test_behind_a_known_proxy_each_address_counts_apart(folder: Path) -> None:
    def tried(name: str, hops: str) -> int:
        head = {"x-forwarded-for": hops}
        return int(login(desk, name, "falsch und lang", headers=head).status_code)

    with desk_over(folder, proxies=("testclient",)) as desk:
        apart = {tried(f"name{n}", f"10.0.0.99, 10.0.0.{n}") for n in range(40)}
        same = [tried(f"other{n}", f"10.0.1.{n}, 10.0.2.1") for n in range(31)]
        (cookie,) = cookies_of(login(desk, headers={"x-forwarded-proto": "https"}))

    assert apart == {401}
    assert same[-1] == 429, "only the rightmost hop counts; the others anybody may write"
    assert cookie["secure"]


def test_https_is_not_believed_of_anybody(desk: Desk) -> None:
    (cookie,) = cookies_of(login(desk, headers={"x-forwarded-proto": "https"}))

    assert not cookie["secure"]


def test_a_login_that_worked_does_not_count_as_a_try(desk: Desk) -> None:
    assert {login(desk).status_code for _ in range(40)} == {200}


def test_unknown_and_known_names_take_as_long(desk: Desk) -> None:
    """The hash is made for both; what is left is far less than it."""
    times: dict[str, list[float]] = {"member": [], "niemand": []}
    for _ in range(8):
        for name, spent in times.items():
            start = perf_counter()
            desk.app.sign_in.knows(
                name,
                "falsch und lang",
                desk.app.store.credentials.password(desk.ids.get(name, "")),
                peer=f"{len(spent)}{name}",
            )
            spent.append(perf_counter() - start)
    known, unknown = (median(spent) for spent in times.values())

    assert 0.5 < known / unknown < 2
