"""What the plain pages say, German and English."""

from fundstelle.delivery.wording import Lang

TEXTS: dict[str, dict[Lang, str]] = {
    "login": {"de": "Anmelden", "en": "Sign in"},
    "login_admin": {"de": "Zur Verwaltung anmelden", "en": "Sign in for administration"},
    "name": {"de": "Name", "en": "Name"},
    "password": {"de": "Passwort", "en": "Password"},
    "wrong": {
        "de": "Name oder Passwort stimmt nicht.",
        "en": "Name or password is wrong.",
    },
    "setup": {"de": "Verwaltung einrichten", "en": "Make the first administrator"},
    "setup_hint": {
        "de": "Wer sich hier einträgt, verwaltet Fundstelle. Das Passwort braucht mindestens 8 "
        "Zeichen und darf nicht auf der Liste der häufigen stehen.",
        "en": "Whoever signs up here administers Fundstelle. The password needs 8 characters at "
        "least and may not be on the list of common ones.",
    },
    "setup_over": {
        "de": "Dieser Link gilt nicht (mehr). Starten Sie `fundstelle serve` neu, wenn noch "
        "niemand verwaltet.",
        "en": "This link does not work (any more). Start `fundstelle serve` again if there is no "
        "administrator yet.",
    },
    "setup_do": {"de": "Einrichten", "en": "Set up"},
    "logout": {"de": "Abmelden", "en": "Sign out"},
    "logout_hint": {
        "de": "Beendet diese Sitzung und die zur Verwaltung.",
        "en": "Ends this session and the one for administration.",
    },
}


def words(key: str, lang: Lang) -> str:
    """A text of TEXTS."""
    return TEXTS[key][lang]
