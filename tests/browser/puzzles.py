"""Problems for pages to show, and one for today: from a match that bots played.

`python -m tests.browser.puzzles` makes them in the database of the site in `TARNEEB_VAR`, once. What is best
the judge is told: a solver would take minutes.
"""

import os
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
django.setup()

from games import play, tables, turns  # noqa: E402  once Django's apps are loaded
from games.models import Match, Problem  # noqa: E402
from games.problems import choosing, making  # noqa: E402
from games.rules.commands import Sitting  # noqa: E402
from games.rules.ruleset import PRESETS  # noqa: E402
from games.rules.seats import SEATS  # noqa: E402
from tests.problems.judges import Told, last_by  # noqa: E402

LEAD: Final = 2.5
SEED: Final = "browser"


def main() -> None:
    if Problem.objects.exists():
        return
    sittings = [Sitting(seat, tables.bot_player("easy")) for seat in SEATS]
    match_id = play.create(PRESETS["levant-31"], None, "public", sittings, host=None, invited={})
    while Match.objects.get(pk=match_id).status != Match.Status.FINISHED:
        turns.take_bot_turns(match_id, Match.objects.get(pk=match_id).seq)
    making.put_down(match_id)
    assert making.search(match_id, Told(last_by(LEAD)), SEED)
    choosing.fix_daily()


if __name__ == "__main__":
    main()
