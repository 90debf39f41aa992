"""True sentences of documents, with all that a lie about them may be made of."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.adapters.sources.question_set import CorpusSource, load
from fundstelle.core.answers import Citation, Evidence, EvidenceSentence
from fundstelle.core.chunking import ChunkRule
from fundstelle.core.documents import BlockKind, Prepared
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.marked_evidence import marked
from fundstelle.core.terms import Language, language_of
from fundstelle.ports import Item
from fundstelle.services.prepare import Incoming, prepare

LONGEST, SHORTEST, LEAST_WORDS = 400, 25, 4


@dataclass(frozen=True)
class Truth:
    """A sentence of the evidence. nearby: the other sentences of its chunks. rows: the other rows
    of its table. document: every sentence of its document. elsewhere: some of other documents.
    """

    sentence: EvidenceSentence
    evidence: Evidence
    language: Language
    nearby: Sequence[str] = ()
    rows: Sequence[str] = ()
    document: Sequence[str] = ()
    elsewhere: Sequence[str] = ()
    marked: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The sentence on one line, as a model would repeat it."""
        return " ".join(self.sentence.citation.quote.split())


@dataclass
class _Read:
    """A document taken apart, and the sentences of its chunks as evidence."""

    prepared: Prepared
    texts: list[str]

    def evidence(self) -> Iterator[Evidence]:
        """One evidence per chunk."""
        made = self.prepared
        for chunk in made.chunks:
            found = []
            for index, s in enumerate(chunk.sentences):
                place = Citation(
                    made.document_id,
                    made.reading.title,
                    made.name,
                    made.collection_id,
                    1,
                    s.page,
                    chunk.heading or None,
                    (chunk.header or None) if s.header else None,
                    s.start,
                    s.end,
                    made.reading.text[s.start : s.end],
                )
                found.append(EvidenceSentence(f"S{index + 1}", s.kind, place, 0, index))
            yield Evidence(tuple(found), (1.0,))


@dataclass(frozen=True)
class Given:
    """A file or a document of a question set."""

    name: str
    title: str
    content: bytes


def given(folder: Path) -> list[Given]:
    """The documents of a question set, or the files below a folder that holds none."""
    if not any((folder / name).exists() for name in ("corpus.jsonl", "CORPUS")):
        return [Given(f.name, "", f.read_bytes()) for f in sorted(folder.rglob("*")) if f.is_file()]
    source = CorpusSource(load(folder).documents)
    items = [item for item in source.items() if isinstance(item, Item)]
    return [Given(item.name, item.title, source.content(item)) for item in items]


def _read(each: Given) -> _Read:
    incoming = Incoming("c", each.name, each.name, each.content, "", "", title=each.title)
    reading = read_content(each.name, each.content)
    made = prepare(incoming, reading, version=1, rule=ChunkRule())
    return _Read(made, [made.reading.text[s.start : s.end] for s in made.sentences])


def truths(folder: Path, count: int, seed: str) -> list[Truth]:
    """A sample of the sentences of a folder's documents: the same for the same seed."""
    chance = random.Random(seed)
    documents = given(folder)
    chance.shuffle(documents)
    read = []
    for document in documents[: max(40, count)]:
        with suppress(UnreadableFile):
            read.append(_read(document))
    pool = [text for each in read for text in each.texts if usable(text)]
    found: list[Truth] = []
    per_document = max(3, 2 * count // max(1, len(read)))
    for each in read:
        language = language_of(each.prepared.reading.text)
        own = [truth for evidence in each.evidence() for truth in of_evidence(evidence)]
        seen = {truth.sentence.citation.start: truth for truth in own}
        chosen = chance.sample(list(seen.values()), min(len(seen), per_document))
        for truth in chosen:
            others = chance.sample(pool, min(len(pool), 8))
            found.append(replace(truth, language=language, document=each.texts, elsewhere=others))
    chance.shuffle(found)
    return found[:count]


def of_evidence(evidence: Evidence, language: Language | None = None) -> Iterator[Truth]:
    """Every usable sentence of an evidence, with what stands around it there."""
    apart = marked(evidence)
    texts = [s.citation.quote for s in evidence.sentences]
    for sentence in evidence.sentences:
        place = sentence.citation
        if sentence.id in apart or not usable(place.quote):
            continue
        same = [s for s in evidence.sentences if s.citation.document_id == place.document_id]
        nearby = [s.citation.quote for s in same if s.chunk == sentence.chunk and s != sentence]
        rows = [
            s.citation.quote
            for s in same
            if s.kind is BlockKind.ROW and s != sentence and s.citation.header == place.header
        ]
        away = [t for t, s in zip(texts, evidence.sentences, strict=True) if s not in same]
        yield Truth(
            sentence,
            evidence,
            language or language_of(place.quote),
            nearby,
            rows if sentence.kind is BlockKind.ROW else (),
            [s.citation.quote for s in same],
            away,
            apart,
        )


def usable(text: str) -> bool:
    """Whether a sentence says something: not a heading, a link or a heap of signs."""
    words = text.split()
    letters = sum(map(str.isalpha, text))
    return (
        SHORTEST <= len(text) <= LONGEST
        and len(words) >= LEAST_WORDS
        and letters * 2 > len(text)
        and not text.rstrip().endswith("?")
    )
