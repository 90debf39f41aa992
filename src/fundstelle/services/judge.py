"""The chat model as a judge, and what it says no to in one question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from fundstelle.core.answers import Citation, EvidenceSentence
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable, ModelUnusable
from fundstelle.core.judge_prompts import (
    ANSWERS,
    CARRIES,
    read_ruling,
    schema_of,
    whether_answers,
    whether_carries,
)
from fundstelle.core.messages import Message
from fundstelle.core.questions import Question
from fundstelle.core.replies import json_in
from fundstelle.core.terms import Language
from fundstelle.ports import ChatModel, Judge
from fundstelle.services.chat_models import ChatModels

REPLY_SHARE = 0.25  # of the context that is left for the reply
SILENT = "judge_down"


@dataclass(frozen=True, slots=True)
class ChatJudge:
    """A Judge that asks the chat model of the settings, in its queue. No model: never a no."""

    models: ChatModels

    def carries(
        self, claim: str, places: Sequence[Citation], *, language: Language, deadline: Deadline
    ) -> bool:
        """As Judge."""
        model = self.models.open(deadline)
        if model is None:
            return True
        said = whether_carries(claim, places, language, room_tokens=_room(model))
        return _ruling(model, said, CARRIES, deadline)

    def answers(
        self, question: Question, places: Sequence[Citation], *, deadline: Deadline
    ) -> bool:
        """As Judge."""
        model = self.models.open(deadline)
        if model is None:
            return True
        said = whether_answers(question, places, room_tokens=_room(model))
        return _ruling(model, said, ANSWERS, deadline)


def _room(model: ChatModel) -> int:
    return int(model.context_tokens * (1 - REPLY_SHARE))


def _ruling(model: ChatModel, said: Sequence[Message], asked: str, deadline: Deadline) -> bool:
    if not said:
        raise ModelUnusable("The sentences may not be put before a model, or have no room.")
    reply = json_in(model.reply(said, schema=schema_of(asked), deadline=deadline))
    ruling = read_ruling(reply, asked)
    if ruling is None:
        raise ModelUnusable(f"{model.name} was asked for yes or no and said neither.")
    return ruling


class Hearing:
    """One question before a judge. One that is down, late or talks nonsense said nothing: no veto.

    degraded: why something was not judged that should have been. seconds: spent with the judge.
    """

    def __init__(self, judge: Judge | None, question: Question, deadline: Deadline) -> None:
        """judge: None never says no. deadline: that of the whole answer."""
        self._judge, self._question, self._deadline = judge, question, deadline
        self.degraded: tuple[str, ...] = ()
        self.seconds = 0.0

    def rejects_claim(self, claim: str, sentence: EvidenceSentence) -> bool:
        """Whether the judge says that this sentence does not carry the claim. Raises Cancelled."""
        places, language = [sentence.citation], self._question.language
        return self._said_no(
            lambda judge: judge.carries(claim, places, language=language, deadline=self._deadline)
        )

    def rejects_answer(self, places: Sequence[Citation]) -> bool:
        """Whether the judge says that these do not answer the question. Raises Cancelled."""
        return self._said_no(
            lambda judge: judge.answers(self._question, places, deadline=self._deadline)
        )

    def _said_no(self, asked: Callable[[Judge], bool]) -> bool:
        if self._judge is None:
            return False
        started = perf_counter()
        try:
            return not asked(self._judge)
        except ModelUnavailable:
            self.degraded = (SILENT,)
            return False
        finally:
            self.seconds += perf_counter() - started
