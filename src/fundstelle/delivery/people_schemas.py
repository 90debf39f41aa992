"""The JSON objects about users, groups, grants and explanations of rights."""

from collections.abc import Mapping, Sequence
from typing import Any

from fundstelle.core.access import Collection, Grant, Group, User
from fundstelle.core.documents import Document
from fundstelle.core.explanation import Explanation, Reached
from fundstelle.core.sign_in import ApiKey
from fundstelle.delivery.people_wording import change_words, step_words

Json = dict[str, Any]


def user_json(user: User) -> Json:
    """One user."""
    return {
        "user_id": user.id,
        "name": user.name,
        "admin": user.is_admin,
        "service": user.is_service,
        "disabled": user.is_disabled,
    }


def group_json(group: Group) -> Json:
    """One group."""
    return {"group_id": group.id, "name": group.name}


def collection_json(collection: Collection) -> Json:
    """One collection without what it holds."""
    return {
        "collection_id": collection.id,
        "name": collection.name,
        "owner": collection.owner,
    }


def grant_json(grant: Grant, names: Mapping[str, str]) -> Json:
    """One grant. names: id -> name, of groups and collections."""
    return {
        "group_id": grant.group_id,
        "group": names[grant.group_id],
        "collection_id": grant.collection_id,
        "collection": names[grant.collection_id],
        "right": grant.right.value,
    }


def reached_json(reached: Reached) -> Json:
    """Who reaches what through which groups."""
    return {
        "user": user_json(reached.user),
        "collection": collection_json(reached.collection),
        "right": reached.right.value,
        "groups": [group_json(group) for group in reached.groups],
    }


def readers_json(
    collection: Collection, document: Document | None, found: Sequence[Reached]
) -> Json:
    """The object of `access who --json`."""
    return {
        "collection": collection_json(collection),
        "document": None
        if document is None
        else {"document_id": document.id, "name": document.name},
        "readers": [reached_json(reached) for reached in found],
    }


def explanation_json(explanation: Explanation) -> Json:
    """The object of `access explain --json`."""
    return {
        "user": user_json(explanation.user),
        "collection": collection_json(explanation.collection),
        "right": explanation.right.value,
        "allowed": explanation.allowed,
        "steps": [
            {
                "kind": step.kind.value,
                "passed": step.passed,
                "subject": step.subject,
                "right": step.right.value if step.right else None,
                "de": step_words(step, explanation, "de"),
                "en": step_words(step, explanation, "en"),
            }
            for step in explanation.steps
        ],
        "change": [
            {
                "de": change_words(change, explanation, "de"),
                "en": change_words(change, explanation, "en"),
            }
            for change in explanation.changes
        ],
        "also_changes": explanation.also,
        "wider_key": explanation.wider_key,
    }


def key_json(key: ApiKey) -> Json:
    """One key without its secret. Times: seconds since 1970."""
    return {
        "key_id": key.id,
        "user_id": key.user_id,
        "name": key.name,
        "read_only": key.read_only,
        "collection_ids": None if key.collection_ids is None else sorted(key.collection_ids),
        "made_at": key.made_at,
        "ends_at": key.ends_at,
        "used_at": key.used_at,
    }
