"""What a rule set settles, as sentences for people (rules.md, "What a rule set fixes")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games import examples, rulesets
from games.codec import Data
from games.ratings.standing import BOTS_PREFIX, PAIR_PREFIX
from games.rules.ruleset import PRESETS, RuleSet


def presets() -> list[Data]:
    """Every preset with its name, description, sentences and scored examples."""
    described = zip(rulesets.described(), PRESETS.values(), strict=True)
    return [{**body, **_explained(preset)} for body, preset in described]


def _explained(rules: RuleSet) -> Data:
    return {"sentences": list(sentences(rules)), "examples": list(examples.deals(rules))}


def preset_name(ruleset: str | None) -> str:
    """What people call a rule set; those without a name of their own are somebody's."""
    return str(rulesets.TEXTS[ruleset][0]) if ruleset in rulesets.TEXTS else _("Own rules")


def ladder_name(ladder: str) -> str:
    """What people call a ladder."""
    name = preset_name(ladder.removeprefix(PAIR_PREFIX).removeprefix(BOTS_PREFIX))
    if ladder.startswith(BOTS_PREFIX):
        return _("%(rules)s, bots") % {"rules": name}
    return _("%(rules)s, pairs") % {"rules": name} if ladder.startswith(PAIR_PREFIX) else name


def clocks() -> list[tuple[str, str]]:
    """The clocks by which people play, each with its seconds a turn and in the bank."""
    return [
        ("blitz", _("Fast: 10 s + 30 s")),
        ("normal", _("Normal: 20 s + 90 s")),
        ("slow", _("Slow: 60 s + 5 min")),
    ]


def sentences(rules: RuleSet) -> Iterator[str]:
    """What is particular to these rules, one thing a sentence."""
    yield _direction(rules)
    yield _auction(rules)
    yield _all_pass(rules)
    yield _defenders(rules)
    yield from _slam(rules)
    yield from _thirteen(rules)
    yield _ending(rules)


def _direction(rules: RuleSet) -> str:
    if rules.direction == "clockwise":
        return _("Play goes clockwise: the next player sits on your left.")
    return _("Play goes counterclockwise: the next player sits on your right.")


def _auction(rules: RuleSet) -> str:
    low, high = rules.bids[0], rules.bids[-1]
    if rules.unit == "card_points":
        return _("Bids go from %(low)d to %(high)d card points: ace 11, ten 10, king 4, queen 3, jack 2.") % {
            "low": low,
            "high": high,
        }
    if rules.no_trump:
        return _(
            "Bids go from %(low)d to %(high)d tricks; a bid at no trump outranks the same with a trump."
        ) % {"low": low, "high": high}
    return _("Bids go from %(low)d to %(high)d tricks.") % {"low": low, "high": high}


def _all_pass(rules: RuleSet) -> str:
    if rules.all_pass == "redeal":
        return _("When all four pass, the next dealer deals again.")
    if rules.forced_may_raise:
        return _("After three passes the last player must bid.")
    return _("After three passes the last player has the lowest bid.")


def _defenders(rules: RuleSet) -> str:
    match rules.defenders_when_made, rules.defenders_when_set:
        case "own", "own":
            return _("The declarer's side scores what it took, or loses its bid; the defenders always score.")
        case "zero", "own":
            return _(
                "The declarer's side scores what it took, or loses its bid; only then the defenders score."
            )
        case "zero", "zero":
            return _("The declarer's side scores what it took, or loses its bid; the defenders never score.")
    return _("The defenders score only when the bid is made.")


def _slam(rules: RuleSet) -> Iterator[str]:
    if rules.slam == "16":
        yield _("All 13 tricks score 16.")
    if rules.slam == "double_bid":
        yield _("All 13 tricks score twice the bid.")
    if rules.slam_sides == "either":
        yield _("Defenders who take all 13 tricks score 16 too.")


def _thirteen(rules: RuleSet) -> Iterator[str]:
    if rules.bid13 == "wins_match":
        yield _("A bid of 13 decides the match: made it wins, set it loses.")
    if rules.bid13 == "kaboot":
        yield _("Kaboot: a bid of 13 made scores 26; set it loses 16, and the defenders score double.")


def _ending(rules: RuleSet) -> str:
    target = {"target": rules.target}
    match rules.ending:
        case "sole":
            return (
                _("The match ends when exactly one side has %(target)d points or more; that side wins.")
                % target
            )
        case "higher":
            return (
                _("The match ends when a side has %(target)d points or more; the higher score wins.") % target
            )
    return _("The first side with %(target)d points wins.") % target
