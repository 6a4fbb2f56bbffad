"""Runs the season and prints what it shows; fails where a bar is missed. See `make sim`."""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from uuid import UUID

import django
from rich.progress import Progress

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
os.environ.setdefault("TARNEEB_RANKED", "cardems")
django.setup()

from django.core.management import call_command  # noqa: E402  once Django's apps are loaded

from benchmarks.sim import fit  # noqa: E402
from benchmarks.sim.season import RULESET, Season  # noqa: E402
from games import rebuild  # noqa: E402
from games.models import Match, Rating, RatingChange  # noqa: E402
from games.ratings.model import BETA  # noqa: E402
from games.rules.seats import SEAT_NAMES, SIDE_NAMES  # noqa: E402

COIN, MIN_SPEARMAN = 0.6931, 0.6


def results_of_season() -> list[fit.Result]:
    """The matches that went their whole way, in the order of their ends."""
    ladders: dict[UUID, dict[UUID | None, str]] = {}
    for change in RatingChange.objects.filter(why="result").iterator():
        ladders.setdefault(change.match_id, {})[change.person_id] = change.ladder
    whole = [match_id for match_id, each in ladders.items() if len(each) == 4]
    found = []
    matches = Match.objects.filter(pk__in=whole, winner__isnull=False).prefetch_related("seats")
    for match in matches.order_by("finished_at", "id"):
        people = {seat.seat: seat.person_id for seat in match.seats.all()}
        keys = [(people[seat], ladders[match.pk][people[seat]]) for seat in SEAT_NAMES]
        found.append(fit.Result(keys, SIDE_NAMES.index(match.winner or "")))
    return found


def judge(season: Season) -> list[str]:
    """Print the figures; which bars were missed."""
    results = results_of_season()
    beta, fitted = fit.best(fit.BETAS, partial(fit.of_ratings, results))
    k, elo = fit.best(fit.KS, partial(fit.of_elo, results))
    ours = fit.of_ratings(results, BETA)
    print(f"{len(results)} decided matches; log-loss on every other, fitted on those between:")
    print(f"  a coin                         {COIN:.4f}")
    print(f"  Elo, K = {k:<4g}                  {elo.judged:.4f}   (half fitted on {elo.fitted:.4f})")
    print(
        f"  ratings, fitted beta = {beta:<6.2f}  {fitted.judged:.4f}   (half fitted on {fitted.fitted:.4f})"
    )
    print(f"  ratings, our beta = {BETA:<6.2f}     {ours.judged:.4f}   (half fitted on {ours.fitted:.4f})")
    rated = Rating.objects.filter(ladder=RULESET)
    skill = {rating.person_id: -season.people[rating.person_id].error for rating in rated}
    correlation = fit.spearman([rating.mu for rating in rated], [skill[rating.person_id] for rating in rated])
    print(f"Spearman of rating and skill: {correlation:.3f} over {len(rated)} people")
    sigmas = sorted(rating.sigma for rating in rated)
    matches = sum(rating.matches for rating in rated) / len(rated)
    print(f"matches a person: {matches:.1f}; sigma {sigmas[0]:.2f} to {sigmas[-1]:.2f}")
    missed = []
    if fitted.judged >= COIN or ours.judged >= COIN:
        missed.append("no better than a coin")
    if fitted.judged >= elo.judged:
        missed.append("no better than Elo")
    if correlation < MIN_SPEARMAN:
        missed.append(f"Spearman below {MIN_SPEARMAN}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="make sim", description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=108)
    parser.add_argument("--seed", default="tarneeb")
    chosen = parser.parse_args()
    call_command("migrate", database="owner", verbosity=0)
    began = time.monotonic()
    season = Season(chosen.people, chosen.rounds, chosen.seed)
    with Progress() as progress, ProcessPoolExecutor(2, get_context("spawn"), django.setup) as pool:
        task = progress.add_task("season", total=1.0)
        season.play(pool, lambda share: progress.update(task, completed=share))
    print(f"{Match.objects.count()} matches played, paired and rated in {time.monotonic() - began:.0f} s")
    missed = judge(season)
    began = time.monotonic()
    with Progress() as progress:
        task = progress.add_task("rebuild", total=rebuild.steps())
        differences = rebuild.rebuild(lambda: progress.advance(task))
    print(f"rebuilt from the log in {time.monotonic() - began:.0f} s: {len(differences)} differences")
    for problem in (*missed, *differences[:10]):
        print(f"FAILED {problem}")
    return 1 if missed or differences else 0


if __name__ == "__main__":
    sys.exit(main())
