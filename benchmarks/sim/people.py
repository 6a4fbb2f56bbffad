"""People whose skill is how seldom they err, and the matches that they play: the real core, no database."""

import random
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from games import bots
from games.access import player_of
from games.rules.commands import Action, Forfeit, Sitting
from games.rules.decide import create_match, decide
from games.rules.events import Clock, Events
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS, Side
from games.rules.state import FINISHED, fold
from games.rules.views import Viewer, view

ERRORS = (0.0, 1.0)
# How many matches somebody leaves, at some move.
LEAVES = 0.03


class Person(NamedTuple):
    """`error` is how often a decision is the bot random's, not the bot easy's."""

    id: UUID
    error: float


class Sitters(NamedTuple):
    """A match to play: who sits N E S W, the sides that came as a pair, and what makes its deals."""

    match_id: UUID
    server_seed: bytes
    ruleset: str
    clock: Clock
    people: tuple[Person, Person, Person, Person]
    premade: tuple[Side, ...]


def play(sitters: Sitters) -> list[Events]:
    """The match's events, command by command."""
    chance = random.Random(sitters.server_seed)
    deals = FairDeals(str(sitters.match_id), sitters.server_seed)
    sittings = [Sitting(seat, player_of(sitters.people[seat].id)) for seat in SEATS]
    rules = PRESETS[sitters.ruleset]
    created = create_match(
        rules, True, sitters.clock, "public", sittings, deals.seed_hash, deals, sitters.premade
    )
    commands = [created]
    state = fold((event, 0) for event in created)
    leaves_at = chance.randint(80, 400) if chance.random() < LEAVES else None
    while state.phase != FINISHED:
        assert state.turn is not None
        if len(commands) == leaves_at and state.is_human(state.turn):
            command: Action | Forfeit = Forfeit(state.turn, "resigned")
        else:
            errs = state.is_human(state.turn) and chance.random() < sitters.people[state.turn].error
            seen = view(state, Viewer(state.turn, acts=True))
            command = bots.choose("random" if errs else "easy", seen, chance)
        events = decide(state, command, deals)
        for event in events:
            state.apply(event)
        commands.append(events)
    return commands


def population(ids: Sequence[UUID], chance: random.Random) -> list[Person]:
    """Skills spread evenly, in no order."""
    low, high = ERRORS
    errors = [low + (high - low) * place / (len(ids) - 1) for place in range(len(ids))]
    chance.shuffle(errors)
    return [Person(id_, error) for id_, error in zip(ids, errors, strict=True)]
