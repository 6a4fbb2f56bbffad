"""A finished match as Portable Bridge Notation 2.1, a game a deal; docs/pbn.md explains the tags.

Bridge programs find hands, calls and cards at the seats they belong to, whatever the direction of play:
both sections have a column a seat, clockwise.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from games.contract.bodies import Export
from games.contract.events import DealStarted, Event, MatchCreated
from games.contract.values import BySeat, BySide, Card, Player, RuleSet, Seat
from games.rules.cards import RANKS, SUITS
from games.rules.seats import SEAT_NAMES

CONTENT_TYPE: Final = "text/x-pbn; charset=UTF-8"
_HEADER: Final = ("% PBN 2.1", "% EXPORT", f"%Content-type: {CONTENT_TYPE}", "%Creator: Tarneeb")
_NAMES: Final = {"W": "West", "N": "North", "E": "East", "S": "South"}
# What a player did, or the server in their place: the actions that `TarneebAuto` and `TarneebSeats` count.
_ACTIONS: Final = ("bid_made", "passed", "trump_named", "card_played")
_TRICKS_FOR_ONE: Final = 6  # a bridge contract of one is seven tricks

Tags = Iterator[tuple[str, str]]


def written(match: Export, site: str) -> str:
    """The text; `site` is where the match is to be seen. No deal, no game."""
    events = match["events"]
    starts = [place for place, event in enumerate(events) if event["type"] == "deal_started"]
    deals = [events[start:end] for start, end in pairwise([*starts, None])]
    lines = list(_HEADER)
    for deal in deals:
        lines += [*_game(match, deal, site), ""]
    return "".join(f"{line}\r\n" for line in lines)


def _game(match: Export, events: Sequence[Event], site: str) -> Iterator[str]:
    deal = _Deal(match["events"][0], events)  # type: ignore[arg-type]
    for name, value in (*deal.identification(site), *deal.players(), *deal.own(), *_match_tags(match)):
        yield f'[{name} "{value}"]'
    for name, first, tokens in deal.sections():
        yield f'[{name} "{first}"]'
        yield from (" ".join(tokens[start : start + 4]) for start in range(0, len(tokens), 4))


class _Deal:
    """A deal's events, up to the next one's start or the match's end."""

    def __init__(self, created: MatchCreated, events: Sequence[Event]) -> None:
        self.rules = created["data"]["ruleset"]
        self.rated = created["data"]["rated"]
        self.started: DealStarted = events[0]  # type: ignore[assignment]
        self.events = events
        self.calls: list[tuple[Seat, str]] = []
        self.cards: list[tuple[Seat, Card]] = []
        self.contract: Any = None
        self.trump: str | None = None
        self.scored: Any = None
        self.is_passed_out = False
        self.auto: list[int] = []
        self.changes: list[str] = []
        self.actions = 0
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        data: Any = event["data"]
        if event["type"] in _ACTIONS:
            self.actions += 1
            self.auto += [self.actions] if "auto" in data else []
        match event["type"]:
            case "bid_made":
                self.calls.append((data["seat"], _bid(self.rules, data["amount"], data["no_trump"])))
            case "passed":
                self.calls.append((data["seat"], "Pass"))
            case "auction_won":
                self.contract = data
            case "trump_named":
                self.trump = data["trump"]
            case "card_played":
                self.cards.append((data["seat"], data["card"]))
            case "deal_scored":
                self.scored = data
            case "deal_passed_out":
                self.is_passed_out = True
            case "seat_forfeited":
                self.changes.append(f"{self.actions} {data['seat']} {data['reason']}")
            case "seat_reclaimed":
                self.changes.append(f"{self.actions} {data['seat']} reclaimed")

    def identification(self, site: str) -> Tags:
        """The fifteen tags that every game has, in the standard's order."""
        data = self.started["data"]
        yield "Event", "Rated match" if self.rated else "Casual match"
        yield "Site", site
        yield "Date", self.started["at"][:10].replace("-", ".")
        yield "Board", str(data["deal"])
        for seat, name in _NAMES.items():
            yield name, _player(data["seats"], seat)["name"]
        yield "Dealer", data["dealer"]
        yield "Vulnerable", "None"
        yield "Deal", _hands(data["dealer"], data["hands"])
        yield "Scoring", "Tarneeb"
        yield "Declarer", self.contract["seat"] if self.contract else ""
        yield "Contract", self._contract()
        yield "Result", self._result()

    def _contract(self) -> str:
        if self.is_passed_out:
            return "Pass"
        if self.contract is None or self.trump is None or self.rules["unit"] != "tricks":
            return "?"
        return f"{self.contract['amount'] - _TRICKS_FOR_ONE}{self.trump}"

    def _result(self) -> str:
        if self.scored:
            return str(self.scored["tricks"]["NS" if self.scored["declarer"] in "NS" else "EW"])
        return "" if self.is_passed_out else "?"

    def players(self) -> Tags:
        for seat, name in _NAMES.items():
            is_person = _player(self.started["data"]["seats"], seat)["kind"] == "human"
            yield f"{name}Type", "human" if is_person else "program"

    def own(self) -> Tags:
        """What bridge has no tag for."""
        data = self.started["data"]
        yield "TarneebScoreBefore", _sides(data["score"])
        if won := self.contract:
            no_trump, forced = "NT" if won["no_trump"] else "", " forced" if won["forced"] else ""
            yield "TarneebContract", f"{won['amount']}{no_trump}{forced}"
            yield "TarneebTrump", self.trump or "?"
        if self.scored:
            yield "TarneebMade", "yes" if self.scored["made"] else "no"
            yield "TarneebTricks", _sides(self.scored["tricks"])
            yield "TarneebPoints", _sides(self.scored["points"])
            yield "TarneebScore", _sides(self.scored["score"])
        if self.auto:
            yield "TarneebAuto", " ".join(map(str, self.auto))
        if self.changes:
            yield "TarneebSeats", "; ".join(self.changes)

    def sections(self) -> Iterator[tuple[str, Seat, list[str]]]:
        opener = self.started["data"]["opener"]
        yield "Auction", opener, [*_in_columns(opener, self.calls), "*"]
        if self.contract and self.trump:
            yield "Play", self.contract["seat"], self._tricks(self.contract["seat"])

    def _tricks(self, first: Seat) -> list[str]:
        """A trick a line, in columns from the declarer on; `-` for a card that was not played."""
        tokens: list[str] = []
        for start in range(0, len(self.cards), 4):
            trick = dict(self.cards[start : start + 4])
            tokens += [trick.get(seat, "-") for seat in _from(first)]
        return tokens if len(self.cards) == 52 else [*tokens, "*"]


def _match_tags(match: Export) -> Tags:
    """What is the same in every game of a match, so that each can stand alone."""
    created: Any = match["events"][0]["data"]
    finished: Any = match["events"][-1]["data"]
    clock = created["clock"]
    yield "TarneebMatch", match["id"]
    yield "TarneebClock", f"{clock['turn_seconds']} {clock['bank_seconds']}" if clock else "none"
    yield "TarneebResult", f"{finished['winner'] or '-'} {finished['reason']} {_sides(finished['score'])}"
    yield "TarneebServerSeed", finished["server_seed"]
    seeds: Any = match["fairness"]["client_seeds"]
    for seat, name in _NAMES.items():
        yield f"TarneebSeed{name}", seeds[seat]
    rules: RuleSet = created["ruleset"]
    for name, value in rules.items():
        field = "RuleSet" if name == "id" else "".join(map(str.capitalize, name.split("_")))
        yield f"Tarneeb{field}", _plain(value)


def _plain(value: Any) -> str:
    """A rule's value: numbers with spaces between, words, `yes` or `no`; a custom rule set has no name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _player(seats: BySeat[Player], seat: str) -> Player:
    found: Player = seats[seat]  # type: ignore[literal-required]
    return found


def _hands(dealer: Seat, hands: Any) -> str:
    """`N:` and the hands from the dealer on, each by suit from the top."""
    return f"{dealer}:{' '.join(_hand(hands[seat]) for seat in _from(dealer))}"


def _hand(cards: Iterable[Card]) -> str:
    held = set(cards)
    return ".".join("".join(rank for rank in RANKS if suit + rank in held) for suit in SUITS)


def _bid(rules: RuleSet, amount: int, no_trump: bool) -> str:
    """Bridge's bid for as many tricks: in clubs where the trump is named later. Card points as they are."""
    if rules["unit"] != "tricks":
        return f"{amount}NT" if no_trump else str(amount)
    return f"{amount - _TRICKS_FOR_ONE}{'NT' if no_trump else 'C'}"


def _in_columns(first: Seat, calls: Sequence[tuple[Seat, str]]) -> Iterator[str]:
    """The calls in their order, each in its seat's column; `-` where it is not a seat's turn."""
    seats = _from(first)
    column = 0
    for seat, call in calls:
        while seats[column % 4] != seat:
            yield "-"
            column += 1
        yield call
        column += 1


def _from(first: Seat) -> tuple[Seat, ...]:
    """The seats clockwise from one on."""
    start = SEAT_NAMES.index(first)
    return SEAT_NAMES[start:] + SEAT_NAMES[:start]


def _sides(pair: BySide) -> str:
    return f"NS {pair['NS']} EW {pair['EW']}"
