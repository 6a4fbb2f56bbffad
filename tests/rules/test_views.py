"""What a viewer sees: no hand but the own one, on no path, until the match is over."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given

from games.codec import Stored, encode
from games.rules.cards import CARD_NAMES
from games.rules.commands import Forfeit
from games.rules.decide import legal_actions
from games.rules.events import Event
from games.rules.seats import SEATS, E, N
from games.rules.state import FINISHED, MatchState, fold
from games.rules.views import AFTER_THE_END, PUBLIC_TYPES, SPECTATOR, Viewer, redact, view

from .table import Table, hands_for, name_trump, play_out
from .wander import Walk, walks

SEATED = [Viewer(seat, acts=True) for seat in SEATS]
WATCHING = [SPECTATOR, *SEATED, *(Viewer(seat) for seat in SEATS)]


def hidden_from(state: MatchState, viewer: Viewer) -> list[int]:
    """The cards in the hands that a viewer may not see."""
    unseen = sum(hand for seat, hand in enumerate(state.hands) if seat != viewer.seat)
    return [card for card in range(52) if unseen >> card & 1]


def sent(event: Event, viewer: Viewer) -> str:
    event_type, data = encode(event)
    return json.dumps(redact(event_type, data, viewer))


@given(walks(troubles=True))
def test_a_viewers_stream_holds_none_of_the_hidden_cards(walk: Walk) -> None:
    created, *later = walk.play_on().log
    state = fold([created])
    for event, at_ms in later:
        state.apply(event, at_ms)
        if state.phase == FINISHED:
            break
        for viewer in (SPECTATOR, *SEATED):
            body = sent(event, viewer)
            assert not [card for card in hidden_from(state, viewer) if f'"{CARD_NAMES[card]}"' in body]


@given(walks(troubles=True))
def test_a_view_holds_no_other_hand(walk: Walk) -> None:
    for _ in walk.steps():
        state = walk.state
        for viewer in WATCHING:
            seen = view(state, viewer)
            assert seen.hands == tuple(state.hands[seat] if seat == viewer.seat else None for seat in SEATS)
            assert seen.counts == tuple(hand.bit_count() for hand in state.hands)
            shown = {*seen.trick, *(card for _, cards, _ in seen.history for card in cards)}
            assert not shown & {*hidden_from(state, viewer)}
            mine = viewer.acts and viewer.seat == state.turn
            assert seen.legal == (tuple(legal_actions(state)) if mine else ())


@given(walks(troubles=True))
def test_everything_but_hidden_hands_passes_untouched(walk: Walk) -> None:
    walk.play_on()
    data: Stored
    for event in walk.events:
        event_type, data = encode(event)
        assert redact(event_type, data, AFTER_THE_END) == data
        for viewer in (SPECTATOR, *SEATED):
            seen = redact(event_type, data, viewer)
            assert seen.keys() == data.keys()
            differing = {name for name in data if seen[name] != data[name]}
            assert differing <= ({"hands"} if event_type == "deal_started" else set())


@pytest.mark.parametrize("viewer", [SPECTATOR, *SEATED])
def test_what_is_not_known_to_be_public_is_withheld(viewer: Viewer) -> None:
    assert "deal_started" not in PUBLIC_TYPES
    assert redact("hint_given", {"card": "SA"}, viewer) == {}


def test_after_the_end_all_is_open() -> None:
    table = Table("levant-41", hands=hands_for(7))
    table.do(Forfeit(N, "left"))
    table.do(Forfeit(2, "left"))
    assert table.state.phase == FINISHED
    seen = view(table.state, AFTER_THE_END)
    assert seen.hands == tuple(table.state.hands)
    assert seen.legal == ()
    assert seen.ending is not None
    assert (seen.ending.winner, seen.ending.reason) == (1, "forfeit")


def test_whoever_watches_a_seat_without_acting_gets_no_actions() -> None:
    table = Table("levant-41")
    assert view(table.state, Viewer(table.turn)).legal == ()
    assert view(table.state, Viewer(E, acts=True)).legal == ()
    assert view(table.state, Viewer(table.turn, acts=True)).legal == tuple(legal_actions(table.state))


def test_a_view_is_of_its_moment() -> None:
    table = Table("levant-41", hands=hands_for(7))
    table.calls("W P, S P, E P, N 7")
    before = view(table.state, SEATED[N])
    copied = asdict(before)
    table.do(name_trump(N, "S"))
    play_out(table)
    assert asdict(before) == copied
