"""A match folded from its events, as one viewer sees them: hidden hands stay None."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .auction import Auction, Call, Contract
from .fairdeal import Event
from .laws import SEATS, SUITS, Play, Tally, card_points, playable, seats_from, side_of, sorted_cards
from .presets import Rules

Body = dict[str, Any]
Player = dict[str, Any]


def nobody() -> dict[str, Player | None]:
    """Four open seats."""
    return dict.fromkeys(SEATS)


def zero() -> Tally:
    """Nothing for either side."""
    return {"NS": 0, "EW": 0}


@dataclass
class Deal:
    """One deal under way; `hands` hold what is left, None where hidden from the viewer."""

    number: int
    dealer: str
    hands: dict[str, set[str] | None]
    auction: Auction
    contract: Contract | None = None
    trump: str | None = None
    leader: str | None = None
    plays: list[Play] = field(default_factory=list)
    played: list[Play] = field(default_factory=list)
    last_trick: list[Play] = field(default_factory=list)
    tricks: Tally = field(default_factory=zero)
    worth: Tally = field(default_factory=zero)

    def counts(self) -> dict[str, int]:
        """How many cards each seat still holds."""
        gone = [play.seat for play in self.played]
        return {seat: 13 - gone.count(seat) for seat in SEATS}

    def lay(self, play: Play) -> None:
        """A card leaves its hand for the trick."""
        hand = self.hands[play.seat]
        if hand is not None:
            hand.discard(play.card)
        self.plays.append(play)
        self.played.append(play)

    def gather(self, winner: str) -> None:
        """The trick goes to its winner, who leads next."""
        self.tricks[side_of(winner)] += 1
        self.worth[side_of(winner)] += card_points(play.card for play in self.plays)
        self.last_trick, self.plays, self.leader = self.plays, [], winner


@dataclass
class Table:
    """The state after `head` events; `apply` trusts them, the re-check does not."""

    created: Body = field(default_factory=dict)
    seats: dict[str, Player | None] = field(default_factory=nobody)
    client_seeds: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SEATS, ""))
    head: int = 0
    started: bool = False
    score: Tally = field(default_factory=zero)
    scored: int = 0
    passed_out: int = 0
    deal: Deal | None = None
    forfeited: dict[str, Player] = field(default_factory=dict)
    result: Body | None = None

    @property
    def rules(self) -> Rules:
        """The match's rule set."""
        rules: Rules = self.created["ruleset"]
        return rules

    @property
    def current(self) -> Deal:
        """The deal under way, where there must be one."""
        assert self.deal is not None
        return self.deal

    @property
    def phase(self) -> str:
        """As `now.phase` names it."""
        if self.result:
            return "finished"
        if self.deal is None:
            return "seating"
        if self.deal.contract is None:
            return "auction"
        return "naming" if self.deal.trump is None else "play"

    @property
    def turn(self) -> str | None:
        """The seat that must act."""
        phase = self.phase
        if phase == "auction":
            return self.current.auction.turn
        if phase == "naming" and self.current.contract:
            return self.current.contract.declarer
        if phase == "play" and self.current.leader and len(self.current.plays) < 4:
            return seats_from(self.current.leader, self.rules)[len(self.current.plays)]
        return None

    def legal(self) -> list[Body]:
        """The bodies that the seat on turn may post, in the order of `now.legal`."""
        phase, deal = self.phase, self.deal
        if deal is None or self.turn is None:
            return []
        if phase == "auction":
            passing: list[Body] = [] if deal.auction.is_forced else [{"action": "pass"}]
            bids = deal.auction.bids()
            return passing + [{"action": "bid", "amount": a, "no_trump": strain} for a, strain in bids]
        if phase == "naming":
            return [{"action": "name_trump", "trump": suit} for suit in SUITS]
        cards = sorted_cards(playable(deal.hands[self.turn] or (), deal.plays))
        return [{"action": "play", "card": card} for card in cards]

    def apply(self, event: Event) -> None:
        """Fold one event."""
        self.head = event["seq"]
        data = event["data"]
        match event["type"]:
            case "match_created":
                self.created = data
            case "seat_left":
                self.seats[data["seat"]] = None
                self.client_seeds[data["seat"]] = ""
            case "match_started":
                self.started = True
            case "deal_started":
                self._start_deal(data)
            case "deal_passed_out":
                self.passed_out += 1
            case "deal_scored":
                self.score, self.scored, self.passed_out = data["score"], self.scored + 1, 0
            case "match_finished":
                self.result = {"winner": data["winner"], "reason": data["reason"]}
            case "seat_taken" | "seat_forfeited" | "seat_substituted" | "seat_reclaimed" as kind:
                self._seat(kind, data)
            case kind:
                self._act(kind, data)

    def _start_deal(self, data: Body) -> None:
        hands = {seat: None if hand is None else set(hand) for seat, hand in data["hands"].items()}
        self.deal = Deal(data["deal"], data["dealer"], hands, Auction(self.rules, data["opener"]))

    def _seat(self, kind: str, data: Body) -> None:
        seat = data["seat"]
        player = self.seats[seat]
        match kind:
            case "seat_forfeited" if player:
                self.forfeited[seat] = player
            case "seat_reclaimed":
                self.forfeited.pop(seat, None)
            case "seat_taken":
                self.client_seeds[seat] = data["client_seed"]
        self.seats[seat] = data.get("player", player)

    def _act(self, kind: str, data: Body) -> None:
        deal = self.deal
        if deal is None:
            return
        match kind:
            case "bid_made":
                deal.auction.calls.append(Call(data["seat"], data["amount"], data["no_trump"]))
            case "passed":
                deal.auction.calls.append(Call(data["seat"]))
            case "auction_won":
                deal.contract = Contract(data["seat"], data["amount"], data["no_trump"], data["forced"])
            case "trump_named":
                deal.trump, deal.leader = data["trump"], data["seat"]
            case "card_played":
                deal.lay(Play(data["seat"], data["card"]))
            case "trick_won":
                deal.gather(data["seat"])
