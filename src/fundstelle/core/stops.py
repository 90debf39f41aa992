"""Does a full stop end a sentence? The rules for German and English, one stop at a time."""

import re

from fundstelle.core.stopwords import FUNCTION_WORDS

# A stop after these never ends a sentence: something always follows.
JOINING = frozenset(
    """
    dr prof dipl ing hr hrn mr mrs ms mme hl st rev hon gov sen rep capt sgt
    bzw ca cca vgl ggf ggfs inkl exkl incl excl zzgl abzgl einschl evtl evt sog gem bspw beisp bsp
    insb insbes lt lit resp cf viz approx vs gegr verh geb verst zit sog urspr
    bgbl rgbl gbl abl gvbl idf
    z.b d.h u.a.m i.d.r i.d.f i.s.d i.s.v i.v.m o.g s.o s.u e.g i.e u.u z.t z.zt z.hd v.a m.a.w
    """.split()  # noqa: SIM905 - a hundred words read better as prose
)
# After these a number or a name mostly follows: the sentence ends only before a word that
# begins sentences.
OPEN = frozenset(
    """
    nr nrn abs bd bde kap ziff rn rdnr randnr rz buchst abb tab anl anm aufl ausg abschn abt jg
    hrsg pos tel fax str pl co inc ltd corp bros jr sr mio mrd tsd std chr jh jhd jhdt univ
    bes ges allg verf fig figs vol vols pp ed eds dept est ext par para al
    approx mind max min sek mag
    fr mo di mi do jan feb mrz apr jun jul aug sep sept okt oct nov dez dec
    """.split()  # noqa: SIM905
)
# Words that are also abbreviations: only a number after them says so ("Art. 5", "No. 7").
NUMBERED = frozenset(("art", "no", "nos", "sec", "sect", "p", "s"))
STARTERS = FUNCTION_WORDS | frozenset(
    """
    alle allen alles ausserdem bitte darueber daneben deshalb dafuer dennoch ferner fuer gemaess
    hierbei hierfuer hierzu insbesondere jedoch maximal mindestens moechte muss kann koennen soll
    sofern soweit sollte sollten darf duerfen gilt gibt falls spaeter trotz ueber waehrend wegen
    zudem zusaetzlich zunaechst anschliessend please however since although finally first later
    many must may several another every
    ab laut infolge seitdem hiervon sodann sobald solange bevor nachdem obwohl beide viele einige
    mehrere manche andere weitere
    """.split()  # noqa: SIM905
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_NEXT = re.compile(r"[\W_]{0,40}(\w*)")  # bounded: a page of rules and dots must stay linear
# What is numbered by the number after it: that is no ordinal, so its stop is a full stop.
_REFERENCE = re.compile(
    r"(?:§+|\b(?:Abs(?:\.|atz)|Art(?:\.|ikel)|Satz|Nr\.|Nummer|Ziff(?:\.|er)|Seite|S\.|Kapitel|Kap\."
    r"|Anlage|Anhang|Abschnitt|Punkt|Tabelle|Abbildung|Teil|Zeile|Raum|Version|Section|Article"
    r"|Chapter|Page|Table|Figure|Annex|Part|No\.|paragraph))\s*\Z",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"(?:\d{1,3}|[a-z]|[ivx]+)(?:\.\d{1,3})*", re.IGNORECASE)
_ORDINAL = re.compile(
    r"\d{1,3}|\d{1,2}(?:\.[-–/]?|[-–/])\d{1,2}"
)  # 3. Oktober, 24.12., 3./4. Klasse
_ROMAN = re.compile(r"(?=[IVXLC]{2,})(?:X[LC]|L?X{0,3})(?:IX|IV|V?I{0,3})")
_NO_VOWEL = re.compile(r"[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]+")
_UNITS = frozenset(("km", "kg", "cm", "mm", "nm", "ml", "mg", "gb", "kb", "mb", "tb", "hz"))
_CLOSING_PAIR = re.compile(r"\b(?:[ap]\.\s*m|\d+\s*[a-z])$")  # may well end: 5 p. m., 5 g.
_CLOSERS = "“”\"'’‘»«›‹"
_OPENERS = "([{„“\"'»«‚‘›‹*_"
_REACH = 60  # how far back the word before a stop is looked at; longer ones are no abbreviations
_LONG = 5  # letters; longer words are looked up at once
_PART = 3  # letters between the stops of "p.m", "Ph.D"


def ends_sentence(text: str, sentence_start: int, stop: int, after: int) -> bool:
    """Whether the stop (. ! ? … or a run of them) at `stop` ends the sentence.

    sentence_start: where the sentence began. after: the first character behind the stop, its
    closing marks and white space. Nothing ends before a lower-case word, not even „Wie?“ fragte er.
    """
    following = ""
    if not text[after].isupper():
        following = _word_at(text, after)
        if not following or _goes_on(following, text, after):
            return False
        if text[after] == "(" and text[after - 2] in _CLOSERS:
            return False  # „Wer bist du?“ (Muster 2009)
    if text[stop] != "." or text.startswith("..", stop):
        return text[stop] in "!?" or (
            text[after] not in "-–—" and (following or text[after])[0].isupper()
        )
    before = text[max(sentence_start, stop - _REACH) : stop]
    if not before or before[-1].isspace():
        return False
    token = before.split()[-1].lstrip(_OPENERS)
    if stop - len(token) <= sentence_start + 1 and _NUMBERING.fullmatch(token):
        return False  # the "1." or "a." that numbers this sentence
    following = following or _word_at(text, after)
    return (
        _ends_word(token, following)
        if token.isalpha() and len(token) > _LONG
        else _ends_after(token, before, following)
    )


def _ends_word(token: str, following: str) -> bool:
    """Whether a full stop after a longer plain word ends a sentence."""
    low = token.lower()
    if low in OPEN or low.endswith(("str", "nr")):
        return _starts(following)
    return low not in JOINING


def _word_at(text: str, at: int) -> str:
    """The first word at or soon after an offset; "" if there is none."""
    match = _NEXT.match(text, at)
    return match[1] if match else ""


def _goes_on(following: str, text: str, after: int) -> bool:
    """Whether the next word is written small: then the sentence goes on. Not iPhone, not "a)"."""
    if not following[0].islower() or following[1:2].isupper():
        return False
    return len(following) > 1 or text.find(following + ")", after, after + 3) < 0


def _starts(word: str) -> bool:
    """Whether the word is a capitalised one of those that often begin sentences."""
    # "I" is mostly the Roman one: BGBl. I, Teil I.
    return word[:1].isupper() and word != "I" and word.lower().translate(_UMLAUTS) in STARTERS


def _ends_after(token: str, before: str, following: str) -> bool:
    """Whether a full stop after the token ends a sentence. before: the text up to the stop."""
    starter = _starts(following)
    if token[-1:].isdigit():
        earlier = before[: len(before) - len(token)][-16:]
        return starter or bool(_REFERENCE.search(earlier)) or not _ORDINAL.fullmatch(token)
    tail = re.split(r"[-/–(\[]", token)[-1]
    low = tail.lower()
    if low in JOINING or not token:
        return starter and not token
    if low in NUMBERED:
        return not following[0].isdigit() and (len(low) > 1 or starter)
    if len(tail) == 1 and tail.isalpha():
        return starter and (tail.isupper() or bool(_CLOSING_PAIR.search(before)))
    return starter or not _looks_open(tail, low)


def _looks_open(tail: str, low: str) -> bool:
    """Whether the word looks like an abbreviation or a Roman ordinal."""
    if low in OPEN or low.endswith(("str", "nr")):
        return True
    if "." in tail:
        return all(len(part) <= _PART for part in tail.split("."))
    return bool(_ROMAN.fullmatch(tail) or (_NO_VOWEL.fullmatch(tail) and low not in _UNITS))
