"""`grants`: list, add, remove."""

from typing import Annotated

import typer

from fundstelle.core.access import Right
from fundstelle.core.callers import Operator
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import one_line, print_json
from fundstelle.delivery.cli.people_output import print_line, tell
from fundstelle.delivery.people_schemas import collection_json, grant_json, group_json
from fundstelle.delivery.people_wording import RIGHTS

app = typer.Typer(no_args_is_help=True)
WhichGroup = Annotated[str, typer.Argument(metavar="GROUP", help="Id or name.")]
WhichCollection = Annotated[str, typer.Argument(metavar="COLLECTION", help="Id or name.")]


@app.command("list")
def list_grants(data: Data = None, json: Json = False) -> None:
    """Every group's right on every collection."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        grants = people.grants()
        names = {group.id: group.name for group in people.groups()}
        names |= {collection.id: collection.name for collection in people.collections()}
    grants = tuple(g for g in grants if {g.group_id, g.collection_id} <= names.keys())
    if json:
        print_json({"grants": [grant_json(g, names) for g in grants], "next_cursor": None})
        return
    for grant in grants:
        group, collection = one_line(names[grant.group_id]), one_line(names[grant.collection_id])
        print_line(f"{group}  {collection}  {RIGHTS[grant.right][lang]}")


@app.command()
def add(
    group: WhichGroup,
    collection: WhichCollection,
    right: Annotated[Right, typer.Option(help="What the group may do; each holds those before.")],
    data: Data = None,
    json: Json = False,
) -> None:
    """Give a group a right on a collection, in place of the one it has."""
    _set(group, collection, right, data=data, json=json)


@app.command()
def remove(
    group: WhichGroup, collection: WhichCollection, data: Data = None, json: Json = False
) -> None:
    """Take a group's right on a collection away."""
    _set(group, collection, None, data=data, json=json)


def _set(group: str, collection: str, right: Right | None, *, data: Data, json: Json) -> None:
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        who, where = people.group(group), people.collection(collection)
        changed = people.set_grant(who.id, where.id, right)
    if json:
        print_json(
            {
                "group": group_json(who),
                "collection": collection_json(where),
                "right": right.value if right else None,
                "changed": changed,
            }
        )
    else:
        words = RIGHTS[right][lang] if right else ""
        key = "granted" if right else "ungranted"
        tell(key, lang, group=who.name, collection=where.name, right=words)
