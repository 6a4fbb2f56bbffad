"""Matches of bots alone, for a service that has no others yet to make problems of."""

from random import Random
from typing import Final
from uuid import UUID

from django.conf import settings

from games import play, states, tables, turns
from games.models import Match
from games.rules.commands import Sitting
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS

# They play a match in a second, and make mistakes.
PLAYERS: Final = ("easy", "medium")


def play_match(random: Random) -> UUID:
    """A public match, played to its end through the one door; chance says by which rules and bots.

    The cards are the door's own. Workers that were called for a move do no harm: it names its seq.
    """
    ruleset = PRESETS[random.choice(settings.RANKED_RULESETS)]
    sittings = [Sitting(seat, tables.bot_player(random.choice(PLAYERS))) for seat in SEATS]
    match_id = play.create(ruleset, None, "public", sittings, host=None, invited={})
    match = states.match_of(match_id)
    while match.status != Match.Status.FINISHED:
        turns.take_bot_turns_at_once(match_id, match.seq)
        match = states.match_of(match_id)
    return match_id
