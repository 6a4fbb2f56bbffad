"""The referee walks the events of one finished match and allows only what the specification has next."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NoReturn

from . import laws
from .fairdeal import Event, Seeds, chain_hash, seed_hash
from .laws import SEATS, Finish
from .leaving import Leaving, is_human
from .shape import creation_fault, equal, event_fault, identities, moment, seating_fault
from .table import Body, Table

ACTIONS: dict[str, tuple[str, ...]] = {
    "bid_made": ("amount", "no_trump"),
    "passed": (),
    "trump_named": ("trump",),
    "card_played": ("card",),
}
VERBS = {"bid_made": "bid", "passed": "pass", "trump_named": "name_trump", "card_played": "play"}


class RecheckError(Exception):
    """A finished match breaks the specification."""

    def __init__(self, match: str, seq: int, rule: str) -> None:
        super().__init__(f"match {match}: seq {seq}: {rule}")
        self.match, self.seq, self.rule = match, seq, rule


class Referee:
    """Checks events one after the other against a table folded so far."""

    def __init__(self, match: str, events: list[Event], fairness: Body) -> None:
        self.match, self.events, self.fairness = match, events, fairness
        self.table = Table()
        self.leaving = Leaving()
        self.turn_began: datetime | None = None

    def run(self) -> None:
        """The whole match, then its proofs."""
        self._frame()
        self._seating()
        while self.table.result is None:
            self._command()
        if self.table.head != len(self.events):
            self.fail("events follow match_finished")
        self._proofs()

    def fail(self, rule: str) -> NoReturn:
        """Name the event that is looked at, and the rule it breaks."""
        raise RecheckError(self.match, min(self.table.head + 1, len(self.events)), rule)

    def _judge(self, fault: str | None) -> None:
        if fault:
            self.fail(fault)

    @property
    def next(self) -> Event:
        """The event that is looked at."""
        if self.table.head >= len(self.events):
            self.fail("the log ends before match_finished")
        return self.events[self.table.head]

    def take(self, kind: str, auto: bool = False, **expected: Any) -> Body:
        """Accept the next event if it is of this kind, with these data."""
        event = self.next
        if event["type"] != kind:
            self.fail(f"{event['type']} where {kind} must follow")
        data: Body = event["data"]
        for key, value in expected.items():
            if not equal(data[key], value):
                self.fail(f"{kind}: {key} is {data[key]!r}, expected {value!r}")
        if data.get("auto", False) is not auto:
            self.fail(f"{kind}: auto must {'' if auto else 'not '}be set here")
        self.table.apply(event)
        return data

    # Frame

    def _frame(self) -> None:
        """Dense seq, known shape, monotone times."""
        before = ""
        for seq, event in enumerate(self.events, 1):
            self.table.head = seq - 1
            self._judge(event_fault(event, seq, before))
            before = event["at"]
        self.table.head = 0

    # Before the first deal

    def _seating(self) -> None:
        self._judge(creation_fault(self.next["data"]))
        self.take("match_created", deal_algorithm="tarneeb-deal/1")
        while not all(self.table.seats.values()):
            kind, data = self.next["type"], self.next["data"]
            if kind == "match_finished":
                self._finish(Finish(None, "voided" if data["reason"] == "voided" else "aborted"))
                return
            if kind == "seat_left" and self.table.seats[data["seat"]] is None:
                self.fail("seat_left: nobody sat there")
            if kind != "seat_left":
                self._judge(seating_fault(data, self.table.seats))
            self.take("seat_left" if kind == "seat_left" else "seat_taken")
        self.take("match_started")
        self._start_deal()

    # A command and what follows from it

    def _command(self) -> None:
        kind, data = self.next["type"], self.next["data"]
        match kind:
            case "turn_expired":
                self._expire(data["seat"])
            case "seat_forfeited":
                self._forfeit(data["seat"], data["reason"])
            case "seat_reclaimed":
                if not self.leaving.reclaim(self.table, data["seat"], data["player"]):
                    self.fail("seat_reclaimed: not this person's to reclaim now")
                self.take("seat_reclaimed")
            case "clock_extended":
                self.leaving.unsure.add(data["seat"])
                self.take("clock_extended", seat=self.table.turn)
            case "match_finished":
                self._finish(Finish(None, "voided"))
            case _:
                self._act()

    def _act(self, auto: bool = False) -> None:
        event = self.next
        kind, data = event["type"], event["data"]
        if kind not in ACTIONS:
            self.fail(f"{kind} where the action of {self.table.turn} ({self.table.phase}) must follow")
        if data["seat"] != self.table.turn:
            self.fail(f"{kind} by {data['seat']}, but it is the turn of {self.table.turn}")
        body = {"action": VERBS[kind]} | {key: data[key] for key in ACTIONS[kind]}
        legal = self.table.legal()
        if not any(one == body and equal(one, body) for one in legal):
            self.fail(f"{why_refused(self.table, body)}: {body} is not among {legal}")
        self._count_time(event)
        self.take(kind, auto=auto)
        if kind in ("bid_made", "passed"):
            self._after_call()
        elif kind == "card_played" and len(self.table.current.plays) == 4:
            self._after_trick()
        self.turn_began = moment(self.events[self.table.head - 1]["at"])

    def _count_time(self, event: Event) -> None:
        if self.turn_began:
            elapsed = moment(event["at"]) - self.turn_began
            self.leaving.spend(self.table, event["data"]["seat"], elapsed // timedelta(milliseconds=1))

    def _after_call(self) -> None:
        deal = self.table.current
        contract = deal.auction.contract()
        if deal.auction.is_void:
            self.take("deal_passed_out", deal=deal.number)
            self._next_deal(laws.finish_after_passing(self.table.score, self.table.passed_out))
        elif contract:
            seat, amount, no_trump, forced = contract
            self.take("auction_won", seat=seat, amount=amount, no_trump=no_trump, forced=forced)
            if no_trump:
                self.take("trump_named", auto=True, seat=seat, trump="NT")

    def _after_trick(self) -> None:
        deal = self.table.current
        number = sum(deal.tricks.values()) + 1
        assert deal.trump is not None
        self.take("trick_won", seat=laws.trick_winner(deal.plays, deal.trump), trick=number)
        if number == 13:
            self._score_deal()

    def _score_deal(self) -> None:
        deal, rules = self.table.current, self.table.rules
        assert deal.contract is not None
        declarer, amount = deal.contract.declarer, deal.contract.amount
        made = laws.is_made(rules, declarer, amount, deal.tricks, deal.worth)
        points = laws.deal_points(rules, declarer, amount, deal.tricks, deal.worth)
        score = {side: self.table.score[side] + points[side] for side in laws.SIDES}
        self.take(
            "deal_scored", deal=deal.number, declarer=declarer, amount=amount, trump=deal.trump,
            made=made, tricks=deal.tricks, points=points, score=score,
        )  # fmt: skip
        self._next_deal(laws.finish_after_deal(rules, declarer, amount, made, score, self.table.scored))

    def _next_deal(self, finish: Finish | None) -> None:
        if finish:
            self._finish(finish)
        else:
            self._start_deal()

    def _start_deal(self) -> None:
        table, rules = self.table, self.table.rules
        seeds = self._seeds()
        number = table.deal.number + 1 if table.deal else 1
        dealer = laws.next_seat(table.deal.dealer, rules) if table.deal else seeds.first_dealer()
        opener = laws.next_seat(dealer, rules)
        hands = seeds.hands(number, opener, rules)
        served = self.next["data"].get("hands")
        if served != hands and served and all(sorted(served[seat]) == sorted(hands[seat]) for seat in SEATS):
            self.fail(
                "deal_started: hands hold the right cards, but not in the order in which they were dealt"
            )
        self.leaving.new_deal(table)
        data = self.take(
            "deal_started", deal=number, dealer=dealer, opener=opener, hands=hands,
            score=table.score, scored=table.scored, passed_out=table.passed_out,
        )  # fmt: skip
        fault = self.leaving.fault(table, data)
        if fault or identities(data["seats"]) != identities(table.seats):
            self.table.head -= 1
            self.fail(f"deal_started: {fault or 'seats are not who sits there'}")
        self.turn_began = moment(self.events[self.table.head - 1]["at"])

    # Leaving

    def _expire(self, seat: str) -> None:
        if not is_human(self.table.seats[seat]):
            self.fail("turn_expired: no person sits there")
        self._count_time(self.next)
        self.take("turn_expired", seat=self.table.turn)
        if self.leaving.expire(self.table, seat):
            self._forfeit(seat, "timeout")
        else:
            self.turn_began = None
            self._act(auto=True)

    def _forfeit(self, seat: str, reason: str) -> None:
        if reason not in ("timeout", "resigned", "left") or not is_human(self.table.seats[seat]):
            self.fail("seat_forfeited: reason, or no person sits there")
        finish = self.leaving.forfeit(self.table, seat, reason)
        self.take("seat_forfeited", seat=seat, reason=reason)
        if finish:
            self._finish(finish)
        elif self.take("seat_substituted", seat=seat)["player"]["kind"] != "bot":
            self.fail("seat_substituted: only a bot plays on")

    # The end

    def _finish(self, finish: Finish) -> None:
        winner, reason = finish
        self.take("match_finished", winner=winner, reason=reason, score=self.table.score)

    def _seeds(self) -> Seeds:
        return Seeds(self.match, self.events[-1]["data"]["server_seed"], self.table.client_seeds)

    def _proofs(self) -> None:
        """Seed, client seeds and chain, against match_created and the fairness body."""
        self.table.head -= 1
        seeds, head = self._seeds(), self.fairness["head"]
        promised = self.table.created["seed_hash"]
        if not seed_hash(seeds.server_seed) == promised == self.fairness["seed_hash"]:
            self.fail("seed_hash is not SHA-256 of the server seed")
        if self.fairness["server_seed"] != seeds.server_seed:
            self.fail("fairness: server_seed is not that of match_finished")
        if self.fairness["client_seeds"] != seeds.client_seeds:
            self.fail("fairness: client_seeds are not those of the seats")
        if head["seq"] != len(self.events):
            self.fail(f"fairness: head is at {head['seq']}")
        if head["hash"] != chain_hash(self.events):
            self.fail("the chain's hash is not that of these events")
        self.table.head += 1


def why_refused(table: Table, body: Body) -> str:
    """The rule that an illegal action breaks, in words."""
    kind, hand = body["action"], table.current.hands[table.turn or "N"] or set()
    if kind == "play" and table.phase == "play":
        return "revoke" if body["card"] in hand else "card not held"
    if kind in ("bid", "pass") and table.phase == "auction":
        return f"illegal call after {table.current.auction.highest}"
    return f"{kind} in phase {table.phase}"
