"""Provocations: actions that the server must refuse with their code, and that must change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .laws import CARDS
from .statecheck import Mismatch
from .table import Body
from .viewer import Viewer

STATUS = {
    "malformed": 400, "not_signed_in": 401, "not_seated": 403, "stale_seq": 409, "match_over": 409,
    "idempotency_conflict": 409, "wrong_phase": 422, "not_your_turn": 422, "bid_out_of_range": 422,
    "bid_too_low": 422, "no_trump_not_allowed": 422, "cannot_pass": 422, "card_not_held": 422,
    "must_follow_suit": 422,
}  # fmt: skip
HUGE = 123456789012345678901234567890
NOT_NUMBERS: tuple[Any, ...] = (True, "8", 8.5, 8.0, None, [], {}, [8])
NOT_CARDS: tuple[Any, ...] = (True, 7, 8.5, None, [], {}, "", "XX", "S1", "sa", "S10", "SA ", HUGE)
NOT_FLAGS: tuple[Any, ...] = ("true", 1, [])
NOT_SUITS: tuple[Any, ...] = ("X", "s", "", None, 1, [])
NOT_HEADS: tuple[Any, ...] = ("8", 8.5, True, [])
NOT_BODIES: tuple[Any, ...] = (
    b"", b"{", b"null", b"[]", b"12", b'"pass"', b"\xff\xfe", b"[" * 500,
    {}, {"action": None}, {"action": "dance"}, {"action": True}, {"action": ["pass"]},
    {"action": "bid"}, {"action": "play"}, {"action": "name_trump"},
)  # fmt: skip


@dataclass(frozen=True)
class Provocation:
    """Who posts what, and the codes that it may be refused with."""

    by: Viewer
    action: Any
    codes: tuple[str, ...]


def provoke(attempt: Provocation, key: str | None = None) -> None:
    """Post it; raises Mismatch unless it is refused as it must be."""
    viewer = attempt.by
    reply = viewer.client.act(viewer.match, attempt.action, key)
    viewer.receive(reply, sent=attempt.action)
    if reply.code not in attempt.codes or reply.status != STATUS[str(reply.code)]:
        raise Mismatch(
            f"{viewer.name} at {viewer.seat} posted {attempt.action!r} (head {viewer.head}): expected "
            f"{' or '.join(attempt.codes)}, got {reply.status} {reply.raw[:300]!r}"
        )
    if not isinstance(reply.body.get("detail"), str):
        raise Mismatch(f"a refusal without detail: {reply.raw!r}")


def provocations(me: Viewer, others: list[Viewer], outsiders: list[Viewer]) -> list[list[Provocation]]:
    """What can be tried while `me` is on turn, by kind; `outsiders`: a stranger, and one not signed in."""
    legal = me.table.legal()
    stranger, anonymous = outsiders
    kinds = [
        list(malformed(me)),
        list(against_the_rules(me, legal)),
        [Provocation(me, action, ("wrong_phase",)) for action in other_phases(me)],
        [Provocation(me, legal[0] | {"expected_seq": seq}, ("stale_seq",)) for seq in wrong_heads(me)],
        [Provocation(stranger, legal[-1], ("not_seated",))],
        [Provocation(anonymous, legal[-1], ("not_signed_in",))],
        [Provocation(other, action, ("not_your_turn",)) for other in others for action in this_phase(other)],
        [Provocation(other, action, ("wrong_phase",)) for other in others for action in other_phases(other)],
    ]
    return [kind for kind in kinds if kind]


def wrong_heads(me: Viewer) -> list[int]:
    """Sequence numbers that are not the head."""
    return [0, 1, me.head - 1, me.head + 1, me.head + 1000]


def this_phase(viewer: Viewer) -> list[Body]:
    """Well-formed actions of the phase, whoever's turn it is."""
    amount = viewer.table.rules["bids"][-1]
    return {
        "auction": [{"action": "pass"}, {"action": "bid", "amount": amount}],
        "naming": [{"action": "name_trump", "trump": "S"}],
        "play": [{"action": "play", "card": card} for card in sorted(viewer.hand)],
    }[viewer.table.phase]


def other_phases(viewer: Viewer) -> list[Body]:
    """Well-formed actions of the phases that it is not."""
    actions: dict[str, list[Body]] = {
        "auction": [{"action": "pass"}, {"action": "bid", "amount": viewer.table.rules["bids"][0]}],
        "naming": [{"action": "name_trump", "trump": "H"}],
        "play": [{"action": "play", "card": card} for card in sorted(viewer.hand)[:1]],
    }
    return [action for phase, some in actions.items() if phase != viewer.table.phase for action in some]


def malformed(me: Viewer) -> Iterator[Provocation]:
    """Wrong shapes, types and unknown values, whatever the phase."""
    bodies = list(NOT_BODIES)
    bodies += [{"action": "bid", "amount": value} for value in NOT_NUMBERS]
    bodies += [{"action": "bid", "amount": 8, "no_trump": value} for value in NOT_FLAGS]
    bodies += [{"action": "play", "card": value} for value in NOT_CARDS]
    bodies += [{"action": "name_trump", "trump": value} for value in NOT_SUITS]
    bodies += [{"action": "pass", "expected_seq": value} for value in NOT_HEADS]
    for body in bodies:
        yield Provocation(me, body, ("malformed",))
    yield Provocation(me, {"action": "pass", "expected_seq": HUGE}, ("malformed", "stale_seq"))


def against_the_rules(me: Viewer, legal: list[Body]) -> Iterator[Provocation]:
    """On turn and in the right phase, but refused by the rules."""
    phase = me.table.phase
    if phase == "auction":
        yield from bad_calls(me, legal)
    elif phase == "naming":
        yield Provocation(me, {"action": "name_trump", "trump": "NT"}, ("malformed", "no_trump_not_allowed"))
    else:
        allowed = {action["card"] for action in legal}
        for card in sorted(CARDS - allowed):
            code = "must_follow_suit" if card in me.hand else "card_not_held"
            yield Provocation(me, {"action": "play", "card": card}, (code,))


def bad_calls(me: Viewer, legal: list[Body]) -> Iterator[Provocation]:
    """Out of range, too low, no-trump where there is none, a pass that is not allowed."""
    rules, high = me.table.rules, me.table.current.auction.highest
    for amount in (0, -8, rules["bids"][0] - 1, rules["bids"][-1] + 1, 10**6):
        yield Provocation(me, {"action": "bid", "amount": amount}, ("bid_out_of_range",))
    yield Provocation(me, {"action": "bid", "amount": HUGE}, ("malformed", "bid_out_of_range"))
    if high and high.amount:
        low = [amount for amount in rules["bids"] if amount <= high.amount]
        for amount in low:
            yield Provocation(me, {"action": "bid", "amount": amount}, ("bid_too_low",))
        if high.no_trump:
            again = {"action": "bid", "amount": high.amount, "no_trump": True}
            yield Provocation(me, again, ("bid_too_low",))
    if not rules["no_trump"]:
        yield Provocation(me, legal[-1] | {"no_trump": True}, ("no_trump_not_allowed",))
    if legal[0]["action"] != "pass":
        yield Provocation(me, {"action": "pass"}, ("cannot_pass",))
