"""Worked examples for the rules page. The engine scores them: no figure here was worked out by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.cards import CARDS, SUITS, TAKES
from games.rules.ruleset import RuleSet
from games.rules.scoring import score_deal
from games.rules.seats import NS

# Bid and taken by the declarer's side: made, made with more, set, and all 13 with and without their bid.
TRICKS: Final = ((7, 7), (8, 10), (8, 7), (9, 13), (13, 13), (13, 12), (7, 0))
CARD_POINTS: Final = ((65, 65), (80, 93), (80, 74), (120, 120), (65, 0))
MARKS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

# Four at a table, in the direction of play; each one's partner sits opposite.
PLAYERS: Final[tuple[Promise, ...]] = (
    gettext_lazy("Layla"),
    gettext_lazy("Omar"),
    gettext_lazy("Sami"),
    gettext_lazy("Nour"),
)
# Layla dealt, so Omar is asked first: who calls, and the amount; 0 is a pass.
CALLS: Final = ((1, 0), (2, 7), (3, 8), (0, 9), (2, 0), (3, 0))
# Spades are trump. Each trick's first card is led, by who stands first; then play goes round.
TRUMP: Final = "S"
PLAYED: Final = (
    (("HT", "HK", "H4", "CA"), gettext_lazy("The highest heart wins: the ace of clubs is of another suit.")),
    (("DA", "D6", "S2", "D9"), gettext_lazy("No diamond left: the smallest trump takes the ace.")),
    (("C5", "S6", "CK", "S9"), gettext_lazy("Of two trumps the higher one wins.")),
)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as it would be scored; the sides are the declarer's and the defenders'."""

    bid: int
    trump: str
    took: tuple[int, int]
    points: tuple[int, int]
    made: bool
    remark: str

    @property
    def signed_points(self) -> tuple[str, ...]:
        return tuple(f"{points:+d}".replace("+0", "0").replace("-", "−") for points in self.points)


def deals(rules: RuleSet) -> Iterator[Deal]:
    """What the sides score, by these rules; trumps vary to show that they change nothing."""
    bids, in_all = (CARD_POINTS, 120) if rules.unit == "card_points" else (TRICKS, 13)
    for place, (bid, taken) in enumerate(bids):
        took = taken, in_all - taken
        result = score_deal(rules, NS, bid, _tricks(taken, in_all), took)
        trump = _("no trump") if rules.no_trump and place % 2 else MARKS[SUITS[place % 4]]
        yield Deal(bid, trump, took, result.points, result.made, _remark(result.wins_match))


def _tricks(taken: int, in_all: int) -> tuple[int, int]:
    """Of card points only all or none tell how many tricks they were, and only those matter."""
    ours = taken if in_all == 13 else 13 * taken // in_all
    return ours, 13 - ours


def _remark(winner: int | None) -> str:
    if winner is None:
        return ""
    return _("wins the match") if winner == NS else _("loses the match")


def made_and_set(rules: RuleSet) -> list[Deal]:
    """One deal of each, with the same bid."""
    made = next(deal for deal in deals(rules) if deal.took[0] > deal.bid)
    return [made, next(deal for deal in deals(rules) if deal.bid == made.bid and not deal.made)]


def shown() -> dict[str, object]:
    """What templates draw an auction and tricks from."""
    return {"auction": auction(), "tricks": tricks(), "trump": MARKS[TRUMP]}


def auction() -> dict[str, object]:
    """The calls in the order in which the players were asked, and the contract."""
    declarer, amount = max(CALLS, key=itemgetter(1))
    calls = [{"player": PLAYERS[seat], "amount": amount} for seat, amount in CALLS]
    return {"calls": calls, "declarer": PLAYERS[declarer], "amount": amount}


def tricks() -> Iterator[dict[str, object]]:
    """Four cards each, as marks, and who takes them."""
    for names, reason in PLAYED:
        winner = winning(names)
        plays = [
            {"player": player, "card": card(name), "is_red": name[0] in "HD", "wins": place == winner}
            for place, (player, name) in enumerate(zip(PLAYERS, names, strict=True))
        ]
        yield {"plays": plays, "winner": PLAYERS[winner], "reason": reason}


def winning(names: Sequence[str]) -> int:
    """Which of the cards takes the trick."""
    takes, best = TAKES[SUITS.index(TRUMP)], 0
    for place, name in enumerate(names):
        if takes[CARDS[names[best]]][CARDS[name]]:
            best = place
    return best


def card(name: str) -> str:
    """As in its corner: `10♥`."""
    return name[1].replace("T", "10") + MARKS[name[0]]
