import re
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.chunking import ChunkRule, chunks_of
from fundstelle.core.documents import Block, BlockKind, Chunk, Page
from fundstelle.core.sentences import SENTENCE_CHARS, sentences_of

RULE = ChunkRule()
HEAD = {f"H{level}": level for level in range(1, 7)}


def written(parts: list[tuple[str, str]]) -> tuple[str, tuple[Block, ...]]:
    """Text and blocks from (kind, words); T is a header row, R a row under the last T."""
    kinds = {"P": "PARAGRAPH", "I": "ITEM", "C": "CODE", "R": "ROW", "T": "ROW"}
    text, blocks, header = "", [], None
    for kind, words in parts:
        start, end = len(text), len(text) + len(words)
        if kind in HEAD:
            blocks.append(Block(BlockKind.HEADING, start, end, level=HEAD[kind]))
        else:
            header = (start, end) if kind == "T" else header
            own = header if kind == "R" else None
            blocks.append(Block(BlockKind[kinds[kind]], start, end, header=own))
        text += words + "\n\n"
    return text, tuple(blocks)


def chunked(parts: list[tuple[str, str]], rule: ChunkRule = RULE) -> list[Chunk]:
    text, blocks = written(parts)
    pages = (Page(1, 0, len(text) // 2), Page(2, len(text) // 2, len(text)))
    return list(chunks_of("d", "c", 3, text, blocks, sentences_of(text, blocks), pages, rule))


def satz(number: int, size: int = 100) -> str:
    return f"Satz Nummer {number} ".ljust(size - 1, "x") + "."


def test_a_chunk_is_filled_with_whole_sentences_and_the_next_repeats_the_last() -> None:
    first, second = chunked([("P", " ".join(satz(n) for n in range(10)))])

    assert first.text == " ".join(satz(n) for n in range(6))
    assert second.text == " ".join(satz(n) for n in range(5, 10))


def test_a_heading_begins_a_chunk_that_repeats_nothing() -> None:
    first, second = chunked([("H1", "A"), ("P", satz(1)), ("H2", "B"), ("P", satz(2))])

    assert first.text == "A\n\n" + satz(1)
    assert second.text == "B\n\n" + satz(2)
    assert (first.heading, second.heading) == ("A", "A › B")


@pytest.mark.parametrize("level", range(1, 7))
def test_every_heading_begins_a_chunk_so_that_no_sentence_stands_under_another(level: int) -> None:
    chunks = chunked([(f"H{level}", "A"), ("P", satz(1)), (f"H{level}", "B"), ("P", satz(2))])

    assert [chunk.heading for chunk in chunks] == ["A", "B"]


def test_a_table_is_not_mixed_with_the_next_section() -> None:
    chunks = chunked([("T", "Typ"), ("R", "a"), ("H3", "B"), ("P", satz(1))])

    assert [chunk.heading for chunk in chunks] == ["", "B"]


def test_a_heading_leaves_a_full_chunk_together_with_its_first_sentence() -> None:
    parts = [("H1", "A" * 100), ("P", satz(1, 60)), ("H3", "B"), ("H4", "C"), ("P", satz(2, 600))]
    first, second = chunked(parts)

    assert first.text == "A" * 100 + "\n\n" + satz(1, 60)
    assert second.text == "B\n\nC\n\n" + satz(2, 600)
    assert second.heading == "A" * 100 + " › B › C"


def test_no_sentence_is_repeated_across_a_heading() -> None:
    above, below = f"{satz(0)} {satz(1, 60)}", f"{satz(2, 40)} {satz(3, 560)}"
    first, second = chunked([("P", above), ("H3", "B"), ("P", below)])

    assert first.text == above
    assert second.text == "B\n\n" + below


def test_a_heading_that_would_make_a_chunk_too_long_is_a_chunk_of_its_own() -> None:
    first, heading, last = chunked([("P", satz(1)), ("H3", "B" * 80), ("P", satz(2, 950))])

    assert (first.text, heading.text, last.text) == (satz(1), "B" * 80, satz(2, 950))
    assert last.heading == "B" * 80


def test_headings_in_a_row_stay_with_the_sentence_below_them() -> None:
    only, last = chunked([("H1", "A"), ("H2", "B"), ("P", satz(1, 699)), ("H1", "Ende")])

    assert only.text == "A\n\nB\n\n" + satz(1, 699)
    assert only.heading == "A › B"
    assert (last.text, last.heading) == ("Ende", "Ende")


def test_rows_carry_their_header_and_are_never_repeated() -> None:
    rows = [("R", f"Zeile {n}".ljust(100)) for n in range(10)]
    chunks = chunked([("T", "Typ; Preis"), *rows])

    assert [chunk.header for chunk in chunks] == ["Typ; Preis", "Typ; Preis"]
    assert all(a.end <= b.start for a, b in pairwise(chunks))


def test_another_table_header_begins_another_chunk() -> None:
    parts = [("T", "Typ"), ("R", "a"), ("T", "Ort"), ("R", "b"), ("P", satz(1)), ("R", "c")]
    chunks = chunked(parts)

    assert [chunk.header for chunk in chunks] == ["Typ", "Ort"]
    assert chunks[1].text.startswith("Ort\n\nb")


def test_a_table_without_header_row_is_one_chunk() -> None:
    text, blocks = written([("T", f"Zeile {n}") for n in range(9)])

    chunks = chunks_of("d", "c", 1, text, blocks, sentences_of(text, blocks), (), RULE)

    assert [(chunk.header, chunk.page) for chunk in chunks] == [("", None)]


def test_a_long_sentence_is_a_chunk_of_its_own() -> None:
    long = "Ein Satz " + "und " * 200 + "Ende."
    chunks = chunked([("P", f"{satz(1)} {long} {satz(2)}")])

    assert [chunk.text for chunk in chunks] == [satz(1), long, satz(2)]


def test_the_id_says_what_was_cut_where() -> None:
    chunk = chunked([("P", "Hallo.")])[0]

    assert chunk.id == sha256(b"d\x003\x000\x006").hexdigest()[:32]


WORDS = st.sampled_from([satz(1), satz(2, 40), "kurz", "x" * 1500, "Ein Satz. " * 90, "  Na?  "])
KINDS = st.sampled_from(["P", "I", "C", "R", "T", *HEAD])
RULES = st.builds(ChunkRule, st.integers(1, 1500), st.integers(0, 300))


@given(st.lists(st.tuples(KINDS, WORDS), max_size=30), RULES)
def test_every_text_is_covered_by_chunks_of_whole_sentences(
    parts: list[tuple[str, str]], rule: ChunkRule
) -> None:
    text, blocks = written(parts)
    sentences = sentences_of(text, blocks)

    chunks = chunks_of("d", "c", 1, text, blocks, sentences, (), rule)

    assert chunks == chunks_of("d", "c", 1, text, blocks, sentences, (), rule)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    covered, done = "", 0
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert done <= chunk.end
        covered += text[max(done, chunk.start) : chunk.end]
        assert done - chunk.start <= rule.overlap_chars
        done = chunk.end
        inside = [s for s in sentences if s.start < chunk.end and chunk.start < s.end]
        assert all(chunk.start <= s.start and s.end <= chunk.end for s in inside)
        assert len(chunk.text) <= max(rule.chunk_chars, SENTENCE_CHARS)
        assert len(chunk.text) <= rule.chunk_chars or len(inside) <= 1
        assert len({s.header for s in inside if s.header}) <= 1
        heads = [b for b in blocks if b.level and chunk.start < b.start < chunk.end]
        assert all(s.start > b.start for b in heads for s in inside)
    assert re.sub(r"\s", "", covered) == re.sub(r"\s", "", text)


def test_every_sentence_of_a_chunk_knows_its_page() -> None:
    text = "Erster Satz auf Seite eins.\n\nZweiter Satz auf Seite zwei."
    blocks = (Block(BlockKind.PARAGRAPH, 0, 27), Block(BlockKind.PARAGRAPH, 29, len(text)))
    pages = (Page(1, 0, 29), Page(2, 29, len(text)))

    (chunk,) = chunks_of("d", "c", 1, text, blocks, sentences_of(text, blocks), pages, ChunkRule())

    assert [sentence.page for sentence in chunk.sentences] == [1, 2]


def test_a_huge_heading_or_header_is_not_copied_into_every_chunk() -> None:
    (chunk,) = chunked([("H1", "wort " * 5_000), ("P", satz(1))])[-1:]

    assert len(chunk.heading) <= 900
