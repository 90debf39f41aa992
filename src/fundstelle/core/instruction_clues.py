"""What a sentence shows of talking to a language model: the parts that core.instruction_hints
puts together. A part is no verdict: handbooks speak of assistants and users and are full of orders.
"""

# ruff: noqa: SIM905 - lists of words read better as prose

import re
from collections.abc import Callable
from functools import cached_property, reduce
from operator import or_

from fundstelle.core import instruction_words as kind
from fundstelle.core.instruction_signs import compiled
from fundstelle.core.instruction_words import kinds_of

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]")
_STOPS = frozenset(".:;!?|,([{*#>\"'=-")
_LEADS = frozenset(
    "and then please und dann bitte also kindly nun jetzt now instead stattdessen sondern einfach"
    " simply just so must never always don not".split()
)
_GREETINGS = frozenset(
    "dear hey hello hi hallo liebe lieber liebes werte werter wertes geehrte geehrter geehrtes"
    " attention achtung".split()
)
_TOWARDS = frozenset("to an for fuer note hinweis anweisung nachricht message important".split())
_PREPOSITIONS = frozenset(("to", "for", "an", "fuer"))
_MUST = frozenset(
    "must shall should to muss muessen soll sollen sollte sollten moege moegen hat haben".split()
)
_PRESENT = frozenset("wird werden is are".split())


class Sentence:
    """A sentence as its words and their kinds."""

    def __init__(self, plain: str) -> None:
        self.plain = plain
        self.words = _TOKEN.findall(plain)
        self.kinds = list(map(kinds_of, self.words))
        self.all = reduce(or_, self.kinds, 0)

    def near(self, first: int, second: int, reach: int) -> bool:
        """Whether a word of the second kind comes at most reach words after one of the first."""
        return any(
            here & first and any(there & second for there in self.kinds[at + 1 : at + 1 + reach])
            for at, here in enumerate(self.kinds)
        )

    def ordered(self, order: int) -> list[int]:
        """Where orders stand, at the beginning of a clause."""
        return [
            at
            for at, found in enumerate(self.kinds)
            if found & order
            and (not at or self.words[at - 1] in _STOPS or self.words[at - 1] in _LEADS)
        ]

    @cached_property
    def helpers(self) -> list[int]:
        """Where a model or what may be one stands."""
        both = kind.MODEL | kind.HELPER
        return [at for at, found in enumerate(self.kinds) if found & both]

    @cached_property
    def models(self) -> list[int]:
        """Those of them that are models: by their name, or by what stands before."""
        return [
            at
            for at in self.helpers
            if self.kinds[at] & kind.MODEL
            or any(found & kind.AUTOMATIC for found in self.kinds[max(0, at - 2) : at])
        ]

    def clause_before(self, at: int) -> list[str]:
        """The words of the clause that stand before."""
        start = at
        while start and self.words[start - 1] not in _STOPS:
            start -= 1
        return self.words[start:at]

    def follows(self, order: int, wanted: int, reach: int) -> bool:
        """Whether a word of the kind comes at most reach words after an order."""
        return any(
            any(found & wanted for found in self.kinds[at + 1 : at + 1 + reach])
            for at in self.ordered(order)
        )


def _called(s: Sentence) -> bool:
    """ "An die KI:", "Dear AI reader", "Copilot, please"."""
    for at in s.models:
        before, after = s.clause_before(at), s.words[at + 1 : at + 5]
        if any(word in _GREETINGS for word in before[-3:]):
            return True
        closed = not after or any(word in ":!|" for word in after)
        if closed and before and before[0] in _TOWARDS and len(before) < 5:  # noqa: PLR2004
            return True
        if any(word in _PREPOSITIONS for word in before[-2:]) and ":" in after[:2]:
            return True
        if not before and s.words[max(0, at - 2) : at] == ["achtung", ","]:
            return True
        if not before and after[:1] in ([","], [":"]) and s.ordered(kind.EN_ORDER | kind.DU_ORDER):
            return True
    return False


def _spoken_to(s: Sentence) -> bool:
    """ "Assistent, du sollst", "liebes Modell, tu so"."""
    orders = kind.EN_ORDER | kind.DU_ORDER
    for at in s.helpers:
        before, after = s.clause_before(at), s.kinds[at + 1 : at + 3]
        if not before and any(found & kind.YOU for found in after):
            return True
        told = (
            any(word in _PREPOSITIONS for word in before[-3:]) and ":" in s.words[at + 1 : at + 3]
        )
        if told and not s.kinds[at] & (kind.ASKER | kind.REPLY) and before[0] in _TOWARDS:
            return True
        if any(word in _GREETINGS for word in before[-3:]) and s.ordered(orders):
            return True
    return False


def _reads_this(s: Sentence) -> bool:
    """A model, or one that works automatically, reads this text."""
    for at, found in enumerate(s.kinds):
        if found & kind.READING and any(
            near & kind.THIS for near in s.kinds[max(0, at - 4) : at + 4]
        ):
            around = range(max(0, at - 6), min(len(s.words), at + 6))
            if any(s.kinds[by] & kind.AUTOMATIC or by in s.models for by in around):
                return True
            if any(_works(s, by) for by in around):
                return True
    return False


def _works(s: Sentence, at: int) -> bool:
    """A program or a system, but nothing that a person writes as well."""
    return bool(s.kinds[at] & kind.HELPER) and not s.kinds[at] & (kind.REPLY | kind.READING)


def _bound(s: Sentence) -> bool:
    """A model must say something, or leave it out."""
    said = kind.SPEAKING | kind.HIDING
    return any(
        s.words[must] in _MUST and any(later & said for later in s.kinds[must + 1 : must + 18])
        for at in s.models
        for must in range(at + 1, min(len(s.words), at + 9))
    )


def _bidden(s: Sentence) -> bool:
    """A model is told to, in the present: not what it was once told."""
    return bool(s.all & kind.BIDDEN) and any(
        word in _PRESENT for at in s.models for word in s.words[max(0, at - 5) : at + 4]
    )


def _as_model(s: Sentence) -> bool:
    """ "Bitte als KI-System …"."""
    return any(word in ("als", "as") for at in s.models for word in s.words[max(0, at - 2) : at])


def _helper_must(s: Sentence) -> bool:
    """ "The model must": right after it."""
    return any(word in _MUST for at in s.helpers for word in s.words[at + 1 : at + 2])


def _meant(s: Sentence) -> bool:
    """ "addressed to the software": what may be a model is who the text is for."""
    return bool(s.all & kind.MEANT) and any(
        word in ("an", "to", "for", "fuer")
        for at in s.helpers
        for word in s.words[max(0, at - 4) : at]
    )


_BY_WORDS: dict[str, int] = {
    "helper": kind.MODEL | kind.HELPER,
    "asker": kind.ASKER,
    "asks": kind.ASKING,
    "reply": kind.REPLY,
    "must": kind.MUST,
    "speaks": kind.SPEAKING,
    "hides": kind.HIDING,
    "best": kind.BEST,
    "forgets": kind.FORGETTING,
    "you": kind.YOU,
    "forbidden": kind.FORBIDDEN,
    "bids": kind.BIDDEN,
    "question": kind.QUESTION,
    "persuades": kind.PERSUADING,
    "document": kind.DOCUMENT,
}
_BY_NEARNESS: dict[str, tuple[int, int, int]] = {
    "this_document": (kind.THIS, kind.DOCUMENT | kind.SOURCE, 2),
    "every_question": (kind.EVERY, kind.QUESTION, 2),
    "your_reply": (kind.YOU, kind.REPLY, 2),
    "your_rules": (kind.YOU, kind.RULES, 2),
    "earlier_rules": (kind.EARLIER, kind.RULES, 2),
    "other_sources": (kind.OTHER, kind.SOURCE, 2),
    "real_task": (kind.REAL, kind.TASK, 2),
    "you_speak": (kind.YOU_SPEAK, kind.YOU, 3),
    "asked_you": (kind.YOU, kind.YOU_SPEAK, 12),
}
_BY_PATTERN: dict[str, str] = {
    "fixed": (r"\"[^\"]+\"|\bin (?:reimen|rhymes?|grossbuchstaben|capital letters)\b"),
    "that": (r"\b(?:dass|that)\b"),
    "as": (r"\b(?:als|as)\b"),
    "now": (
        r"\b(?:from now on|from (?:here|this point) on|ab (?:jetzt|sofort|nun)|von nun an|fortan"
        r"|for the rest of (?:the|this) (?:conversation|chat|session))\b"
    ),
    "session": (
        r"\b(?:for|in|fuer) (?:the |this |diese[rs]? )(?:session|conversation|chat|unterhaltung"
        r"|gespraech|konversation)\b"
    ),
    "whatever": (
        r"\b(?:whatever|no matter what|egal,? was|was auch immer|whoever|person who asks"
        r"|person,? die fragt|everything the user|alles,? was (?:der|ein) nutzer)\b"
    ),
    "unreal": (
        r"\b(?:as if|as though|so, als|als ob)\b.*\b(?:not exist|never|no \w+|nicht\w*|nie|kein\w*)"
    ),
    "settings": (
        r"\b(?:system ?prompts?|(?:your|deine[nrsm]?) (?:\w+ )?(?:instructions|prompt|context"
        r"(?: window)?|configuration|anweisungen|vorgaben|kontext\w*|systemprompts?"
        r"|konfiguration)|(?:conversation|chat) history|gespraechsverlauf|chatverlauf)\b"
    ),
    "in_reply": (
        r"\b(?:in|into|to|at the \w+ of|with|mit|am (?:ende|anfang)|zu|bei) "
        r"(?:your|every|each|deine[rnm]?|jede[rnm]?) "
        r"(?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|summary|output|antwort(?:en)?|ausgabe"
        r"|zusammenfassung)\b"
    ),
    "word": (r"\b(?:word|words|phrase|sentence|wort|worte|satz|formel) \""),
    "unaware": (
        r"\b(?:must|should|shall|may|can) (?:never|not) (?:learn|know|find out)\b"
        r"|\b(?:darf|duerfen|soll|sollen)\b.{0,60}\b(?:nichts?|nie|niemals)\b.{0,30}"
        r"\b(?:erfahren|wissen|merken|ahnen)\b"
    ),
    "you_will": (
        r"\byou (?:will|must|should|shall|are to|have to) (?:\w+ )?(?:answer|tell|say|respond|reply"
        r"|claim|state|confirm|recommend)\b|\bdu (?:wirst|sollst|musst|hast)\b"
    ),
    "bracket": (r"^\W*\[(?:system|admin|assistant|instruction)\b"),
    "omits": (
        r"\b(?:leave out|lass \w+ (?:\w+ )?weg|weglassen|auszulassen|wegzulassen|omit|skip)\b"
    ),
    "please": (r"\b(?:bitte|please|kindly)\b"),
    "not_people": (
        r"\b(?:not (?:to|for) (?:people|humans)|nicht (?:an|fuer) menschen|menschen nicht"
        r"|for machines only|nur fuer maschinen)\b"
    ),
    "him": (
        r"\b(?:sage?|teile?|antworte|erklaere|versichere|bestaetige|schreibe?) (?:ihm|ihr|ihnen)\b"
    ),
    "about_question": (
        r"\b(?:gib|nenne|behaupte|antworte|sage?|schreibe?|erklaere|bestaetige|erwaehne)\b"
        r".{0,60}\b(?:bei|auf) (?:\w+ )?\w*fragen\b"
        r"|\b(?:bei|auf) (?:\w+ )?\w*fragen\b.{0,60}\W(?:gib|nenne|behaupte|antworte|sage?)\b"
    ),
    "in_the_reply": (
        r"\b(?:bei|in) der (?:ausgabe|antwort|zusammenfassung)\b"
        r"|\bin the (?:answer|reply|response|output)\b"
    ),
    "when_asked": (
        r"\b(?:wird\b.{0,40}\bgefragt|gefragt wird|(?:when|if|whenever) (?:\w+ ){0,4}asked)\b"
    ),
    "in_any_reply": (
        r"\b(?:in|an|unter|zu|mit|bei|am (?:ende|anfang)) (?:deine[rnm]?|jede[rnms]?|alle[rn]?"
        r"|der) (?:antwort(?:en)?|auskunft|ausgabe|zusammenfassung|rueckmeldung)\b"
    ),
    "the_question": (r"\b(?:the|die|diese|this) (?:question|frage)\b"),
    "deceived": (
        r"\b(?:believe|think|suspect|know (?:about|that|of)|glauben|denken|annehmen|meinen)\b"
    ),
    "if_you_read": (
        r"\bif you (?:can )?(?:read|parse|process|see) this\b"
        r"|\b(?:wenn|falls) du (?:das|dies\w*)(?: \w+)? (?:lesen kannst|liest|verarbeitest)\b"
    ),
    "only_this_source": (
        r"\b(?:only|nur|ausschliesslich) (?:from|aus) (?:this|dies\w+) (?:file|document|text|page"
        r"|source|datei|dokument|seite|quelle)\b"
    ),
    "summing": (
        r"\b(?:when|while|in) (?:you )?(?:summari[sz](?:e|ing)|answering|generating)\b"
        r"|\bbeim (?:zusammenfassen|antworten|beantworten)\b"
    ),
    "when_you_reply": (
        r"\bwhen you (?:answer|reply|respond|summari[sz]e)\b"
        r"|\b(?:wenn|sobald) du (?:antwortest|zusammenfasst)\b"
    ),
    "instead_of_reply": (
        r"\b(?:statt|anstelle|instead of) (?:einer |der |deiner |an? |the |your )?"
        r"(?:antwort|answer|reply|response)\b"
    ),
    "announces": (r"\b(?:for|to|fuer|an)\b[^:]{3,100}: "),
    "reads_as": (r"\blautet\b|\b(?:is|ist) (?:always|immer|stets)\b"),
    "from_you": (r"\b(?:von dir|from you)\b"),
    "made": (r"\b(?:generated|produced|derived|erzeugt\w*|erstellt\w*)\b"),
    "prompt": (r"\b(?:\w*prompts?|kontextfenster\w*|context window)\b"),
    "told_you": (
        r"\b(?:told|gave|instructed) you\b|\byou (?:were|have been|are) (?:told|instructed)\b"
        r"|\b(?:dir|dich) (?:\w+ ){0,2}(?:gesagt|befohlen|aufgetragen|angewiesen)\b"
    ),
    "only_this": (r"\b(?:except|ausser|but) (?:for )?(?:this|dies\w+)\b"),
    "rules_for_you": (
        r"\b(?:regeln?|vorgaben?|anweisungen?|rules?|instructions?)\b.{0,20}"
        r"\b(?:fuer dich|an dich|for you|to you)\b"
    ),
    "to_yourself": (r"\bbehalte\b.{0,20}\bfuer dich\b|\bkeep\b.{0,20}\bto yourself\b"),
    "role": (r"\b(?:als|as|be) (?:an? |the |eine? |einen )?\w"),
}
_BOTH_ORDERS = kind.DU_ORDER | kind.EN_ORDER
_HELPERS = kind.MODEL | kind.HELPER
# With the kinds of which a word each must stand in the sentence.
_BY_FORM: dict[str, tuple[Callable[[Sentence], bool], tuple[int, ...]]] = {
    "model": (lambda s: bool(s.models), (_HELPERS,)),
    "called": (_called, (_HELPERS,)),
    "spoken_to": (_spoken_to, (_HELPERS,)),
    "reads_this": (_reads_this, (kind.READING, kind.THIS, _HELPERS | kind.AUTOMATIC)),
    "bound": (_bound, (_HELPERS, kind.SPEAKING | kind.HIDING)),
    "bidden": (_bidden, (_HELPERS, kind.BIDDEN)),
    "helper_must": (_helper_must, (_HELPERS,)),
    "as_model": (_as_model, (_HELPERS,)),
    "meant": (_meant, (_HELPERS, kind.MEANT)),
    "du_order": (lambda s: bool(s.ordered(kind.DU_ORDER)), (kind.DU_ORDER,)),
    "order": (lambda s: bool(s.ordered(_BOTH_ORDERS)), (_BOTH_ORDERS,)),
    "du_order_asker": (
        lambda s: s.follows(kind.DU_ORDER, kind.ASKER, 4),
        (kind.DU_ORDER, kind.ASKER),
    ),
    "persuade_asker": (
        lambda s: s.follows(kind.PERSUADING, kind.ASKER, 3),
        (kind.PERSUADING, kind.ASKER),
    ),
    "show": (lambda s: bool(s.ordered(kind.SHOWING)), (kind.SHOWING,)),
    "order_forgets": (lambda s: bool(s.ordered(kind.FORGETTING)), (kind.FORGETTING,)),
    "order_best": (
        lambda s: s.follows(_BOTH_ORDERS, kind.BEST, 14),
        (_BOTH_ORDERS, kind.BEST),
    ),
    "informal": (lambda s: not s.all & kind.FORMAL, ()),
    "no_question": (lambda s: not s.plain.rstrip().endswith("?"), ()),
}


def needed(clue: str) -> tuple[int, ...]:
    """Kinds of which a word each must stand in a sentence that shows the clue: looked at first."""
    if clue in _BY_WORDS:
        return (_BY_WORDS[clue],)
    if clue in _BY_NEARNESS:
        return _BY_NEARNESS[clue][:2]
    return _BY_FORM[clue][1] if clue in _BY_FORM else ()


def has(clue: str, s: Sentence) -> bool:
    """Whether the sentence, which has the needed kinds, shows the clue."""
    if clue in _BY_WORDS:
        return bool(s.all & _BY_WORDS[clue])
    if clue in _BY_NEARNESS:
        return s.near(*_BY_NEARNESS[clue])
    if clue in _BY_PATTERN:
        return compiled(_BY_PATTERN[clue]).search(s.plain) is not None
    return _BY_FORM[clue][0](s)
