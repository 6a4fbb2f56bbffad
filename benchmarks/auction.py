"""Fits the auction's tables to the tricks that bots realise: `python -m benchmarks.auction [--deals N]`.

Bots play deals against one another. Of each call it is kept what the caller held, what had been called, who
became declarer and what that side then took; least squares give the weights of games/bots/features.py. Bots
that bid by the table bid by the last one: a second run finds what the first has changed.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from pprint import pformat
from random import Random

import numpy as np
from rich.progress import track

from games import arena
from games.bots import easy_auction, features, medium_play, valuing
from games.rules.cards import NO_TRUMP, POINTS
from games.rules.commands import NAME_TRUMP, PLAY_CARD, Action, Bid
from games.rules.events import DealScored
from games.rules.ruleset import PRESETS
from games.rules.seats import SIDES, partner_of, side_of
from games.rules.state import AUCTION, NAMING, Trick
from games.rules.views import View

TARGET = Path("games/bots/auction_table.py")
HEAD = '''"""Made by `python -m benchmarks.auction`: who declares: mean, weights of features.py, spread."""

TABLE: dict[str, dict[str, tuple[float, list[float], float]]] = '''
PRESETS_PLAYED = ("levant-41", "cardems", "kaboot-41", "levant-41-sol", "points-400")
OWN, PARTNER, OPPONENT = "own", "partner", "opponent"
RIDGE = 3.0
PART = 500
Sample = tuple[str, bool, tuple[float, ...], int, int]  # relation, no-trump, figures, tricks, card points
Row = tuple[float, list[float], float]


class Recorder:
    """Four seats of one deal: how they call, and what they knew then.

    In half of the deals one seat, whatever it holds, bids and nobody bids after it: only so is it seen what
    a hand takes that its holder would not bid, with suits that it would not name. The others tell what a
    partner's and an opponent's contract brings.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        # Sides differ in how they bid: a table fitted to one way alone does badly against another.
        self.by_easy = [random.random() < 0.5 for _ in SIDES]
        self.forced = random.randrange(4) if random.random() < 0.5 else None
        self.seen: list[tuple[int, View]] = []

    def choose(self, view: View) -> Action:
        seat = view.seat
        assert seat is not None
        hand = view.hands[seat] or 0
        if view.phase == AUCTION:
            return self._call(view, seat, hand)
        if view.phase == NAMING:
            return NAME_TRUMP[seat][self._trump(view, seat, hand)]
        return view.legal[0] if len(view.legal) == 1 else self._card(view, seat, hand)

    def _card(self, view: View, seat: int, hand: int) -> Action:
        return PLAY_CARD[seat][medium_play.choose_card(view, seat, hand)]

    def _call(self, view: View, seat: int, hand: int) -> Action:
        if self.forced is None:
            self.seen.append((seat, view))
        elif len(view.calls) == self.forced:
            self.seen.append((seat, view))
            bids = [call for call in view.legal if isinstance(call, Bid)]
            return bids[int(self.random.random() * min(2, len(bids)))]
        elif len(view.calls) > self.forced:
            return view.legal[0]
        if self.by_easy[side_of(seat)]:
            return easy_auction.choose_call(view, seat, hand)
        return valuing.choose_call(view)

    def _trump(self, view: View, seat: int, hand: int) -> int:
        if self.forced is not None and self.random.random() < 0.5:
            lengths = [ranks.bit_count() ** 2 for ranks in features.suits_of(hand)]
            return self.random.choices(range(4), lengths)[0]
        return (
            easy_auction.best_trump(hand) if self.by_easy[side_of(seat)] else valuing.best_trump(view, hand)
        )


def _samples(job: tuple[int, int]) -> list[Sample]:
    seed, deals = job
    random = Random(seed)
    found: list[Sample] = []
    for number in range(deals):
        rules = PRESETS[PRESETS_PLAYED[number % len(PRESETS_PLAYED)]]
        deal = arena.drawn(random)
        recorder = Recorder(random)
        state = arena.start(rules, deal)
        result = arena.play(state, deal, [recorder.choose] * 4)
        if result is not None:
            points = _card_points(state.history, deal, result)
            found += [_sample(seat, view, result, points) for seat, view in recorder.seen]
    return found


def _sample(seat: int, view: View, result: DealScored, points: int) -> Sample:
    hand = view.hands[seat] or 0
    no_trump = result.trump == NO_TRUMP
    if seat == result.declarer:
        relation = OWN
        figures = features.without_trump(hand) if no_trump else features.with_trump(hand, result.trump)
    else:
        relation = PARTNER if seat == partner_of(result.declarer) else OPPONENT
        figures = features.without_trump(hand)
    tricks = result.tricks[side_of(result.declarer)]
    return relation, no_trump, (*figures, *valuing.call_figures(view)), tricks, points


def _card_points(history: Sequence[Trick], deal: arena.OneDeal, result: DealScored) -> int:
    """What the declarers took in card points. The history lacks the last trick: its cards are those left."""
    declaring = side_of(result.declarer)
    won = [cards for _, cards, winner in history if side_of(winner) == declaring]
    gone = {card for _, cards, _ in history for card in cards}
    if result.tricks[declaring] > len(won):
        won.append(tuple(card for hand in deal.cards for card in hand if card not in gone))
    return sum(POINTS[card] for cards in won for card in cards)


def _fit(samples: Sequence[Sample], relation: str, no_trump: bool) -> dict[str, Row]:
    """Ridge regression: the mean, a weight a figure, and the spread that is left."""
    chosen = [each for each in samples if each[0] == relation and (relation != OWN or each[1] == no_trump)]
    figures = np.array([each[2] for each in chosen])
    fitted: dict[str, Row] = {}
    for place, unit in ((3, "tricks"), (4, "card_points")):
        took = np.array([each[place] for each in chosen], float)
        mean = took.mean()
        weights = np.linalg.solve(
            figures.T @ figures + RIDGE * np.eye(figures.shape[1]), figures.T @ (took - mean)
        )
        spread = (took - mean - figures @ weights).std()
        fitted[unit] = (
            round(float(mean), 3),
            [round(float(each), 3) for each in weights],
            round(float(spread), 3),
        )
        print(f"{relation}{' no-trump' * no_trump}: {len(chosen)} calls, ± {spread:.2f} {unit}")
    return fitted


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    jobs = [(1000 * arguments.seed + job, PART) for job in range(arguments.deals // PART)]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        samples = [each for part in track(pool.map(_samples, jobs), total=len(jobs)) for each in part]
    table = {
        "own": _fit(samples, OWN, False),
        "own_no_trump": _fit(samples, OWN, True),
        "partner": _fit(samples, PARTNER, False),
        "opponent": _fit(samples, OPPONENT, False),
    }
    TARGET.write_text(HEAD + pformat(table, width=105, compact=True, sort_dicts=False) + "\n")


if __name__ == "__main__":
    main()
