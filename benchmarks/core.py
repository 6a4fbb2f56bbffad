"""The rules core: random deals and folded events a second, beside OpenSpiel's bridge in the same run.

All four figures take turns in one process of one thread that never waits. Seconds are those of its
CPU, and each figure keeps its best round: other work on the machine can only slow a round down.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from time import process_time

import pyspiel

from games import codec
from games.rules.commands import Sitting
from games.rules.decide import create_match, decide, legal_actions
from games.rules.events import DealStarted, Event, MatchCreated, Player
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS
from games.rules.state import FINISHED, MatchState, fold

# Many short rounds: on a busy machine some of them are left alone.
ROUNDS = 25
DEALS_A_ROUND = 400
# Drawn beforehand, as many as it takes to look like no repetition: drawing is not what is measured.
_random = random.Random(1)
CHANCES = [_random.getrandbits(30) for _ in range(100_003)]
# So far away that a match is as long as the rules allow.
RULES = replace(PRESETS["levant-41"], id=None, target=1000)
BOTS = [Sitting(seat, Player("bot", "bot:random")) for seat in SEATS]

Log = list[tuple[Event, int]]
Figures = dict[str, float]


def start_match(number: int) -> tuple[MatchState, FairDeals, Log]:
    """A match of four bots, with real fair deals."""
    deals = FairDeals(f"bench-{number}", bytes(32))
    created, *events = create_match(RULES, False, None, "public", BOTS, deals.seed_hash, deals)
    assert isinstance(created, MatchCreated)
    state = MatchState(created)
    for event in events:
        state.apply(event)
    return state, deals, [(event, 0) for event in (created, *events)]


def play_random_deals(wanted: int) -> float:
    """Deals a second, auction and 13 tricks: legal actions, one of them at random, decide, apply."""
    chances = cycle(CHANCES)
    scored = number = 0
    began = process_time()
    while scored < wanted:
        number += 1
        state, deals, _ = start_match(number)
        apply = state.apply
        for chance in chances:
            legal = legal_actions(state)
            for event in decide(state, legal[chance % len(legal)], deals):
                apply(event)
            if state.turn is None:  # the match is over
                break
        scored += state.scored
    return scored / (process_time() - began)


def record_random_matches(wanted: int) -> list[Log]:
    """The logs of whole random matches with about so many scored deals in all."""
    chances = cycle(CHANCES)
    logs: list[Log] = []
    number = scored = 0
    while scored < wanted:
        number += 1
        state, deals, log = start_match(number)
        while state.phase != FINISHED:
            legal = legal_actions(state)
            for event in decide(state, legal[next(chances) % len(legal)], deals):
                state.apply(event)
                log.append((event, 0))
        logs.append(log)
        scored += state.scored
    return logs


def fold_in_memory(logs: list[Log]) -> float:
    """Events a second, typed ones."""
    began = process_time()
    for log in logs:
        fold(log)
    return sum(map(len, logs)) / (process_time() - began)


def texts_of(log: Log) -> list[str]:
    """A log as stored: one JSON text for each deal, the first with what came before it."""
    texts: list[list[tuple[str, int, codec.Stored]]] = [[]]
    for event, _ in log:
        if isinstance(event, DealStarted) and event.deal > 1:
            texts.append([])
        name, data = codec.encode(event)
        texts[-1].append((name, codec.version_of(name), data))
    return [json.dumps(text) for text in texts]


def fold_from_json(stored: list[list[str]]) -> float:
    """Events a second from JSON texts, a deal each: parsed, decoded, applied."""
    count = 0
    began = process_time()
    for texts in stored:
        events = (codec.decode(*row) for text in texts for row in json.loads(text))
        created = next(events)
        assert isinstance(created, MatchCreated)
        state = MatchState(created)
        count += 1
        for event in events:
            state.apply(event)
            count += 1
    return count / (process_time() - began)


def play_openspiel_deals(wanted: int) -> float:
    """Deals a second of OpenSpiel's bridge (C++): auction and play by uniformly random legal actions."""
    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    chances = cycle(CHANCES)
    began = process_time()
    for _ in range(wanted):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[next(chances) % len(legal)])
    return wanted / (process_time() - began)


def measure() -> Figures:
    """The best round of each figure; the four take turns."""
    logs = record_random_matches(DEALS_A_ROUND)
    stored = [texts_of(log) for log in logs]
    runs: dict[str, Callable[[], float]] = {
        "deals_per_s": lambda: play_random_deals(DEALS_A_ROUND),
        "events_per_s": lambda: fold_in_memory(logs),
        "json_events_per_s": lambda: fold_from_json(stored),
        "openspiel_deals_per_s": lambda: play_openspiel_deals(DEALS_A_ROUND),
    }
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = max(best[name], run())
    return {name: round(figure) for name, figure in best.items()}


def table(figures: Figures) -> Iterator[str]:
    """The figures as lines, each with its bar or what it is compared to."""
    deals, openspiel = figures["deals_per_s"], figures["openspiel_deals_per_s"]
    yield f"random deals        {deals:>12,.0f} /s   bar 8,000; {deals / openspiel:.1f} × OpenSpiel"
    yield f"OpenSpiel's bridge  {openspiel:>12,.0f} /s   in the same run"
    yield f"events folded       {figures['events_per_s']:>12,.0f} /s   bar 1,000,000"
    yield f"events from JSON    {figures['json_events_per_s']:>12,.0f} /s"


def run() -> Figures:
    figures = measure()
    print("\n".join(["Rules core, one process, best of several rounds", *table(figures)]))
    return figures
