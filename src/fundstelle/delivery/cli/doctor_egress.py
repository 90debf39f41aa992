"""`doctor --egress`: who would be called, and with what."""

from collections.abc import Sequence
from dataclasses import asdict

from fundstelle.bootstrap import Way
from fundstelle.core.model_names import on_this_machine
from fundstelle.delivery.cli.output import print_json, stdout
from fundstelle.delivery.wording import Lang

PARTS: dict[str, dict[Lang, str]] = {
    "chat_model": {"de": "Chat-Modell", "en": "chat model"},
    "embedder": {"de": "Embedder", "en": "embedder"},
}
GETS: dict[str, dict[Lang, str]] = {
    "chat_model": {
        "de": "bekommt jede Frage mit ihrem Belegmaterial",
        "en": "gets every question with its evidence",
    },
    "embedder": {
        "de": "bekommt den Text aller Dokumente und jede Frage",
        "en": "gets the text of all documents and every question",
    },
}
CALLS_NOBODY: dict[Lang, str] = {"de": "ruft niemanden", "en": "calls nobody"}
HERE: dict[Lang, str] = {"de": "dieser Rechner", "en": "this machine"}
ELSEWHERE: dict[Lang, str] = {"de": "ein anderer Rechner", "en": "another machine"}
NONE: dict[Lang, str] = {
    "de": "keiner: mit diesen Einstellungen wird kein Rechner gerufen.",
    "en": "none: with these settings no host is called.",
}
ALL: dict[Lang, str] = {
    "de": "Gerufen werden nur: {hosts}. Niemand sonst.",
    "en": "Only these are called: {hosts}. Nobody else.",
}


def print_egress(ways: Sequence[Way], lang: Lang, *, json: bool) -> None:
    """One line for each part, and all hosts in the last one."""
    hosts = list(dict.fromkeys(way.host for way in ways if way.host))
    if json:
        print_json({"hosts": hosts, "parts": [_object(way) for way in ways]})
        return
    for way in ways:
        stdout().print(_line(way, lang), markup=False, soft_wrap=True)
    last = ALL[lang].format(hosts=", ".join(hosts)) if hosts else NONE[lang]
    stdout().print(last, markup=False, soft_wrap=True)


def _object(way: Way) -> dict[str, object]:
    here = None if way.host is None else on_this_machine(way.host)
    return asdict(way) | {"this_machine": here}


def _line(way: Way, lang: Lang) -> str:
    beginning = f"{PARTS[way.part][lang]} {way.model}: "
    if way.host is None:
        why = f" ({way.why})" if way.why else ""
        return f"{beginning}{CALLS_NOBODY[lang]}{why}"
    where = HERE[lang] if on_this_machine(way.host) else ELSEWHERE[lang]
    return f"{beginning}{way.host} ({where}) {GETS[way.part][lang]}"
