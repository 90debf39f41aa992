"""Keys of programs: narrowed, ending, shown once, and never administering."""

from fundstelle.core.callers import Operator
from tests.delivery.http.desk import PASSWORD, Desk


def status(desk: Desk, headers: dict[str, str], path: str) -> int:
    return int(desk.call("anonymous", "GET", path, headers=headers).status_code)


def test_a_key_ends_when_it_was_said(desk: Desk) -> None:
    given = {"name": "kurz", "ends_at": int(desk.clock.at) + 100}
    made = desk.call("member", "POST", "/keys", json=given).json()
    head = {"x-api-key": made["key"]}

    assert status(desk, head, "/documents") == 200
    desk.clock.at += 100
    assert status(desk, head, "/documents") == 401


def test_a_key_is_shown_once_and_its_last_use_by_the_hour(desk: Desk) -> None:
    made = desk.call("member", "POST", "/keys", json={"name": "einmal"}).json()
    desk.clock.at += 5000
    status(desk, {"x-api-key": made["key"]}, "/documents")
    desk.shows["member"] = desk.sign_in("member")

    listed = desk.call("member", "GET", "/keys")

    assert made["key"] not in listed.text
    used = {one["name"]: one["used_at"] for one in listed.json()["keys"]}
    assert used["einmal"] == int(desk.clock.at) // 3600 * 3600


def test_a_removed_key_opens_nothing(desk: Desk) -> None:
    key_id = desk.ids["key"]
    assert desk.call("member", "DELETE", f"/keys/{key_id}").status_code == 204

    assert status(desk, desk.shows["key"], "/documents") == 401


def test_a_key_cannot_be_made_for_what_one_may_not_read(desk: Desk) -> None:
    given = {"name": "zu weit", "collections": [desk.ids["Blätter"]]}
    unknown = {"name": "zu weit", "collections": ["gibt es nicht"]}

    answers = [desk.call("member", "POST", "/keys", json=one) for one in (given, unknown)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_a_key_never_administers(desk: Desk) -> None:
    _, secret = desk.app.keys().add(desk.ids["administrator"], "verwalten")
    head = {"x-api-key": secret}

    assert status(desk, head, "/users") == 403
    assert desk.call("anonymous", "GET", "/groups", headers=head).json()["groups"] == []
    put = f"/grants/{desk.ids['read']}/{desk.ids['Akten']}"
    answer = desk.call("anonymous", "PUT", put, headers=head, json={"right": "manage"})
    assert answer.status_code == 404


def test_a_read_only_key_of_a_manager_changes_nothing(desk: Desk) -> None:
    _, secret = desk.app.keys().add(desk.ids["manager"], "lesen", read_only=True)
    head = {"x-api-key": secret}
    rename = f"/collections/{desk.ids['Akten']}"

    assert status(desk, head, f"/documents/{desk.ids['Akten/1']}") == 200
    answer = desk.call("anonymous", "PATCH", rename, headers=head, json={"name": "Neu"})
    assert answer.status_code == 404


def test_administrators_make_keys_for_programs_only(desk: Desk) -> None:
    service = desk.call("administrator", "POST", "/users", json={"name": "robot", "service": True})
    path = f"/users/{service.json()['user_id']}/keys"

    made = desk.call("administrator", "POST", path, json={"name": "robot"})

    assert made.status_code == 201
    assert status(desk, {"x-api-key": made.json()["key"]}, "/documents") == 200


def test_a_program_has_no_password(desk: Desk) -> None:
    given = {"name": "robot", "service": True, "password": PASSWORD}
    assert desk.call("administrator", "POST", "/users", json=given).status_code == 422
    user = desk.app.people(Operator()).add_user("robot", service=True)
    answer = desk.call(
        "administrator", "PUT", f"/users/{user.id}/password", json={"password": PASSWORD}
    )
    assert answer.status_code == 422
    kept = desk.app.sign_in.hasher.hash(PASSWORD)
    desk.app.store.credentials.set_password(user.id, kept)  # as an older program may have left it
    login = {"name": "robot", "password": PASSWORD}
    assert desk.call("anonymous", "POST", "/login", json=login).status_code == 401
