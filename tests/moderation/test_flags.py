"""Histories that are flagged, and those that look alike and must not be."""

from random import Random
from typing import Any

import pytest
from allauth.usersessions.models import UserSession

from accounts.models import ModerationAction, User
from games import tasks
from games.flags import leads, raising
from games.models import Flag, Pace
from tests.games.ranked import count, paired, play_out
from tests.moderation.conftest import Four, Moderator
from tests.moderation.histories import analysed, counted, left, paced, people, rated_match

pytestmark = pytest.mark.django_db


def raised() -> dict[tuple[str, str], Flag]:
    """By kind and player."""
    raising.raise_flags()
    return {(flag.kind, flag.person.username): flag for flag in Flag.objects.select_related("person")}


# Leaving.


def test_a_habit_of_leaving_is_flagged_once() -> None:
    four = people(4)
    matches = [rated_match(four, days_ago=day) for day in range(1, 13)]
    for match in matches[:5]:
        left(match, four[0])
    [(key, flag)] = raised().items()
    assert key == ("leaving", "someone-0")
    assert (flag.evidence["left"], flag.evidence["played"]) == (5, 12)
    assert flag.evidence["matches"][0] == str(matches[4].pk)
    left(matches[5], four[0])
    [(key, again)] = raised().items()
    assert (again.pk, again.evidence["left"]) == (flag.pk, 6)


@pytest.mark.parametrize(
    ("strikes", "matches", "days_ago"),
    [(4, 4, 1.0), (5, 21, 1.0), (8, 40, 1.0), (9, 9, 31.0)],
    ids=["few", "of many", "bad line", "long ago"],
)
def test_who_leaves_now_and_then_is_not(strikes: int, matches: int, days_ago: float) -> None:
    four = people(4)
    for number in range(matches):
        match = rated_match(four, days_ago)
        if number < strikes:
            left(match, four[0])
    assert raised() == {}


def test_what_a_moderator_has_judged_does_not_count_again(moderator: Moderator) -> None:
    four = people(4)
    for day in range(2, 9):
        left(rated_match(four, day), four[0])
    [flag] = raised().values()
    moderator.decide(four[0], "dismiss", flags=[str(flag.pk)])
    assert Flag.objects.get().answer == ModerationAction.objects.get()
    raising.raise_flags()
    assert Flag.objects.count() == 1
    for _time in range(5):
        left(rated_match(four, days_ago=-1), four[0])  # after the answer
    raising.raise_flags()
    assert Flag.objects.get(answer=None).evidence["left"] == 5


# Stalling.


def play_at_pace(person: User, matches: int, **turns: int) -> None:
    others = people(3, f"of-{person.username}")
    for _match in range(matches):
        paced(rated_match([person, *others]), person, **turns)


def test_who_stalls_when_behind_is_flagged() -> None:
    [staller] = people(1)
    play_at_pace(staller, 5, behind=40, behind_slow=24, level=40, level_slow=4)
    [(key, flag)] = raised().items()
    assert key == ("stalling", "someone-0")
    assert (
        flag.evidence.items() >= {"behind": 200, "behind_slow": 120, "level": 200, "level_slow": 20}.items()
    )
    assert len(flag.evidence["matches"]) == 5


@pytest.mark.parametrize(
    ("matches", "turns"),
    [
        (10, {"behind": 40, "behind_slow": 30, "level": 40, "level_slow": 28}),
        (10, {"behind": 40, "behind_slow": 8, "level": 40, "level_slow": 1}),
        (2, {"behind": 90, "behind_slow": 80, "level": 90, "level_slow": 0}),
        (6, {"behind": 10, "behind_slow": 9, "level": 90, "level_slow": 0}),
    ],
    ids=["slow always", "thinks harder when behind", "two matches", "rarely behind"],
)
def test_who_is_slow_otherwise_is_not(matches: int, turns: dict[str, int]) -> None:
    [person] = people(1)
    play_at_pace(person, matches, **turns)
    assert raised() == {}


def test_the_pace_of_a_real_match_is_measured_once(four: Four, settings: Any) -> None:
    settings.EMAIL_CONFIRMATION = "optional"
    match, _seats = paired(four)
    play_out(match, "NS")
    count()
    tasks.raise_flags()
    tasks.raise_flags()
    paces = list(Pace.objects.all())
    assert [str(pace.match_id) for pace in paces] == [match] * 4
    assert sum(pace.behind + pace.level for pace in paces) > 52
    assert not any(pace.behind_slow or pace.level_slow for pace in paces)
    assert not Flag.objects.exists()


# Partners who know too much.


def honest(random: Random) -> list[tuple[str, float, float]]:
    """Mistakes show on both layouts; what was right by what one knew is sometimes wrong on the real one."""
    cards = []
    for seat in "NS" * 10:
        lost = random.choice([0.0] * 8 + [0.5, 1.0])
        cards.append((seat, lost, lost + random.choice([0.0] * 6 + [1.0, 2.0])))
    return cards


def peeking(random: Random) -> list[tuple[str, float, float]]:
    """What looks like a mistake turns out right."""
    return [
        (seat, random.choice([0.0] * 8 + [0.5, 1.0]), random.choice([0.0] * 19 + [1.0])) for seat in "NS" * 10
    ]


def play_together(deal: Any, matches: int, deals: int, seed: int = 7) -> None:
    four, random = people(4), Random(seed)
    for _match in range(matches):
        match = rated_match(four)
        counted(match, four, winner=0 if random.random() < 0.5 else 1, points=0.1)
        analysed(match, [[*deal(random), ("E", 5.0, 0.0)] for _deal in range(deals)])


def test_partners_who_see_the_cards_are_flagged() -> None:
    play_together(peeking, matches=10, deals=10)
    flags = raised()
    assert flags.keys() == {("leads", "someone-0"), ("leads", "someone-2")}
    flag = flags["leads", "someone-0"]
    assert flag.other == User.objects.get(username="someone-2")
    assert flag.evidence["deals"] == 100
    assert flag.evidence["standard_errors"] >= leads.ERRORS
    assert flag.evidence["same_address"] is False


@pytest.mark.parametrize("seed", range(5))
def test_honest_partners_are_not(seed: int) -> None:
    play_together(honest, matches=10, deals=10, seed=seed)
    assert raised() == {}


def test_what_was_judged_of_one_partner_is_judged_of_both(moderator: Moderator) -> None:
    play_together(peeking, matches=10, deals=10)
    flag = raised()["leads", "someone-0"]
    moderator.decide(flag.person, "dismiss", flags=[str(flag.pk)])
    Flag.objects.filter(answer=None).delete()
    raising.raise_flags()
    assert Flag.objects.get() == flag


def test_a_few_lucky_deals_are_not() -> None:
    play_together(peeking, matches=5, deals=11)
    assert raised() == {}
    assert leads.excess([1.0] * 30) == 0.0


def test_luck_that_evens_out_is_not() -> None:
    random = Random(3)
    assert leads.excess([random.gauss(0, 2) for _deal in range(2000)]) < leads.ERRORS
    assert leads.excess([random.gauss(1, 2) for _deal in range(2000)]) > leads.ERRORS


# Farming.


def meet(matches: int, lost: int = 0, others: int = 0, points: float = 1.0) -> list[User]:
    """N against E so many times, among ever new people, and N so often without E."""
    one, other = people(2, "rival")
    for number in range(matches + others):
        partner, third, fourth = people(3, f"crowd-{number}")
        opponent = other if number < matches else fourth
        four = [one, opponent, partner, third]
        counted(rated_match(four), four, winner=1 if number < lost else 0, points=points)
    return [one, other]


def test_a_farm_is_flagged() -> None:
    for user in meet(matches=12, lost=1):
        UserSession.objects.create(user=user, ip="192.0.2.7", session_key=user.username, user_agent="x")
    [(key, flag)] = raised().items()
    assert key == ("farming", "rival-0")
    assert flag.other == User.objects.get(username="rival-1")
    assert flag.evidence["same_address"] is True
    assert "192.0.2.7" not in str(flag.evidence)
    assert (flag.evidence["meetings"], flag.evidence["won"], flag.evidence["rating_gained"]) == (12, 11, 300)


@pytest.mark.parametrize(
    "history",
    [
        {"matches": 20, "lost": 6},
        {"matches": 9},
        {"matches": 12, "others": 30},
        {"matches": 12, "points": 0.1},
    ],
    ids=["rivals", "few meetings", "one of many opponents", "nothing gained"],
)
def test_who_meets_often_otherwise_is_not(history: dict[str, Any]) -> None:
    meet(**history)
    assert raised() == {}


def test_one_finder_that_fails_is_not_the_end_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people(4)
    for day in range(1, 7):
        left(rated_match(four, day), four[0])
    monkeypatch.setitem(raising.FINDERS, Flag.Kind.STALLING, lambda: 1 / 0)
    assert raised().keys() == {("leaving", "someone-0")}


def test_no_flag_does_anything_by_itself() -> None:
    meet(matches=12)
    raised()
    assert not ModerationAction.objects.exists()
    assert not User.objects.exclude(banned_until=None, muted_until=None, unranked_until=None).exists()
