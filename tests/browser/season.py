"""Rated matches of some weeks, for pages to show: real logs, counted as always.

`python -m tests.browser.season` plays them into the database of the site in `TARNEEB_VAR`, once.
"""

import os
import random
from datetime import timedelta
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
django.setup()

from django.utils import timezone  # noqa: E402  once Django's apps are loaded

from accounts.models import User  # noqa: E402
from benchmarks.sim import season  # noqa: E402
from benchmarks.sim.people import Sitters, population  # noqa: E402
from games import tables  # noqa: E402
from tests.browser.pages import PLAYERS  # noqa: E402

MATCHES: Final = 64
APART: Final = timedelta(hours=9)


def main() -> None:
    if User.objects.filter(username=PLAYERS[0]).exists():
        return
    chance = random.Random("season")
    users = [User.objects.create_user(name, country="LB") for name in PLAYERS]
    people = population([user.pk for user in users], chance)
    clock = tables.CLOCKS[season.CLOCK]
    assert clock is not None
    began = timezone.now() - MATCHES * APART
    for _number in range(MATCHES):
        match_id = season.match_id_at(began, chance)
        seed = chance.randbytes(32)
        season.insert(match_id, seed, clock, began)
        north, east, south, west = chance.sample(people, 4)
        sitters = Sitters(match_id, seed, season.RULESET, clock, (north, east, south, west), ())
        season.play_and_append(sitters, began)
        began += APART
    season.count_all()


if __name__ == "__main__":
    main()
