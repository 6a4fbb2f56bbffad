"""Bad input: each gets its coded error, changes nothing, and is never a 500."""

from typing import Any

import pytest

from accounts.models import Scope, Token
from games.rules.cards import CARD_NAMES
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to, turn_of

BIG = 10**30
MALFORMED: list[Any] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"3",
    b'"pass"',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"action": "bid", "amount": NaN}',
    b'{"action": "pa\\ud800ss"}',
    {},
    {"action": None},
    {"action": 7},
    {"action": ["pass"]},
    {"action": "fold"},
    {"action": "PASS"},
    {"action": "bid"},
    *({"action": "bid", "amount": amount} for amount in (None, True, "8", 8.5, 8.0, [8], {"amount": 8})),
    *({"action": "bid", "amount": 8, "no_trump": value} for value in (None, 1, "true", [8])),
    *({"action": "name_trump", "trump": trump} for trump in (None, 0, True, "X", "s", "spades", ["S"])),
    *({"action": "play", "card": card} for card in (None, 1, "", "S1", "AS", "sa", "S10", ["SA"], BIG)),
    *({"action": "pass", "expected_seq": seq} for seq in ("7", 7.0, True, [7])),
]


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: repr(body)[:60])
def test_a_malformed_action(four: dict[str, Caller], open_table: OpenTable, body: Any) -> None:
    match = open_table()
    _, caller, _ = turn_of(four, match)
    answer = caller.post(f"matches/{match}/actions/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert caller.state(match)["seq"] == 7


@pytest.mark.parametrize("key", ["", "k" * 101, "two words", "ключ".encode().decode("latin-1")])
def test_a_malformed_key(four: dict[str, Caller], open_table: OpenTable, key: str) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    answer = caller.post(f"matches/{match}/actions/", legal[0], **{"idempotency-key": key})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"action": "bid", "amount": 6}, "bid_out_of_range"),
        ({"action": "bid", "amount": 14}, "bid_out_of_range"),
        ({"action": "bid", "amount": -8}, "bid_out_of_range"),
        ({"action": "bid", "amount": BIG}, "bid_out_of_range"),
        ({"action": "bid", "amount": 8, "no_trump": True}, "no_trump_not_allowed"),
        ({"action": "name_trump", "trump": "S"}, "wrong_phase"),
        ({"action": "play", "card": "SA"}, "wrong_phase"),
    ],
)
def test_the_rules_refuse_in_the_auction(
    four: dict[str, Caller], open_table: OpenTable, body: Any, code: str
) -> None:
    match = open_table()
    _, caller, _ = turn_of(four, match)
    answer = caller.post(f"matches/{match}/actions/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert caller.state(match)["seq"] == 7


def test_a_low_bid_and_a_bid_after_passing(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    seat, opener, _ = turn_of(four, match)
    opener.act(match, action="pass")
    _, second, _ = turn_of(four, match)
    second.act(match, action="bid", amount=8)
    _, third, _ = turn_of(four, match)
    for amount in (7, 8):
        assert third.act(match, action="bid", amount=amount).json()["code"] == "bid_too_low"
    assert opener.act(match, action="bid", amount=9).json()["code"] == "not_your_turn"
    third.act(match, action="bid", amount=9)
    turn_of(four, match)[1].act(match, action="pass")
    assert turn_of(four, match)[1] is second  # who has passed is not asked again
    assert opener.act(match, action="bid", amount=10).json()["code"] == "not_your_turn"
    assert seat != turn_of(four, match)[0]


def test_naming_and_cards(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    play_to(four, match, "naming")
    _, declarer, _ = turn_of(four, match)
    assert declarer.act(match, action="name_trump", trump="NT").json()["code"] == "no_trump_not_allowed"
    assert declarer.act(match, action="pass").json()["code"] == "wrong_phase"
    others = [caller for caller in four.values() if caller is not declarer]
    assert others[0].act(match, action="name_trump", trump="S").json()["code"] == "not_your_turn"
    declarer.act(match, action="name_trump", trump="S")
    seq = declarer.state(match)["seq"]
    held = declarer.state(match)["state"]["deal"]["hands"][turn_of(four, match)[0]]
    strange = next(card for card in CARD_NAMES if card not in held)
    assert declarer.act(match, action="play", card=strange).json()["code"] == "card_not_held"
    assert others[0].act(match, action="play", card=held[0]).json()["code"] == "not_your_turn"
    assert declarer.state(match)["seq"] == seq


def test_a_revoke(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    play_to(four, match, "play")
    for _ in range(52):
        seat, caller, legal = turn_of(four, match)
        held = caller.state(match)["state"]["deal"]["hands"][seat]
        listed = [action["card"] for action in legal]
        if len(listed) < len(held):
            revoked = next(card for card in held if card not in listed)
            answer = caller.act(match, action="play", card=revoked)
            assert (answer.status_code, answer.json()["code"]) == (422, "must_follow_suit")
            return
        caller.act(match, **legal[0])
    raise AssertionError("nobody ever had to follow suit")


def test_strangers_have_no_seat(
    four: dict[str, Caller], stranger: Caller, nobody: Caller, open_table: OpenTable
) -> None:
    match = open_table()
    assert stranger.act(match, action="pass").json()["code"] == "not_seated"
    assert nobody.act(match, action="pass").status_code == 401
    assert (
        stranger.post("matches/01890000-0000-7000-8000-000000000000/actions/", {"action": "pass"}).status_code
        == 404
    )
    assert stranger.post("matches/17/actions/", {"action": "pass"}).json()["code"] == "not_found"
    assert four["N"].state(match)["seq"] == 7


@pytest.mark.parametrize("seq", [0, -1, 6, 8, BIG])
def test_a_wrong_expected_seq(four: dict[str, Caller], open_table: OpenTable, seq: int) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    answer = caller.act(match, **legal[0], expected_seq=seq)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_seq")
    assert caller.act(match, **legal[0], expected_seq=7).status_code == 201


def test_the_order_in_which_an_action_is_refused(
    four: dict[str, Caller], stranger: Caller, open_table: OpenTable
) -> None:
    match = open_table()
    seat, caller, _ = turn_of(four, match)
    waiting = next(person for name, person in four.items() if name != seat)
    assert stranger.act(match, action="fold", expected_seq=1).json()["code"] == "malformed"
    assert stranger.act(match, action="play", card="SA", expected_seq=1).json()["code"] == "not_seated"
    assert waiting.act(match, action="play", card="SA", expected_seq=1).json()["code"] == "stale_seq"
    assert waiting.act(match, action="play", card="SA").json()["code"] == "wrong_phase"
    assert waiting.act(match, action="bid", amount=3).json()["code"] == "not_your_turn"
    assert caller.act(match, action="bid", amount=3).json()["code"] == "bid_out_of_range"
    first, last = ("N", "S") if waiting in (four["E"], four["W"]) else ("E", "W")
    four[first].act(match, action="resign")
    four[last].act(match, action="resign")
    assert waiting.act(match, action="fold").json()["code"] == "malformed"
    assert stranger.act(match, action="pass").json()["code"] == "not_seated"
    assert waiting.act(match, action="pass", expected_seq=1).json()["code"] == "match_over"


def test_before_the_start_nothing_can_be_played(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="NE")
    for action in ({"action": "pass"}, {"action": "resign"}):
        assert four["N"].act(match, **action).json()["code"] == "wrong_phase"


@pytest.mark.parametrize("call", ["actions", "join", "leave", "fill", "kick", "reclaim"])
@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b"1e999", b"\x00", b"[" * 100_000])
def test_other_calls_refuse_what_is_no_object(
    four: dict[str, Caller], open_table: OpenTable, call: str, body: bytes
) -> None:
    match = open_table(seats="NE")
    answer = four["N"].post(f"matches/{match}/{call}/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_token_must_have_the_scope(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    assert four["N"].user is not None
    _, text = Token.objects.issue(four["N"].user, "reads", [Scope.READ])
    reads = Caller(four["N"].user, text)
    assert reads.act(match, action="pass").json()["code"] == "scope_required"
    assert reads.state(match)["state"]["deal"]["hands"]["N"] is not None
    _, text = Token.objects.issue(four["N"].user, "plays", [Scope.PLAY])
    plays = Caller(four["N"].user, text)
    assert plays.state(match)["state"]["deal"]["hands"]["N"] is None  # as a stranger: the token may not read
