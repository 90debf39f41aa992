"""`groups`: list, add, rename, remove, add-user, remove-user, show."""

from typing import Annotated

import typer

from fundstelle.core.callers import Operator
from fundstelle.core.names import kept_name
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import print_json
from fundstelle.delivery.cli.people_output import print_line, tell, user_line
from fundstelle.delivery.people_schemas import group_json, user_json

app = typer.Typer(no_args_is_help=True)
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the group.")]
Wanted = Annotated[str, typer.Argument(metavar="GROUP", help="Id, its beginning, or the name.")]
Member = Annotated[str, typer.Argument(metavar="USER", help="Id, its beginning, or the name.")]


@app.command("list")
def list_groups(data: Data = None, json: Json = False) -> None:
    """All groups."""
    with opened(data) as opening:
        groups = opening.people(Operator()).groups()
    if json:
        print_json({"groups": [group_json(group) for group in groups], "next_cursor": None})
        return
    for group in groups:
        print_line(f"{group.id[:12]}  {group.name}")


@app.command()
def show(group: Wanted, data: Data = None, json: Json = False) -> None:
    """One group, with its users."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        found = people.group(group)
        members = people.members(found.id)
    if json:
        print_json(group_json(found) | {"users": [user_json(user) for user in members]})
        return
    print_line(f"{found.id[:12]}  {found.name}")
    for user in members:
        print_line(user_line(user, lang))


@app.command()
def add(name: Name, data: Data = None, json: Json = False) -> None:
    """Make a group."""
    kept_name(name, "group")  # before a data folder is made
    with opened(data, must_exist=False) as opening:
        lang = language_of(opening)
        made = opening.people(Operator()).add_group(name)
    if json:
        print_json(group_json(made))
    else:
        tell("added", lang, name=made.name, id=made.id)


@app.command()
def rename(
    group: Wanted,
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="New name.")],
    data: Data = None,
    json: Json = False,
) -> None:
    """Give a group another name; id, users and grants stay."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        before = people.rename_group(group, new_name)
        now = people.group(before.id)
    if json:
        print_json(group_json(now))
    else:
        tell("renamed", lang, old=before.name, name=now.name)


@app.command()
def remove(group: Wanted, data: Data = None, json: Json = False) -> None:
    """Remove a group with its grants; its users stay."""
    with opened(data) as opening:
        lang = language_of(opening)
        gone = opening.people(Operator()).remove_group(group)
    if json:
        print_json(group_json(gone))
    else:
        tell("removed", lang, name=gone.name)


@app.command("add-user")
def add_user(group: Wanted, user: Member, data: Data = None, json: Json = False) -> None:
    """Let a user into a group."""
    _set_member(group, user, joins=True, data=data, json=json)


@app.command("remove-user")
def remove_user(group: Wanted, user: Member, data: Data = None, json: Json = False) -> None:
    """Take a user out of a group."""
    _set_member(group, user, joins=False, data=data, json=json)


def _set_member(group: str, user: str, *, joins: bool, data: Data, json: Json) -> None:
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        where, who = people.group(group), people.user(user)
        changed = people.set_member(where.id, who.id, joins=joins)
    if json:
        print_json({"group": group_json(where), "user": user_json(who), "changed": changed})
    else:
        tell("joined" if joins else "left", lang, user=who.name, group=where.name)
