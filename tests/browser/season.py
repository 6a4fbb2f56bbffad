"""`python -m tests.browser.season`: rated matches of some weeks in the site's database, for pages to show."""

import os
import random
from datetime import timedelta
from typing import Final
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
django.setup()

from django.utils import timezone  # noqa: E402  once Django's apps are loaded

from accounts.models import User  # noqa: E402
from benchmarks.sim import season  # noqa: E402
from benchmarks.sim.people import Sitters, population  # noqa: E402
from games import codec, results, tables  # noqa: E402

NAMES: Final = ("Layla", "Omar", "Samira", "Yusuf", "Nadia", "Karim", "Huda", "Rami", "سلمى", "Tarek")
MATCHES: Final = 64
APART: Final = timedelta(hours=9)


def main() -> None:
    chance = random.Random("season")
    users = [User.objects.create_user(name, country="LB") for name in NAMES]
    people = population([user.pk for user in users], chance)
    clock = tables.CLOCKS[season.CLOCK]
    assert clock is not None
    began = timezone.now() - MATCHES * APART
    for _number in range(MATCHES):
        milliseconds = codec.milliseconds(began)
        match_id = UUID(int=(milliseconds << 80) | (7 << 76) | (2 << 62) | chance.getrandbits(61))
        seed = chance.randbytes(32)
        season.insert(match_id, seed, clock, began)
        north, east, south, west = chance.sample(people, 4)
        sitters = Sitters(match_id, seed, season.RULESET, clock, (north, east, south, west), ())
        season.play_and_append(sitters, began)
        began += APART
    while results.count_due(timedelta(0)):
        pass


if __name__ == "__main__":
    main()
