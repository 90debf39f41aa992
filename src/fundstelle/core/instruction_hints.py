"""Which parts together make a sentence one that talks to a language model.

Its reader is a machine, or the one who asks is spoken of; and something is demanded of the reply:
to say, to leave out, to put first, to forget. Each alone is frequent in texts for people.
"""

from functools import lru_cache

from fundstelle.core.instruction_clues import Sentence, has, needed

# Each line: parts of which all must stand in the sentence, the rarest first.
_WRITTEN = """
called
spoken_to
du_order in_any_reply informal
du_order other_sources
du_order asker informal
order_forgets the_question
asker deceived order
helper_must this_document best
if_you_read order
model please speaks
order only_this_source
order omits summing
summing order
when_you_reply order
reply order instead_of_reply
reply asker must fixed
asker order your_reply informal
meant reads_this
meant model this_document
reads_this must speaks
reads_this hides
reads_this announces
every_question reply reads_as
asker from_you must
reply this_document must made
when_asked helper must speaks
prompt this_document reply
forgets told_you
you_will other_sources
reads_this order
reads_this speaks please
not_people helper
du_order him that informal
about_question informal du_order
in_the_reply du_order
fixed du_order asks
du_order to_yourself
bound when_asked
whatever asks bids
whatever question reply
only_this speaks order
rules_for_you this_document
you asker persuades
reply asker fixed
now you speaks informal
as_model please
bracket helper must
earlier_rules order_forgets
bound that
bound fixed
bound as
bound hides
bound best
bound this_document
bound other_sources
bidden speaks
bidden hides
model order that
model best this_document
as_model you
du_order_asker informal
persuade_asker
whatever asks order
whatever asks reply
asker hides order informal
asker hides must informal
asker unaware
asker other_sources hides
other_sources order forgets
other_sources order hides
other_sources order document best
in_reply order
your_reply fixed
your_reply du_order as
reply model must fixed
reply must word
reply omits
every_question fixed reply
every_question fixed speaks informal order
every_question now
every_question you_speak
every_question asked_you
you_speak no_question
you_will asker speaks
order_best this_document
now order speaks role
unreal order document
real_task you
earlier_rules forgets this_document
earlier_rules forgets you
earlier_rules forgets bracket
forgets session
your_rules forgets
show settings
model forbidden speaks
"""
RULES = tuple(tuple(line.split()) for line in _WRITTEN.split("\n") if line)
_WITH_NEEDED = tuple(
    (rule, tuple(dict.fromkeys(kinds for clue in rule for kinds in needed(clue)))) for rule in RULES
)


def hinted(plain: str) -> bool:
    """Whether the parts of a rule stand in the text."""
    sentence = Sentence(plain)
    known: dict[str, bool] = {}

    def shown(clue: str) -> bool:
        if clue not in known:
            known[clue] = has(clue, sentence)
        return known[clue]

    return any(all(map(shown, rule)) for rule in _possible(sentence.all))


@lru_cache(maxsize=8192)
def _possible(kinds: int) -> tuple[tuple[str, ...], ...]:
    """The rules that words of these kinds may fulfil: mostly none."""
    found: list[tuple[str, ...]] = []
    for rule, wanted in _WITH_NEEDED:
        for each in wanted:  # a loop, because this is done for every new mixture of kinds
            if not kinds & each:
                break
        else:
            found.append(rule)
    return tuple(found)
