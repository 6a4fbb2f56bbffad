"""The presets as people read them: names and descriptions."""

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import codec
from games.contract.bodies import Preset
from games.rules.ruleset import PRESETS

TEXTS: dict[str, tuple[Promise, Promise]] = {
    "cardems": (
        _("Cardems"),
        _("Clockwise, to 31. After three passes the last seat plays 7; defenders score when the bid is set."),
    ),
    "cardems-es": (
        _("Cardems, Spanish rules"),
        _("To 31. After three passes the dealer must bid; defenders never score; 13 decides the match."),
    ),
    "levant-31": (_("Levant 31"), _("Both sides score what they take. To 31.")),
    "levant-41": (_("Levant 41"), _("Both sides score what they take; all 13 tricks score 16. To 41.")),
    "levant-61": (_("Levant 61"), _("Both sides score what they take. The long match, to 61.")),
    "levant-41-double": (
        _("Levant 41, double bonus"),
        _("Levant 41, but all 13 tricks score twice the bid."),
    ),
    "levant-41-sol": (_("Levant 41 with no trump"), _("Levant 41 with bids at no trump (Sol).")),
    "saudi-41": (_("Saudi 41"), _("Levant 41; defenders who take all 13 tricks score 16 too.")),
    "kaboot-41": (
        _("Kaboot 41"),
        _("Defenders score only when the bid is set. A bid of 13 scores 26, or loses 16. To 41."),
    ),
    "kaboot-31": (_("Kaboot 31"), _("Kaboot 41, to 31.")),
    "points-400": (_("Tarneeb 400"), _("Bids, contract and score are card points, 120 a deal. To 400.")),
}


def described() -> list[Preset]:
    """Every preset: its fields, its name and description in the language of the request."""
    return [
        {
            **codec.ruleset_data(preset),
            "name": str(TEXTS[name][0]),
            "description": str(TEXTS[name][1]),
            "ranked": name in settings.RANKED_RULESETS,
        }
        for name, preset in PRESETS.items()
    ]
