"""Does confidence tell answerable from unanswerable questions? Whatever was shown.

Confidence is taken as reported, also of refused questions, so these figures know no threshold.
Choose one on dev and report heldout.
"""

from collections.abc import Sequence

import numpy as np

from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.results import Judged

FALSE_REFUSALS = (0.01, 0.05, 0.1)


def separation(judged: Sequence[Judged]) -> dict[str, Figure]:
    """AUROC and refusal recall at few false refusals; {} without questions of both kinds."""
    answerable = [j.result.confidence for j in judged if j.gold.answerable]
    unanswerable = [j.result.confidence for j in judged if not j.gold.answerable]
    if not answerable or not unanswerable:
        return {}
    figures = {"auroc": Figure.plain(auroc(answerable, unanswerable), len(judged))}
    for share in FALSE_REFUSALS:
        recall = recall_at(answerable, unanswerable, share=share)
        figures[f"refusal_recall@{share:g}"] = Figure.plain(recall, len(unanswerable))
    return figures


def auroc(answerable: Sequence[float], unanswerable: Sequence[float]) -> float:
    """Chance that an answerable question is the more confident one of a pair; ties count half.

    The Mann-Whitney statistic over all pairs (Hanley & McNeil 1982), counted in sorted order.
    """
    lower = np.sort(np.asarray(unanswerable, float))
    below = np.searchsorted(lower, answerable, "left").sum()
    not_above = np.searchsorted(lower, answerable, "right").sum()
    return float((below + not_above) / 2 / (len(answerable) * len(unanswerable)))


def recall_at(answerable: Sequence[float], unanswerable: Sequence[float], *, share: float) -> float:
    """Largest share of unanswerable questions refused while at most `share` of answerable are.

    Refused is what lies below a threshold; every confidence that occurs is tried as one.
    """
    lower, upper = np.sort(np.asarray(unanswerable, float)), np.sort(np.asarray(answerable, float))
    thresholds = np.unique(np.concatenate([lower, upper, [np.inf]]))
    allowed = thresholds[np.searchsorted(upper, thresholds, "left") / len(upper) <= share]
    return float(np.searchsorted(lower, allowed, "left").max(initial=0) / len(lower))
