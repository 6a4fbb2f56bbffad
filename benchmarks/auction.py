"""Fits the auction's tables to the tricks that bots realise: `python -m benchmarks.auction [--deals N]`.

Bots play deals against one another, with calls that are off now and then so that unusual contracts occur.
Of each call it is kept what the caller held, what had been called, who became declarer and what that side
then took; least squares give the weights of games/bots/features.py. The second round bids by the first's.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
from rich.progress import track

from games import arena
from games.bots import easy_auction, features, medium_play, valuing
from games.bots.easy_auction import best_trump
from games.rules.commands import NAME_TRUMP, PLAY_CARD, Action, Bid, Pass
from games.rules.events import DealScored
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.seats import partner_of, side_of
from games.rules.state import AUCTION, NAMING
from games.rules.views import View

TARGET = Path("games/bots/auction_table.py")
PRESETS_PLAYED = ("levant-41", "cardems", "kaboot-41", "levant-41-sol", "points-400")
OWN, PARTNER, OPPONENT = "own", "partner", "opponent"
Sample = tuple[str, bool, tuple[float, ...], int, int]  # relation, no-trump, figures, tricks, card points


class Recorder:
    """Four seats of one deal: how they call, and what they knew then."""

    def __init__(self, random: Random, first_round: bool) -> None:
        self.random, self.first_round = random, first_round
        self.seen: list[tuple[int, View]] = []

    def choose(self, view: View) -> Action:
        seat = view.seat
        assert seat is not None and view.hands[seat] is not None
        hand = view.hands[seat] or 0
        if view.phase == AUCTION:
            self.seen.append((seat, view))
            return self._call(view, seat, hand)
        if view.phase == NAMING:
            trump = best_trump(hand) if self.first_round else valuing.best_trump(view, hand)
            if self.random.random() < 0.1:
                suits = features.suits_of(hand)
                trump = max(range(4), key=lambda suit: (suits[suit].bit_count(), self.random.random()))
            return NAME_TRUMP[seat][trump]
        return PLAY_CARD[seat][medium_play.choose_card(view, seat, hand)] if len(view.legal) > 1 else view.legal[0]

    def _call(self, view: View, seat: int, hand: int) -> Action:
        bids = [call for call in view.legal if isinstance(call, Bid)]
        odd = self.random.random()
        if bids and odd < 0.08 and bids[0].amount <= view.ruleset.bids[min(2, len(view.ruleset.bids) - 1)]:
            return bids[int(self.random.random() * min(2, len(bids)))]
        if odd > 0.92 and isinstance(view.legal[0], Pass):
            return view.legal[0]
        if self.first_round:
            return easy_auction.choose_call(view, seat, hand)
        return valuing.choose_call(view)


def _samples(job: tuple[int, int, bool]) -> list[Sample]:
    seed, deals, first_round = job
    random = Random(seed)
    found: list[Sample] = []
    for number in range(deals):
        rules = PRESETS[PRESETS_PLAYED[number % len(PRESETS_PLAYED)]]
        deal = arena.drawn(random)
        recorder = Recorder(random, first_round)
        state = arena.start(rules, deal)
        result = arena.play(state, deal, [recorder.choose] * 4)
        if result is not None:
            found += _of_deal(recorder, result, rules, state.history, deal)
    return found


def _of_deal(recorder: Recorder, result: DealScored, rules: RuleSet, history, deal) -> list[Sample]:
    declaring = side_of(result.declarer)
    tricks = result.tricks[declaring]
    points = _card_points(history, deal, declaring, result)
    no_trump = result.trump == 4
    samples = []
    for seat, view in recorder.seen:
        hand = view.hands[seat] or 0
        if seat == result.declarer:
            relation, figures = OWN, (features.without_trump(hand) if no_trump else features.with_trump(hand, result.trump))
        else:
            relation = PARTNER if seat == partner_of(result.declarer) else OPPONENT
            figures = features.without_trump(hand)
        samples.append((relation, no_trump, (*figures, *valuing.call_figures(view)), tricks, points))
    return samples


def _card_points(history, deal, declaring: int, result: DealScored) -> int:
    """What the declarers took in card points. The state lacks the last trick, whose cards are what is left."""
    from games.rules.cards import POINTS

    taken = sum(POINTS[card] for _, cards, winner in history if winner & 1 == declaring for card in cards)
    gone = {card for _, cards, _ in history for card in cards}
    rest = sum(POINTS[card] for hand in deal.cards for card in hand if card not in gone)
    won_last = result.tricks[declaring] > sum(winner & 1 == declaring for _, _, winner in history)
    return taken + rest * won_last


def _fit(samples: list[Sample], relation: str, no_trump: bool) -> dict[str, object]:
    chosen = [sample for sample in samples if sample[0] == relation and (relation != OWN or sample[1] == no_trump)]
    figures = np.array([sample[2] for sample in chosen])
    fitted: dict[str, object] = {}
    for unit, place in (("tricks", 3), ("card_points", 4)):
        took = np.array([sample[place] for sample in chosen], float)
        mean = took.mean()
        ridge = 3.0 * np.eye(figures.shape[1])
        weights = np.linalg.solve(figures.T @ figures + ridge, figures.T @ (took - mean))
        left = took - mean - figures @ weights
        fitted[unit] = (round(float(mean), 3), [round(float(weight), 3) for weight in weights], round(float(left.std()), 3))
    print(f"{relation}{' no-trump' if no_trump else ''}: {len(chosen)} calls, spread left {fitted['tricks'][2]} tricks, {fitted['card_points'][2]} points")
    return fitted


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", action="store_true", help="bid by easy's table")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    jobs = [(arguments.seed * 10_000 + job, 500, arguments.first) for job in range(arguments.deals // 500)]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        samples = [sample for part in track(pool.map(_samples, jobs), total=len(jobs)) for sample in part]
    table = {
        "own": _fit(samples, OWN, False),
        "own_no_trump": _fit(samples, OWN, True),
        "partner": _fit(samples, PARTNER, False),
        "opponent": _fit(samples, OPPONENT, False),
    }
    lines = ['"""Made by `python -m benchmarks.auction`: means, weights of features.py, spreads; a unit each."""', ""]
    lines += ["TABLE: dict[str, dict[str, tuple[float, list[float], float]]] = {"]
    for name, units in table.items():
        lines.append(f'    "{name}": {{')
        lines += [f'        "{unit}": {value!r},' for unit, value in units.items()]
        lines.append("    },")
    TARGET.write_text("\n".join([*lines, "}", ""]))


if __name__ == "__main__":
    main()
