"""How does one server bear many? Usage: python -m bench.load [SET...] [--seconds 120]

A real `fundstelle serve` with the settings of the environment and no chat model, over the documents
of the sets (generated ones if none is given), and against it, from this process:

- logging_in: so many users sign in at once;
- asking: so many users ask at once, each the next question as soon as an answer is there;
- beyond: one user asks three times as many questions at once as one user may.

Prints one line of JSON. Exit code 1 if a goal is missed: no server error, memory that grows by less
than 1 MiB a minute in the second half of the asking, 429 with Retry-After for some of the questions
beyond the limit and for nothing else, logins within 3 s and 200 MiB. On a machine that does other
work the seconds say little: `load` is its load average at the beginning and the end.
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Barrier
from time import perf_counter
from typing import Any

from bench.material import generated, indexed, loaded
from bench.server import Connection, Response, Serving, served
from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.access import Right
from fundstelle.core.callers import Operator

PASSWORD = "eine Ente im Nebel"
DOCUMENTS = 100  # generated ones
ASKERS, LOGINS = 50, 20
WARM_UP = 0.5  # of the time of asking
SLOPE, LOGIN_SECONDS, LOGIN_MIB = 1.0, 3.0, 200.0
Figures = dict[str, Any]


def prepared(data: Path, sets: list[Path]) -> tuple[list[str], list[str], int]:
    """Documents and people put down: (questions, one key for each user, how many at once)."""
    chosen = loaded(sets) if sets else generated(DOCUMENTS)
    settings = Settings.read(data=data, chat_model="none")
    with application(settings) as app:
        (collection,) = indexed(app, chosen).collection_ids
        people, keys = app.people(Operator()), []
        group = people.add_group("askers")
        people.set_grant(group.id, collection, Right.READ)
        kept = app.sign_in.hasher.hash(PASSWORD)
        for number in range(ASKERS):
            user = people.add_user(f"user{number}")
            people.set_member(group.id, user.id, joins=True)
            app.store.credentials.set_password(user.id, kept)
            keys.append(app.keys().add(user.id, "bench")[1])
    return [q.question for q in chosen.questions], keys, settings.questions_per_user


def at_once(tasks: Sequence[Callable[[], list[Response]]]) -> list[Response]:
    """Each in a thread of its own, all let go in the same moment."""
    start = Barrier(len(tasks))

    def run(task: Callable[[], list[Response]]) -> list[Response]:
        start.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [response for done in pool.map(run, tasks) for response in done]


def asking(server: Serving, questions: list[str], keys: list[str], seconds: float) -> Figures:
    """All users ask one question after the other."""
    numbers, before, until = count(), server.cpu_seconds(), perf_counter() + seconds

    def asker(key: str) -> list[Response]:
        connection, got = Connection(server.url, key), []
        while perf_counter() < until:
            question = questions[next(numbers) % len(questions)]
            got.append(connection.post("/api/v1/ask", {"question": question}))
        return got

    with server.watched(1.0) as memory:
        got = at_once([lambda key=key: asker(key) for key in keys])  # type: ignore[misc]
    answered = [response.seconds for response in got if response.status == 200]
    cuts = quantiles(answered, n=20)
    return {
        "askers": len(keys),
        "statuses": dict(Counter(response.status for response in got)),
        "answers_per_second": round(len(answered) / seconds, 1),
        "p50_ms": round(cuts[9] * 1000),
        "p95_ms": round(cuts[18] * 1000),
        "cpu_ms_per_answer": round((server.cpu_seconds() - before) * 1000 / len(answered), 1),
        "peak_mib": round(memory.peak()),
        "at_first_mib": round(memory.samples[0][1]),
        "slope_mib_per_minute": round(memory.slope(seconds * WARM_UP), 2),
    }


def beyond(server: Serving, questions: list[str], key: str, most: int) -> Figures:
    """One user asks more at once than they may."""

    def once(question: str) -> list[Response]:
        return [Connection(server.url, key).post("/api/v1/ask", {"question": question})]

    got = at_once([lambda q=q: once(q) for q in questions[: most * 3]])  # type: ignore[misc]
    refused = [response for response in got if response.status == 429]
    return {
        "statuses": dict(Counter(response.status for response in got)),
        "may": most,
        "all_say_when": all(response.retry_after for response in refused),
    }


def logging_in(server: Serving) -> Figures:
    """Users sign in at the same moment."""

    def once(name: str) -> list[Response]:
        body: dict[str, object] = {"name": name, "password": PASSWORD}
        return [Connection(server.url).post("/api/v1/login", body)]

    before, then = server.resident_mib(), perf_counter()
    with server.watched(0.005) as memory:
        got = at_once([lambda n=n: once(f"user{n}") for n in range(LOGINS)])  # type: ignore[misc]
    return {
        "logins": LOGINS,
        "statuses": dict(Counter(response.status for response in got)),
        "all_s": round(perf_counter() - then, 2),
        "slowest_s": round(max(response.seconds for response in got), 2),
        "growth_mib": round(memory.peak() - before, 1),
    }


def missed(figures: dict[str, Figures]) -> list[str]:
    """The goals that were not reached."""
    ask, over, login = figures["asking"], figures["beyond"], figures["logging_in"]
    held = {
        "asking: 200 and nothing else": set(ask["statuses"]) == {200},
        "asking: memory stays": ask["slope_mib_per_minute"] < SLOPE,
        "beyond: 200 and 429, which says when": set(over["statuses"]) == {200, 429}
        and over["all_say_when"],
        "logins: all": login["statuses"] == {200: LOGINS},
        "logins: in time": login["slowest_s"] < LOGIN_SECONDS,
        "logins: in memory": login["growth_mib"] < LOGIN_MIB,
    }
    return [goal for goal, reached in held.items() if not reached]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=120.0)
    given = parser.parse_args()
    load = [round(os.getloadavg()[0], 1)]
    with TemporaryDirectory() as name:
        questions, keys, most = prepared(Path(name), given.sets)
        os.environ["FUNDSTELLE_CHAT_MODEL"] = "none"
        with served(Path(name)) as server:
            # The embedder opens beside the first question; its memory is not that of logins.
            Connection(server.url, keys[0]).post("/api/v1/ask", {"question": questions[0]})
            figures = {
                "logging_in": logging_in(server),
                "asking": asking(server, questions, keys, given.seconds),
                "beyond": beyond(server, questions, keys[0], most),
            }
    load.append(round(os.getloadavg()[0], 1))
    goals = missed(figures)
    facts = {"what": "load", "seconds": given.seconds, "questions": len(questions)}
    print(json.dumps({**facts, **figures, "load": load, "cores": os.cpu_count(), "missed": goals}))
    raise SystemExit(1 if goals else 0)


if __name__ == "__main__":
    main()
