"""What people read about users, groups and rights, German and English."""

from fundstelle.core.access import Right
from fundstelle.core.explanation import Explanation, Step, StepKind
from fundstelle.core.people import AddGroup, Change, Demote, Enable, SetGrant, SetMember
from fundstelle.delivery.wording import Lang

TEXTS: dict[str, dict[Lang, str]] = {
    "added": {"de": "{name}: angelegt ({id})", "en": "{name}: added ({id})"},
    "renamed": {"de": "{old} → {name}", "en": "{old} → {name}"},
    "removed": {"de": "{name}: entfernt", "en": "{name}: removed"},
    "disabled": {"de": "{name}: gesperrt", "en": "{name}: disabled"},
    "enabled": {"de": "{name}: entsperrt", "en": "{name}: enabled"},
    "made_admin": {"de": "{name}: verwaltet jetzt", "en": "{name}: is administrator now"},
    "no_admin": {"de": "{name}: verwaltet nicht mehr", "en": "{name}: is no administrator now"},
    "joined": {"de": "{user} gehört jetzt zu {group}", "en": "{user} belongs to {group} now"},
    "left": {"de": "{user} gehört nicht zu {group}", "en": "{user} does not belong to {group}"},
    "granted": {"de": "{group}: {right} in {collection}", "en": "{group}: {right} {collection}"},
    "ungranted": {
        "de": "{group}: keine Berechtigung in {collection}",
        "en": "{group}: no right on {collection}",
    },
    "owner_set": {"de": "Für {name} zuständig: {owner}", "en": "{name} is owned by: {owner}"},
    "owner_gone": {"de": "Für {name} ist niemand genannt", "en": "{name} names no owner"},
    "nobody": {"de": "Niemand.", "en": "Nobody."},
    "nothing": {"de": "Nichts.", "en": "Nothing."},
    "through": {"de": "über {groups}", "en": "through {groups}"},
    "allowed": {
        "de": "{user} darf {collection} {right}.",
        "en": "{user} may {right} {collection}.",
    },
    "denied": {
        "de": "{user} darf {collection} nicht {right}.",
        "en": "{user} may not {right} {collection}.",
    },
    "way": {
        "de": "Die kürzeste Änderung, die das umkehrt:",
        "en": "The shortest change that would alter it:",
    },
    "also": {
        "de": "Das änderte auch {n} weitere Rechte.",
        "en": "It would change {n} other rights, too.",
    },
    "wider_key": {
        "de": "Dazu ein Schlüssel, der nicht so eng gefasst ist.",
        "en": "And a key that is not narrowed so far.",
    },
    "password_set": {
        "de": "{name}: neues Passwort, alle Sitzungen beendet",
        "en": "{name}: new password, all sessions ended",
    },
    "key_added": {
        "de": "Schlüssel {name} für {user}. Er wird nur dieses eine Mal gezeigt:",
        "en": "Key {name} of {user}. It is shown this once only:",
    },
    "key_removed": {"de": "Schlüssel {name} entfernt", "en": "Key {name} removed"},
    "key_read_only": {"de": "nur lesen", "en": "read only"},
    "key_narrowed": {"de": "{n} Bereiche", "en": "{n} collections"},
    "key_used": {"de": "zuletzt benutzt {when}", "en": "last used {when}"},
    "key_unused": {"de": "nie benutzt", "en": "never used"},
    "key_ends": {"de": "endet {when}", "en": "ends {when}"},
    "serving": {
        "de": "Fundstelle antwortet unter {url}/ (Ende mit Strg-C)",
        "en": "Fundstelle answers at {url}/ (Ctrl-C ends it)",
    },
    "setup_link": {
        "de": "Noch verwaltet niemand. Dieser Link gilt einmal: {url}/setup?token={token}",
        "en": "There is no administrator yet. This link works once: {url}/setup?token={token}",
    },
    "loopback_only": {
        "de": "Bis dahin nur von diesem Rechner aus. Danach neu starten, um an {host} zu hören.",
        "en": "Until then from this machine only. Start again afterwards to listen on {host}.",
    },
    "log_intact": {
        "de": "Unverändert: {n} Einträge. Bewahren Sie den Kopf außerhalb des Ordners auf: {head}",
        "en": "Intact: {n} entries. Keep this head somewhere outside the folder: {head}",
    },
    "log_broken": {
        "de": "Das Protokoll ist nicht, wie es geschrieben wurde: zuerst stimmt Eintrag {n} nicht. "
        "Vergleichen Sie mit einer Sicherung.",
        "en": "The log is not as it was written: entry {n} is the first that does not fit. "
        "Compare it with a backup.",
    },
    "log_cut": {
        "de": "Die {n} Einträge hängen zusammen, aber der angegebene Kopf ist nicht darunter: "
        "das Ende fehlt, oder das Protokoll wurde neu geschrieben.",
        "en": "The {n} entries hang together, but the given head is not among them: "
        "the end is missing, or the log was written anew.",
    },
    "flag_admin": {"de": "verwaltet", "en": "administrator"},
    "flag_service": {"de": "Programm", "en": "service"},
    "flag_disabled": {"de": "gesperrt", "en": "disabled"},
}
RIGHTS: dict[Right, dict[Lang, str]] = {
    Right.READ: {"de": "lesen", "en": "read"},
    Right.CONTRIBUTE: {"de": "ergänzen", "en": "contribute to"},
    Right.MANAGE: {"de": "verwalten", "en": "manage"},
}
# (kind, passed) -> words
STEPS: dict[tuple[StepKind, bool], dict[Lang, str]] = {
    (StepKind.DOCUMENT, True): {
        "de": "{subject} liegt in {collection}.",
        "en": "{subject} lies in {collection}.",
    },
    (StepKind.ACCOUNT, True): {
        "de": "{user} ist nicht gesperrt.",
        "en": "{user} is not disabled.",
    },
    (StepKind.ACCOUNT, False): {
        "de": "{user} ist gesperrt und darf nichts.",
        "en": "{user} is disabled and may do nothing.",
    },
    (StepKind.GROUPS, True): {
        "de": "{user} gehört zu: {subject}.",
        "en": "{user} belongs to: {subject}.",
    },
    (StepKind.GROUPS, False): {
        "de": "{user} gehört zu keiner Gruppe.",
        "en": "{user} belongs to no group.",
    },
    (StepKind.GRANT, True): {
        "de": "{subject} darf {collection} {held}.",
        "en": "{subject} may {held} {collection}.",
    },
    (StepKind.GRANT, False): {
        "de": "{subject} darf {collection} nicht {right}.",
        "en": "{subject} may not {right} {collection}.",
    },
    (StepKind.ADMINISTRATOR, True): {
        "de": "{user} verwaltet alles, auch ohne Berechtigung.",
        "en": "{user} is administrator and manages everything without a grant.",
    },
    (StepKind.ADMINISTRATOR, False): {
        "de": "{user} verwaltet nicht alles.",
        "en": "{user} is no administrator.",
    },
    (StepKind.KEY, True): {
        "de": "Der Schlüssel {subject} lässt es zu.",
        "en": "The key {subject} lets it through.",
    },
    (StepKind.KEY, False): {
        "de": "Der Schlüssel {subject} ist zu eng gefasst.",
        "en": "The key {subject} is narrowed too far.",
    },
}
NEW_GROUP: dict[Lang, str] = {"de": "der neuen Gruppe", "en": "the new group"}


def say_people(key: str, lang: Lang, **facts: object) -> str:
    """A text of TEXTS with its facts filled in."""
    return TEXTS[key][lang].format(**facts)


def step_words(step: Step, explanation: Explanation, lang: Lang) -> str:
    """One step as a sentence."""
    return STEPS[step.kind, step.passed][lang].format(
        subject=step.subject,
        user=explanation.user.name,
        collection=explanation.collection.name,
        right=RIGHTS[explanation.right][lang],
        held=RIGHTS[step.right or explanation.right][lang],
    )


def change_words(change: Change, explanation: Explanation, lang: Lang) -> str:
    """One change as something to do."""
    user, collection = explanation.user.name, explanation.collection.name
    match change:
        case Enable():
            words = {"de": f"{user} entsperren", "en": f"enable {user}"}
        case Demote():
            words = {
                "de": f"{user} die Verwaltung entziehen",
                "en": f"make {user} no administrator",
            }
        case AddGroup():
            words = {"de": "eine neue Gruppe anlegen", "en": "add a new group"}
        case SetMember(group, _, joins):
            name = group.name or NEW_GROUP[lang]
            words = {
                "de": f"{user} in {name} aufnehmen" if joins else f"{user} aus {name} nehmen",
                "en": f"add {user} to {name}" if joins else f"remove {user} from {name}",
            }
        case SetGrant(group, _, right):
            name = group.name or NEW_GROUP[lang]
            if right is None:
                words = {
                    "de": f"{name} die Berechtigung in {collection} entziehen",
                    "en": f"remove the grant of {name} on {collection}",
                }
            else:
                words = {
                    "de": f"{name} in {collection} das Recht geben: {RIGHTS[right]['de']}",
                    "en": f"grant {name} the right to {RIGHTS[right]['en']} {collection}",
                }
    return words[lang]
