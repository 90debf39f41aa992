"""`users`: list, add, rename, password, disable, enable, make-admin, remove, show."""

import sys
from typing import Annotated

import typer

from fundstelle.core.callers import Operator
from fundstelle.core.errors import WrongUsage
from fundstelle.core.names import kept_name
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import print_json
from fundstelle.delivery.cli.people_output import print_line, tell, user_line
from fundstelle.delivery.people_schemas import group_json, user_json

app = typer.Typer(no_args_is_help=True)
PasswordStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from standard input.")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the user.")]
Wanted = Annotated[str, typer.Argument(metavar="USER", help="Id, its beginning, or the name.")]


@app.command("list")
def list_users(data: Data = None, json: Json = False) -> None:
    """Everybody."""
    with opened(data) as opening:
        users, lang = opening.people(Operator()).users(), language_of(opening)
    if json:
        print_json({"users": [user_json(user) for user in users], "next_cursor": None})
        return
    for user in users:
        print_line(user_line(user, lang))


@app.command()
def show(user: Wanted, data: Data = None, json: Json = False) -> None:
    """One user, with their groups."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        found = people.user(user)
        groups = people.groups_of(found)
    if json:
        print_json(user_json(found) | {"groups": [group_json(group) for group in groups]})
        return
    print_line(user_line(found, lang))
    for group in groups:
        print_line(f"{group.id[:12]}  {group.name}")


@app.command()
def add(
    name: Name,
    admin: Annotated[bool, typer.Option("--admin", help="Manages everything.")] = False,
    service: Annotated[bool, typer.Option("--service", help="A program: keys only.")] = False,
    password_stdin: PasswordStdin = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Make a user. Without a password they cannot sign in yet."""
    kept_name(name, "user")  # before a data folder is made
    password = _password() if password_stdin else None
    with opened(data, must_exist=False) as opening:
        lang = language_of(opening)
        if password is not None:
            opening.sign_in.check_password(name, password, service=service)
        made = opening.people(Operator()).add_user(name, admin=admin, service=service)
        if password is not None:
            opening.sign_in.set_password(made, password, opening.record(Operator()))
    if json:
        print_json(user_json(made))
    else:
        tell("added", lang, name=made.name, id=made.id)


@app.command("password")
def set_password(
    user: Wanted, password_stdin: PasswordStdin = False, data: Data = None, json: Json = False
) -> None:
    """Give a user another password; all their sessions end."""
    if not password_stdin:
        raise WrongUsage("Give the password on standard input, with --password-stdin.")
    password = _password()
    with opened(data) as opening:
        found, lang = opening.people(Operator()).user(user), language_of(opening)
        opening.sign_in.set_password(found, password, opening.record(Operator()))
    if json:
        print_json(user_json(found))
    else:
        tell("password_set", lang, name=found.name)


def _password() -> str:
    """The first line of standard input, without its end."""
    return sys.stdin.readline().rstrip("\r\n")


@app.command()
def rename(
    user: Wanted,
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="New name.")],
    data: Data = None,
    json: Json = False,
) -> None:
    """Give a user another name; id and groups stay."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        before = people.rename_user(user, new_name)
        now = people.user(before.id)
    if json:
        print_json(user_json(now))
    else:
        tell("renamed", lang, old=before.name, name=now.name)


@app.command()
def disable(user: Wanted, data: Data = None, json: Json = False) -> None:
    """Let a user do nothing any more; what belongs to them stays."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        now = people.user(people.set_disabled(user, disabled=True).id)
    if json:
        print_json(user_json(now))
    else:
        tell("disabled", lang, name=now.name)


@app.command()
def enable(user: Wanted, data: Data = None, json: Json = False) -> None:
    """Let a disabled user in again."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        now = people.user(people.set_disabled(user, disabled=False).id)
    if json:
        print_json(user_json(now))
    else:
        tell("enabled", lang, name=now.name)


@app.command("make-admin")
def make_admin(
    user: Wanted,
    undo: Annotated[bool, typer.Option("--undo", help="No longer administrator.")] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Let a user manage everything; they read only what their groups may read."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        now = people.user(people.set_admin(user, admin=not undo).id)
    if json:
        print_json(user_json(now))
    else:
        tell("made_admin" if now.is_admin else "no_admin", lang, name=now.name)


@app.command()
def remove(user: Wanted, data: Data = None, json: Json = False) -> None:
    """Remove a user with memberships, password, sessions and keys."""
    with opened(data) as opening:
        lang = language_of(opening)
        gone = opening.people(Operator()).remove_user(user)
    if json:
        print_json(user_json(gone))
    else:
        tell("removed", lang, name=gone.name)
