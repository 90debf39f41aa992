"""Opposites and superlatives: a claim that says "higher" where the source says "lower"."""

import re
from collections.abc import Iterator
from functools import lru_cache

from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.words import Reading, Word, root_of
from fundstelle.core.terms import Language, fold_word

# One pair of poles a line; each pole may hold several words; "=x" only as spelled, else by root.
_DE = """
steigen erhöhen zunehmen anheben wachsen | sinken verringern abnehmen senken reduzieren mindern
=mehr | =weniger
=vor =vorher =bevor =vorab =zuvor | =nach =danach =nachher =nachdem =hinterher =nachträglich
=innerhalb | =außerhalb
=über =oberhalb | =unter =unterhalb
Anfang Beginn Start | Ende Schluss Ablauf
öffnen geöffnet | schließen geschlossen
=mit | =ohne
zusammen gemeinsam | getrennt einzeln
=größer =höher | =kleiner =niedriger =geringer
=länger | =kürzer
=früher =frühestens | =später =spätestens
=mindestens =wenigstens =minimal | =höchstens =maximal
Eingang | Ausgang
brutto Bruttobetrag Bruttopreis | netto Nettobetrag Nettopreis
=inklusive =einschließlich =inkl | =exklusive =ausschließlich =zuzüglich =zzgl
überschreiten | unterschreiten
annehmen angenommen zustimmen genehmigen bewilligen | ablehnen abgelehnt verweigern
einschalten anschalten eingeschaltet | ausschalten abschalten ausgeschaltet abgeschaltet
=oben =oberer =oberen =obere | =unten =unterer =unteren =untere
=links =linke =linken =linker | =rechts =rechte =rechten =rechter
=innen | =außen
intern =interne =internen | extern =externe =externen
=teurer =teuer | =günstiger =billiger =günstig
kaufen | verkaufen
=seit =seitdem | =bis
gewinnen | verlieren
=erste =ersten =erster =erstes | =letzte =letzten =letzter =letztes
=vormittags =morgens | =nachmittags =abends
=tagsüber | =nachts
=schneller =schnell | =langsamer =langsam
=heiß =warm =wärmer | =kalt =kälter
=neu =neue =neuen =neuer | =alt =alte =alten =alter
=öffentlich =öffentliche | =privat =private =privaten
=voll =vollständig | =leer =unvollständig
=Minusstunden | =Plusstunden
=offen =ausstehend | =behoben =erledigt =abgeschlossen
befristet =befristete | unbefristet =unbefristete
=freiwillig | =verpflichtend =verbindlich
=gültig | =ungültig
Anmeldung anmelden | Abmeldung abmelden
=hinzu | =weg
=links | =rechts
Ankunft | Abfahrt
vermieten Vermieter | mieten Mieter
Import | Export
"""
_EN = """
increase rise grow raise double | decrease fall drop reduce halve shrink
=more | =less =fewer
=before =prior | =after =following
=within =inside | =outside =beyond
=above =over | =below =under
=beginning =start | =end
=open | =closed
=since | =until =till
=with =including =incl | =without =excluding =excl
=higher =larger =greater =bigger | =lower =smaller
=longer | =shorter
=earlier | =later
accept approve grant | reject refuse deny
=upper | =lower
=left | =right
=internal | =external
=public | =private
buy purchase | sell
=first | =last
=morning | =afternoon =evening
=cheaper =cheap | =expensive
=faster | =slower
=hot =warm | =cold
=gross | =net
=hardware | =software
arrive arrival | depart departure
import | export
keep retain | return
=minimum | =maximum
enable | disable
=voluntary =optional | =mandatory =compulsory
=temporary | =permanent
=enter =entry | =exit
=indoors | =outdoors
"""

_SUPERLATIVE = {
    "de": re.compile(
        r"\b(?:am \w{3,}sten\b|(?!erste|letzt|meiste|näch|selb|ernst|dienst|fest|kost|höchsten?s|"
        r"\w*(?:leist|dienst|rüst|kost|gest|tast|last|list|fast|rist|rast|wüst|künst|kunst|kost|"
        r"bewusst|fest|frost|tröst|ost|west|rest|test|gast|post|haupt|gäst|must|angst|sonst))"
        r"[a-zäöüß]{3,}(?:ß|s|z|h|l|n|r|g|k|d|t|b|f|m|p)ste(?:[nrsm])?\b|beste[nrsm]?\b|"
        r"spitzen\w+|rekord\w*|noch (?:bei )?(?:nie|keine[rnms]?)\b|einzig\w*|meistverkauft\w*)",
    ),
    "en": re.compile(
        r"\b(?:(?:the|its|their|our) most \w+|(?!request|interest|latest|rest|test|guest|forest|"
        r"honest|west|east|best-before|manifest|invest|suggest|arrest|harvest|contest|protest|"
        r"digest|earnest|modest|nearest)\w{2,}est\b|best|worst|best-\w+|record\b|of all\b|unique|"
        r"unrivalled|number one|never before|the only)",
        re.IGNORECASE,
    ),
}

# Too frequent to mean a comparison where the source names no pole at all.
_EVERYDAY = frozenset(
    """
    mandatory compulsory voluntary optional verpflichtend verbindlich freiwillig
    seit seitdem bis since until till mit ohne vor nach ueber unter innerhalb with without over
    under within start end first last open offen neu alt letzte erste above public private
    privat
    """.split()  # noqa: SIM905
)
_ORDERING = frozenset({"before", "after", "bevor", "nachdem", "vorher", "hinterher", "nachher"})
Pole = tuple[frozenset[str], frozenset[str]]
"""(folded words, roots)."""


@lru_cache(maxsize=2)
def _pairs(language: Language) -> tuple[tuple[Pole, Pole], ...]:
    lines = (_DE if language == "de" else _EN).strip().split("\n")
    return tuple(tuple(_pole(side, language) for side in line.split("|")) for line in lines)  # type: ignore[misc]


def _pole(side: str, language: Language) -> Pole:
    words = side.split()
    exact = frozenset(fold_word(word[1:]) for word in words if word[0] == "=")
    roots = frozenset(root_of(fold_word(word), language) for word in words if word[0] != "=")
    return exact, roots


Naming = dict[str, list[tuple[int, int]]]


@lru_cache(maxsize=2)
def _named_by(language: Language) -> tuple[Naming, Naming]:
    """Folded word -> the (pair, side) it names, and the same for roots."""
    by_word: Naming = {}
    by_root: Naming = {}
    for number, pair in enumerate(_pairs(language)):
        for side, poles in enumerate(pair):
            for words, into in zip(poles, (by_word, by_root), strict=True):
                for word in words:
                    into.setdefault(word, []).append((number, side))
    return by_word, by_root


@lru_cache(maxsize=4096)
def _poles(reading: Reading) -> frozenset[tuple[int, int]]:
    """(pair, side) of every pole the text names."""
    by_word, by_root = _named_by(reading.language)
    found: set[tuple[int, int]] = set()
    for word in reading.words:
        found.update(by_word.get(word.folded, ()), by_root.get(word.root, ()))
    return frozenset(found)


def opposite_faults(claim: Reading, source: Reading, strictness: Strictness) -> Iterator[Reason]:
    """The claim names one pole where the source names only the other."""
    said, there = _poles(claim), _poles(source)
    for number, side in sorted(said):
        if (number, 1 - side) in there and (number, side) not in there:
            yield Reason(ReasonCode.OPPOSITE, _named(claim, number, side))
        elif (number, side) not in there:
            exact, _ = _pairs(claim.language)[number][side]
            if strictness is Strictness.BALANCED and not exact & claim.folded & _ORDERING:
                continue
            if exact & claim.folded and not exact & _EVERYDAY:
                yield Reason(ReasonCode.COMPARISON, _named(claim, number, side))


def _named(reading: Reading, number: int, side: int) -> str:
    exact, roots = _pairs(reading.language)[number][side]
    return next(w.text for w in reading.words if w.folded in exact or w.root in roots)


def superlative_faults(claim: str, source: str, said: Reading, cited: Reading) -> Iterator[Reason]:
    """The best, the first, more than: only where the source says so."""
    for found in _SUPERLATIVE[said.language].finditer(claim):
        if found[0].lower() not in source.lower():
            yield Reason(ReasonCode.SUPERLATIVE, found[0])
    if _compares(said) and not _compares(cited):
        yield Reason(ReasonCode.COMPARISON, "als" if said.language == "de" else "than")


def _more(word: Word) -> bool:
    """A German comparative: teurer, mehr."""
    plain = word.text[0].islower() and (word.substance or word.folded in {"mehr", "weniger"})
    return plain and word.folded.endswith(("er", "mehr"))


def _compares(reading: Reading) -> bool:
    """Whether "-er als", "than" stands in the text outside of a mark ("nicht mehr als 5")."""
    marked = {place for _, start, end in reading.marks for place in range(start, end)}
    german = reading.language == "de"
    return any(
        word.folded == ("als" if german else "than")
        and place not in marked
        and (not german or any(_more(w) for w in reading.words[max(0, place - 4) : place]))
        for place, word in enumerate(reading.words)
    )
