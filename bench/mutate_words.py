"""Changes of the small words: not, all, must, at least, perhaps, if. None where there is no place.

Only places where the change is grammatical and turns the meaning: "nicht nur … sondern auch" stays.
"""

import random
import re
from collections.abc import Mapping, Sequence

from bench.mutate_values import put
from bench.truths import Truth

_VERB = {
    "de": re.compile(
        r"\b(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|hatten|kann|können|darf|"
        r"dürfen|soll|sollen|sollte|sollten|muss|müssen|konnte|konnten|durfte|musste|mussten)\b"
    ),
    "en": re.compile(
        r"\b(?:is|are|was|were|will|would|can|could|should|must|may|has been|have been|had been)\b"
    ),
}
# Behind a verb: a subject that follows it, or what must stand directly behind it.
_NO_PLACE = {
    "de": re.compile(
        r"\s+(?:er|sie|es|man|sich|wir|ich|ihr|ihm|ihnen|ihn|uns|mir|Sie|Ihnen|der|die|das|dieser|"
        r"diese|dieses|den|dem|des|jede\w*|alle\w*|nicht|kein\w*|nie\w*|auch|noch|zu|worden|werden|"
        r"können|müssen|sollen|dürfen|und|oder|dann|nur|so|je|lassen|haben|sein)\b|\s*[,.;:)\"“]|$"
        r"|\s+[A-ZÄÖÜ]|\s+(?:soll|kann|konnte|darf|muss|wird|wurde|ist|sind|hat|haben|mag)\w*\b"
        r"|\s+\S+ nicht\b"
    ),
    "en": re.compile(
        r"\s+(?:not|no|never|there|he|she|it|they|we|you|i|and|or|the|only|also|neither|nor)\b"
        r"|\s*[,.;:)\"”]|$|n't",
        re.IGNORECASE,
    ),
}
_PARTICIPLE = re.compile(
    r"\b(?:wird|werden|wurde|wurden|ist|sind|war|waren|hat|haben|hatte|hatten|kann|können|darf|"
    r"dürfen|soll|sollen|muss|müssen|konnte|konnten)\b(?:(?!\b(?:und|oder|sondern)\b)[^.,;:()–])*?"
    r"\s(?=(?:\w*ge\w{2,}(?:t|en)|[a-zäöü]\w+iert|[a-zäöü]\w{3,}(?:en|ern|eln)|"
    r"(?:be|ver|ent|er|zer)\w{3,}(?:t|en))(?: werden)?\.$)"
)
_A = re.compile(r"\b(?:[Ee]in|[Ee]ine[mnrs]?)\b(?= (?:\w+(?:e[nrsm]?) )?[A-ZÄÖÜ]\w+)")
_DENIALS = {
    "de": re.compile(
        r"\bnicht (?!nur\b|allein\b|bloß\b|zuletzt\b|selten\b|mehr als\b|weniger\b|später\b|nur\b)"
        r"|\b[Kk](?=eine?[mnrs]?\b)"
    ),
    "en": re.compile(
        r"\b(?<=\w )(?:not )(?!only\b|just\b|least\b|until\b|limited\b|merely\b)|n['’]t\b"
    ),
}

Pairs = Mapping[str, Sequence[str]]
QUANTIFIERS: dict[str, Pairs] = {
    "de": {
        "alle": ("einige", "die meisten", "viele"), "einige": ("alle", "die meisten"),
        "manche": ("alle",), "viele": ("alle", "wenige", "einige"),
        "die meisten": ("alle", "einige"),
        "mehrere": ("alle",), "wenige": ("viele", "alle"), "immer": ("manchmal", "selten"),
        "oft": ("immer", "nie"), "häufig": ("immer", "selten"), "selten": ("oft", "immer"),
        "meist": ("immer",), "meistens": ("immer",), "manchmal": ("immer",), "stets": ("manchmal",),
        "jede": ("fast jede", "nicht jede"), "jeder": ("nicht jeder",), "jeden": ("nicht jeden",),
        "jedes": ("nicht jedes",), "nur": ("auch",), "ausschließlich": ("auch",),
        "sämtliche": ("einige",), "teilweise": ("vollständig",), "beide": ("viele",),
    },
    "en": {
        "all": ("some", "most"), "some": ("all", "most"), "many": ("all", "few"),
        "most": ("all", "some"),
        "several": ("all",), "few": ("many",), "always": ("sometimes", "rarely"),
        "every": ("nearly every",),
        "often": ("always", "never"), "usually": ("always",), "sometimes": ("always",),
        "only": ("also",), "each": ("not each",), "both": ("many",), "frequently": ("rarely",),
        "rarely": ("often",), "mostly": ("only",), "solely": ("also",),
    },
}  # fmt: skip
ADDED_QUANTIFIERS = {
    "de": ("immer", "nur", "ausnahmslos", "oft"),
    "en": ("always", "only", "often", "rarely"),
}
MODALS: dict[str, Pairs] = {
    "de": {
        "kann": ("muss", "darf nicht"), "können": ("müssen",), "darf": ("muss",),
        "muss": ("kann", "darf"),
        "dürfen": ("müssen",), "müssen": ("können", "dürfen", "sollten"), "soll": ("darf", "muss"),
        "sollen": ("dürfen", "müssen"), "sollte": ("muss", "darf"), "sollten": ("müssen", "dürfen"),
    },
    "en": {
        "may": ("must", "should"), "must": ("may", "can"), "can": ("must", "should"),
        "should": ("must", "may"), "shall": ("may",), "could": ("must",), "has to": ("may",),
        "have to": ("may",),
    },
}  # fmt: skip
BOUNDS: dict[str, Pairs] = {
    "de": {
        "mindestens": ("höchstens", "genau"), "höchstens": ("mindestens",),
        "maximal": ("mindestens",),
        "bis zu": ("mindestens",), "mehr als": ("weniger als", "genau"),
        "weniger als": ("mehr als",),
        "über": ("unter", "höchstens"), "unter": ("über",), "wenigstens": ("höchstens",),
        "innerhalb von": ("nach",), "spätestens": ("frühestens",), "frühestens": ("spätestens",),
    },
    "en": {
        "at least": ("at most", "exactly"), "at most": ("at least",), "up to": ("at least",),
        "more than": ("fewer than", "exactly"), "less than": ("more than",), "over": ("under",),
        "fewer than": ("more than",), "under": ("over",), "within": ("after",),
    },
}  # fmt: skip
_COUNTED = {
    "de": re.compile(
        r"(?<![\w.,/-])(?<!als )(?<!zu )\d{1,3}(?=\s(?:Tage?n?|Wochen?|Monate?n?|Jahren?|Stunden?|"
        r"Minuten?|Euro|€|Prozent|%|Meter|Kilometer|Personen|Kinder|Menschen)\b)"
    ),
    "en": re.compile(
        r"(?<![\w.,/-])(?<!than )(?<!to )\d{1,3}(?=\s(?:days|weeks|months|years|hours|minutes|"
        r"percent|%|miles|people|points|million|billion)\b)"
    ),
}
_BOUND = re.compile(
    r"(?:mindestens|höchstens|maximal|bis|bis zu|über|unter|als|rund|etwa|ca\.|circa|fast|knapp|"
    r"ungefähr|wenigstens|alle|jeden?|nach|vor|seit|ab|at least|at most|up to|over|under|than|"
    r"about|"
    r"approximately|nearly|almost|around|some|every|to|and|und|von|from|after|before|every|–|-|the|den|die|der|a|"
    r"ersten|"
    r"first|last|next|letzten|nächsten|dieser|diese|these|those)\s*$",
    re.IGNORECASE,
)
HEDGES = {
    "de": re.compile(
        r"\b(?:voraussichtlich|vermutlich|wahrscheinlich|möglicherweise|eventuell|vielleicht|"
        r"in der Regel|normalerweise|üblicherweise|angeblich|mutmaßlich|wohl|ungefähr|"
        r"(?:etwa|rund|circa|fast|knapp|ca\.)(?= \d)) "
    ),
    "en": re.compile(
        r"\b(?:probably|presumably|perhaps|possibly|usually|generally|typically|normally|allegedly|"
        r"reportedly|apparently|roughly|approximately|(?:about|around|nearly|almost)(?= \d)) "
    ),
}
ADDED_HEDGES = {
    "de": ("vermutlich", "wahrscheinlich", "möglicherweise", "voraussichtlich", "garantiert"),
    "en": ("probably", "possibly", "perhaps", "presumably", "certainly"),
}
_CONDITION = {
    "de": re.compile(
        r",? (?:wenn|falls|sofern|soweit|es sei denn|vorausgesetzt|außer|mit Ausnahme)\b"
        r"[^,;.]*(?=[.;]\W*$)"
    ),
    "en": re.compile(r",? (?:if|unless|provided|except|as long as|in case)\b[^,;.]*(?=\.\W*$)"),
}
_NOT_A_CONDITION = re.compile(r"als wenn|wie wenn|as if|even if|auch wenn|selbst wenn|only if|ob\b")
ADDED_CONDITIONS = {
    "de": (
        ", sofern ein Antrag gestellt wird",
        ", wenn die Behörde zustimmt",
        ", falls genug Geld vorhanden ist",
        " auf Antrag",
    ),
    "en": (
        ", if an application is made",
        ", provided the authority agrees",
        ", unless it rains",
        " on request",
    ),
}


def _behind_verb(truth: Truth, chance: random.Random, word: str) -> str | None:
    text = truth.text
    found = [
        m.end()
        for m in _VERB[truth.language].finditer(text)
        if not _NO_PLACE[truth.language].match(text, m.end())
    ]
    if not found:
        return None
    at = chance.choice(found)
    return f"{text[:at]} {word}{text[at:]}"


def negation_added(truth: Truth, chance: random.Random) -> str | None:
    """nicht, kein, not put where a sentence is denied."""
    text = truth.text
    made = [_behind_verb(truth, chance, "nicht" if truth.language == "de" else "not")]
    if truth.language == "de":
        last = _PARTICIPLE.search(text)
        if last and not text[: last.end()].endswith(("nicht ", "nie ", "kein ", "keine ")):
            made.append(f"{text[: last.end()]}nicht {text[last.end() :]}")
        one = [m for m in _A.finditer(text) if not text[: m.start()].rstrip().endswith("als")]
        if one:
            at = chance.choice(one).start()
            made.append(put(text, (at, at + 1), "K" if text[at] == "E" else "k" + text[at]))
            made[-1] = made[-1].replace("Kin", "Kein") if made[-1] else None
    usable = [each for each in made if each]
    return chance.choice(usable) if usable else None


def negation_removed(truth: Truth, chance: random.Random) -> str | None:
    """nicht, kein, not, n't taken away."""
    text = truth.text
    if re.search(r"\bsondern\b|\bnot\b[^.;]*\bbut\b|\bweder\b|\bob\b|\bwhether\b", text):
        return None  # "nicht A, sondern B" says B without the nicht as well
    found = list(_DENIALS[truth.language].finditer(text))
    if not found:
        return None
    match = chance.choice(found)
    if match[0] == "K":
        return put(text, (match.start(), match.end() + 1), "E")
    return put(text, match.span(), "")


def _replaced(text: str, pairs: Pairs, chance: random.Random, behind: str = "") -> str | None:
    found = []
    for word, others in pairs.items():
        for m in re.finditer(rf"\b{word}\b{behind}", text, re.IGNORECASE):
            found += [(m.start(), len(word), other) for other in others]
    if not found:
        return None
    at, length, new = chance.choice(found)
    if text[at].isupper() and at and not text[:at].rstrip().endswith((".", "(", "„", '"')):
        return None  # May, Alle (streets)
    new = new[0].upper() + new[1:] if text[at].isupper() else new
    return put(text, (at, at + length), new)


def quantifier(truth: Truth, chance: random.Random) -> str | None:
    """all for some, always for often, only put in."""
    made = _replaced(truth.text, QUANTIFIERS[truth.language], chance)
    words = ADDED_QUANTIFIERS[truth.language]
    word = chance.choice(words)
    return made or (
        None if re.search(rf"\b{word}\b", truth.text) else _behind_verb(truth, chance, word)
    )


def modality(truth: Truth, chance: random.Random) -> str | None:
    """may for must."""
    return _replaced(truth.text, MODALS[truth.language], chance)


def bound(truth: Truth, chance: random.Random) -> str | None:
    """at least for at most; a bound where the source has a plain number."""
    text, language = truth.text, truth.language
    number = r"(?=\s(?:\d|\w+(?:zig|zehn|hundert|ty|teen|hundred|half)\b))"
    if made := _replaced(text, BOUNDS[language], chance, number):
        return made
    if re.search(r"\b(?:über|unter)(?:steig|schreit)\w+|\bexceed", text):
        return None  # "über 400 Euro übersteigen" is 400 Euro übersteigen
    found = [m for m in _COUNTED[language].finditer(text) if not _BOUND.search(text[: m.start()])]
    if not found:
        return None
    words = (
        ("mindestens", "höchstens", "über") if language == "de" else ("at least", "at most", "over")
    )
    at = chance.choice(found).start()
    return f"{text[:at]}{chance.choice(words)} {text[at:]}"


def hedge_dropped(truth: Truth, chance: random.Random) -> str | None:
    """about 30 becomes 30; probably becomes a fact."""
    found = list(HEDGES[truth.language].finditer(truth.text))
    return put(truth.text, chance.choice(found).span(), "") if found else None


def hedge_added(truth: Truth, chance: random.Random) -> str | None:
    """A fact becomes a guess, or a guess becomes certain."""
    word = chance.choice(ADDED_HEDGES[truth.language])
    return None if HEDGES[truth.language].search(truth.text) else _behind_verb(truth, chance, word)


def condition_dropped(truth: Truth, chance: random.Random) -> str | None:  # noqa: ARG001
    """The clause with wenn, sofern, unless at the end is left out."""
    text = truth.text
    match = _CONDITION[truth.language].search(text)
    if not match or _NOT_A_CONDITION.search(text[max(0, match.start() - 6) :]):
        return None
    rest = put(text, match.span(), "")
    return rest if len(rest.split()) > 3 else None


def condition_added(truth: Truth, chance: random.Random) -> str | None:
    """A condition of which the source knows nothing."""
    text = truth.text
    if not text.endswith("."):
        return None
    return f"{text[:-1]}{chance.choice(ADDED_CONDITIONS[truth.language])}."
