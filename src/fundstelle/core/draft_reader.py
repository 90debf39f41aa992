"""A model's reply -> draft. Understands both forms of the contract and never fails.

Nothing is checked here. An id that is no evidence id stays in its claim, so that gate 2 drops it.
One thing is mended: small models take a sentence from one place and name the number of another. A
claim whose words plainly stand in another sentence is tied to that one; gate 2 asks whether it
carries the claim, and it is what is shown beside.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from fundstelle.core.answers import Evidence, EvidenceSentence
from fundstelle.core.documents import Block, BlockKind
from fundstelle.core.drafts import Claim, Draft
from fundstelle.core.quotes import find_quote
from fundstelle.core.sentences import sentences_of
from fundstelle.core.terms import stem, words_in
from fundstelle.core.text import clean

Of = TypeVar("Of")

MAX_CLAIMS = 24  # a model that does not stop says nothing more worth checking
MAX_CHARS = 20_000  # of one text of the reply
MOSTLY = 0.6  # of a claim's words stand in the sentence it is tied to instead
TWICE = 2  # as many as in the one it names
_CITED = re.compile(r"\s*[\[(]\s*(S\d+(?:\s*[,;]\s*S\d+)*)\s*[\])]")  # "… 14 Tage [S12]."
_ID = re.compile(r"\[?\s*([Ss]\d+)\s*\]?")
_LED = re.compile(r"\s*([Ss]\d+)\s*:\s+")  # "S12: Die Frist …"
_BULLET = re.compile(r"(?:[-*•–]|\d{1,2}\))\s+(?=\w)")
_MARKUP = re.compile(r"\*\*|__(?=\w)|(?<=\w)__|`")


def read_draft(reply: object, evidence: Evidence) -> Draft:
    """Return the claims of a parsed reply; no claims for anything that has another shape.

    {"claims": [{"sentence", "cites", "quote"?}]} or {"answer", "quotes"}. One claim is one
    sentence: several in one are split, each with the id whose text it is nearest to, if the model
    gave several for them together. unanswered only where the model says so and claims nothing.
    """
    if not isinstance(reply, dict):
        return Draft()
    if isinstance(reply.get("claims"), list):
        claims = [c for item in reply["claims"][:MAX_CLAIMS] for c in _claims_of(item, evidence)]
    elif isinstance(reply.get("answer"), str):
        quotes = reply.get("quotes")
        claims = _tied(reply["answer"], quotes if isinstance(quotes, list) else [], evidence)
    else:
        claims = []
    kept = _at_their_place(claims[:MAX_CLAIMS], evidence)
    return Draft(kept, unanswered=not kept and reply.get("unanswered") is True)


def _claims_of(item: object, evidence: Evidence) -> list[Claim]:
    """The claims of one item: one per sentence of it."""
    if not isinstance(item, dict) or not isinstance(item.get("sentence"), str):
        return []
    text, named = _told(item["sentence"])
    cites = _ids(item.get("cites")) or named
    quote = item["quote"][:MAX_CHARS] if isinstance(item.get("quote"), str) else ""
    led = _LED.match(text)
    if led and led[1].upper() in cites:  # else it may be a label of the text
        text = text[led.end() :]
    sentences = _sentences(text)
    known = {s.id: s.citation.quote for s in evidence.sentences}
    if len(cites) > 1 and not quote and all(cite in known for cite in cites):
        return [Claim(s, (_nearest(s, [(known[c], c) for c in cites]),)) for s in sentences]
    return [Claim(sentence, cites, quote) for sentence in sentences]


def _tied(answer: str, quotes: Sequence[object], evidence: Evidence) -> list[Claim]:
    """Each sentence of the answer with the quote it aligns with best."""
    sources = [source for item in quotes[:MAX_CLAIMS] for source in _sources(item, evidence)]
    known = {s.id: s.citation.quote for s in evidence.sentences}
    text, named = _told(answer)
    if not sources:
        sources = [((cite,), "") for cite in named]
    claims = []
    for sentence in _sentences(text):
        if not sources:
            claims.append(Claim(sentence, ()))
            continue
        texts = [
            (" ".join([quote, *(known.get(i, "") for i in ids)]), (ids, quote))
            for ids, quote in sources
        ]
        claims.append(Claim(sentence, *_nearest(sentence, texts)))
    return claims


def _sources(item: object, evidence: Evidence) -> list[tuple[tuple[str, ...], str]]:
    """(ids, quote) of one item of `quotes`; one without id is looked for in all the evidence."""
    named: tuple[str, ...] = ()
    if isinstance(item, dict):
        given: Any = item.get("chunk_id")
        named, item = _ids(given), item.get("quote", "")
        if given not in (None, "") and not named:
            return []
    if not isinstance(item, str) or not (item.strip() or named):
        return []
    quote = item[:MAX_CHARS].strip()
    if named:
        return [(named, quote)]
    if found := _holding(quote, evidence.sentences):
        return [((found,), quote)]
    parts = [(part, _holding(part, evidence.sentences)) for part in _sentences(clean(quote))]
    if len(parts) > 1 and all(found for _, found in parts):
        return [((found,), part) for part, found in parts]
    return [((), quote)]


def _holding(quote: str, sentences: Sequence[EvidenceSentence]) -> str:
    """Id of the first evidence sentence in which the quote stands; "" if there is none."""
    for sentence in sentences:
        row = sentence.kind is BlockKind.ROW
        if find_quote(quote, sentence.citation.quote, is_row=row):
            return sentence.id
    return ""


def _ids(given: object) -> tuple[str, ...]:
    """Ids as a model writes them: "S1", ["S1", "[s2]"], "S1, S2", 1. Others stay as they are."""
    items = given if isinstance(given, list) else [given]
    found: list[str] = []
    for item in items[:MAX_CLAIMS]:
        if isinstance(item, int) and not isinstance(item, bool):
            found.append(f"S{item}")
        elif isinstance(item, str):
            found += [_id(part) for part in re.split(r"[,;]", item[:MAX_CHARS]) if part.strip()]
    return tuple(dict.fromkeys(found))


def _id(text: str) -> str:
    match = _ID.fullmatch(text.strip())
    return match[1].upper() if match else text.strip()


def _told(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without ids set into it and without markup; and these ids."""
    text = _MARKUP.sub("", clean(text[:MAX_CHARS]))
    named = _ids(_CITED.findall(text))
    return _CITED.sub("", text), named


def _sentences(text: str) -> list[str]:
    """The sentences of a reply, each on one line, without the sign of a list."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith(f"{n}. ") for n, line in enumerate(lines, 1)):
        lines = [line.partition(" ")[2] for line in lines]  # a single "1. März" is no list
    found: list[str] = []
    for line in lines:
        marked = _BULLET.match(line)
        bare = line[marked.end() :] if marked else line
        for sentence in sentences_of(bare, [Block(BlockKind.PARAGRAPH, 0, len(bare))]):
            told = " ".join(bare[sentence.start : sentence.end].split())
            if any(character.isalnum() for character in told):
                found.append(told)
    return found


def _at_their_place(claims: Sequence[Claim], evidence: Evidence) -> tuple[Claim, ...]:
    """The claims, each with the id of the sentence that it was plainly taken from."""
    held = {s.id: _stems(s.citation.quote) for s in evidence.sentences} if claims else {}
    return tuple(_at_its_place(claim, held) for claim in claims)


def _at_its_place(claim: Claim, held: Mapping[str, set[str]]) -> Claim:
    if claim.quote or len(claim.cites) != 1 or claim.cites[0] not in held:
        return claim
    own = _stems(claim.text)
    shared = {key: len(own & stems) for key, stems in held.items()}
    best = max(shared, key=lambda key: shared[key])
    plainly = shared[best] >= max(TWICE * shared[claim.cites[0]], MOSTLY * len(own), 1)
    return replace(claim, cites=(best,)) if plainly else claim


def _nearest(sentence: str, texts: Sequence[tuple[str, Of]]) -> Of:
    """What belongs to the text that shares most with the sentence; the first of equals."""
    own = _stems(sentence)
    return max(texts, key=lambda pair: len(own & _stems(pair[0])))[1]


def _stems(text: str) -> set[str]:
    words = words_in(text)
    return {*words, *stem(words, "de"), *stem(words, "en")}
