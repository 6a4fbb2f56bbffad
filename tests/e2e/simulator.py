"""A little simulator of finished matches, written apart from the referee, to have events for its tests."""

from __future__ import annotations

import random
from collections.abc import Generator
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from . import laws
from .fairdeal import Event, Seeds, chain_hash, seed_hash
from .presets import PRESETS, Rules

Body = dict[str, Any]
Turn = tuple[str, list[Body]]
Play = Generator[Turn, Body, None]
Bid = tuple[int, bool, str]

START = datetime(2025, 1, 1)


class Simulation:
    """Deals, asks each seat by yielding (seat, legal actions), and writes the events down."""

    def __init__(self, ruleset: str | Rules, rng: random.Random, match: str = "m", **created: Any) -> None:
        self.id = ruleset if isinstance(ruleset, str) else None
        self.rules = PRESETS[ruleset] if isinstance(ruleset, str) else ruleset
        client_seeds = {seat: f"{rng.getrandbits(16):x}" for seat in "NES"} | {"W": ""}
        self.seeds = Seeds(match, rng.randbytes(32).hex(), client_seeds)
        self.players = {seat: {"kind": "bot", "id": f"b{seat}", "name": f"Bot {seat}"} for seat in "NESW"}
        self.created = {"rated": False, "clock": None, "visibility": "public"} | created
        self.circle = "NESW" if self.rules["direction"] == "clockwise" else "NWSE"
        self.events: list[Event] = []
        self.score = {"NS": 0, "EW": 0}
        self.scored = self.passed_out = self.late_ms = 0
        self.bank: dict[str, int] = {}
        self.expired: dict[str, int] = {}
        self.forfeited: dict[str, Body] = {}

    def emit(self, kind: str, **data: Any) -> None:
        """Store one event, a tenth of a second after the one before."""
        at = START + timedelta(milliseconds=100 * len(self.events) + self.late_ms)
        stamp = at.isoformat(timespec="milliseconds") + "Z"
        self.events.append({"seq": len(self.events) + 1, "type": kind, "at": stamp, "data": data})

    def fairness(self) -> Body:
        """The fairness body after the end."""
        return {
            "seed_hash": seed_hash(self.seeds.server_seed),
            "client_seeds": self.seeds.client_seeds,
            "server_seed": self.seeds.server_seed,
            "head": {"seq": len(self.events), "hash": chain_hash(self.events)},
        }

    def after(self, seat: str, steps: int = 1) -> str:
        """The seat so many steps on in the direction of play."""
        return self.circle[(self.circle.index(seat) + steps) % 4]

    def run(self) -> Play:
        """The whole match."""
        self.emit(
            "match_created", ruleset={"id": self.id} | self.rules, deal_algorithm="tarneeb-deal/1",
            seed_hash=seed_hash(self.seeds.server_seed), **self.created,
        )  # fmt: skip
        for seat, player in self.players.items():
            self.emit("seat_taken", seat=seat, player=player, client_seed=self.seeds.client_seeds[seat])
        self.emit("match_started")
        dealer, finish = self.seeds.first_dealer(), None
        for number in count(1):
            finish = yield from self.deal(number, dealer)
            if finish:
                break
            dealer = self.after(dealer)
        assert finish
        self.finish(*finish)

    def finish(self, winner: str | None, reason: str) -> None:
        """The last event."""
        self.emit(
            "match_finished", winner=winner, score=dict(self.score), reason=reason,
            server_seed=self.seeds.server_seed,
        )  # fmt: skip

    def deal(self, number: int, dealer: str) -> Generator[Turn, Body, laws.Finish | None]:
        """One deal; how the match ended with it, if it did."""
        opener = self.after(dealer)
        hands = self.seeds.hands(number, opener, self.rules)
        self.emit(
            "deal_started", deal=number, dealer=dealer, opener=opener, hands=hands, seats=dict(self.players),
            score=dict(self.score), bank=dict(self.bank), expired=dict(self.expired),
            forfeited=dict(self.forfeited), scored=self.scored, passed_out=self.passed_out,
        )  # fmt: skip
        bid = yield from self.auction(opener)
        if bid is None:
            self.passed_out += 1
            self.emit("deal_passed_out", deal=number)
            return laws.finish_after_passing(self.score, self.passed_out)
        amount, no_trump, seat = bid
        trump = "NT"
        if no_trump:
            self.emit("trump_named", seat=seat, trump="NT", auto=True)
        else:
            body = yield seat, [{"action": "name_trump", "trump": suit} for suit in "SHDC"]
            trump = body["trump"]
            self.emit("trump_named", seat=seat, trump=trump)
        tricks, worth = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
        leader, hands = seat, {seat: list(hand) for seat, hand in hands.items()}
        for trick in range(1, 14):
            cards = yield from self.trick(leader, hands)
            leader = self.taker(cards, trump)
            self.emit("trick_won", seat=leader, trick=trick)
            side = "NS" if leader in "NS" else "EW"
            tricks[side] += 1
            worth[side] += sum(
                {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(c[1], 0) for c in cards.values()
            )
        made = laws.is_made(self.rules, seat, amount, tricks, worth)
        points = laws.deal_points(self.rules, seat, amount, tricks, worth)
        self.score = {side: self.score[side] + points[side] for side in points}
        self.scored, self.passed_out = self.scored + 1, 0
        self.emit(
            "deal_scored", deal=number, declarer=seat, amount=amount, trump=trump, made=made, tricks=tricks,
            points=points, score=dict(self.score),
        )  # fmt: skip
        return laws.finish_after_deal(self.rules, seat, amount, made, self.score, self.scored)

    def auction(self, opener: str) -> Generator[Turn, Body, Bid | None]:
        """The calls, to the highest bid or four passes."""
        ladder = [(a, strain) for a in self.rules["bids"] for strain in (False, True)]
        ladder = [bid for bid in ladder if self.rules["no_trump"] or not bid[1]]
        standing, best, seat = set("NESW"), None, opener
        forced = must_bid = False
        while ladder and standing != {best and best[2]}:
            if seat in standing:
                must_bid = self.rules["all_pass"] == "force_last" and best is None and len(standing) == 1
                forced = forced or must_bid
                if must_bid and not self.rules["forced_may_raise"]:
                    best = (self.rules["bids"][0], False, seat)
                    break
                bids: list[Body] = [{"action": "bid", "amount": a, "no_trump": n} for a, n in ladder]
                body = yield seat, bids if must_bid else [{"action": "pass"}, *bids]
                if body["action"] == "pass":
                    self.emit("passed", seat=seat)
                    standing.remove(seat)
                else:
                    best = (body["amount"], body.get("no_trump", False), seat)
                    self.emit("bid_made", seat=seat, amount=best[0], no_trump=best[1])
                    ladder = [bid for bid in ladder if bid > best[:2]]
            if not standing:
                return None
            seat = self.after(seat)
        assert best
        self.emit("auction_won", seat=best[2], amount=best[0], no_trump=best[1], forced=forced)
        return best

    def trick(self, leader: str, hands: dict[str, list[str]]) -> Generator[Turn, Body, dict[str, str]]:
        """Four cards; the dict keeps the order of play."""
        cards: dict[str, str] = {}
        for step in range(4):
            seat = self.after(leader, step)
            same = [card for card in hands[seat] if cards and card[0] == cards[leader][0]]
            legal = sorted(
                same or hands[seat], key=lambda c: ("SHDC".index(c[0]), "AKQJT98765432".index(c[1]))
            )
            body = yield seat, [{"action": "play", "card": card} for card in legal]
            cards[seat] = body["card"]
            hands[seat].remove(body["card"])
            self.emit("card_played", seat=seat, card=body["card"])
        return cards

    def taker(self, cards: dict[str, str], trump: str) -> str:
        """Who takes a trick: compare each card with the best so far."""
        seats = list(cards)
        best = seats[0]
        for seat in seats[1:]:
            if cards[seat][0] == cards[best][0]:
                if "23456789TJQKA".index(cards[seat][1]) > "23456789TJQKA".index(cards[best][1]):
                    best = seat
            elif cards[seat][0] == trump:
                best = seat
        return best


def choose(rng: random.Random, legal: list[Body]) -> Body:
    """A random action that lets matches end: mostly passes and low bids."""
    calls = legal[0]["action"] in ("pass", "bid")
    if calls and rng.random() < 0.9:
        return legal[0] if rng.random() < 0.7 else legal[min(1, len(legal) - 1)]
    return rng.choice(legal)


def simulate(ruleset: str | Rules, seed: int, **created: Any) -> Simulation:
    """A finished match of four random players."""
    rng = random.Random(f"{ruleset}:{seed}")
    simulation = Simulation(ruleset, rng, **created)
    game = simulation.run()
    turn = next(game)
    while True:
        try:
            turn = game.send(choose(rng, turn[1]))
        except StopIteration:
            return simulation
