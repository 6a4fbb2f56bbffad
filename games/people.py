"""Pages about people: profiles, ladders, one's own matches."""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from games import lists, profiles, ruletexts
from games.contract.people import PlayFigures, Standing
from games.matchfilter import MatchFilter
from games.models import Match
from games.ratings import standing
from games.ratings.standing import BOTS_PREFIX, PAIR_PREFIX

RECENT: Final = 10
LADDER_PAGE: Final = 50
MATCHES_PAGE: Final = 30
BEST: Final = 5


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player; whoever is gone has no page."""
    try:
        person = User.objects.present(name)
    except User.DoesNotExist:
        raise Http404 from None
    if name != person.username:
        return redirect("profile", person.username)
    me = request.user if isinstance(request.user, User) else None
    shown = profiles.profile_of(person, me)
    rows = lists.matches(me.pk if me else None).filter(seats__person=person)
    recent = profiles.with_lines(rows.exclude(status=Match.Status.OPEN), person.pk)[:RECENT]
    context = {
        "person": person,
        "me": me,
        "shown": shown,
        "ratings": _ratings(shown["ratings"]),
        "statistics": _statistics(shown["statistics"]),
        "lines": [profiles.line_of(match, person.pk) for match in recent],
    }
    return render(request, "games/profile.html", context)


def _ratings(ratings: Mapping[str, Standing]) -> list[tuple[str, str, Standing]]:
    """Ladder, name, rating: the one played most comes first."""
    most = sorted(ratings.items(), key=lambda each: -each[1]["matches"])
    return [(ladder, ruletexts.ladder_name(ladder), rating) for ladder, rating in most]


def _statistics(statistics: Mapping[str, PlayFigures]) -> list[tuple[str, PlayFigures]]:
    most = sorted(statistics.items(), key=lambda each: -each[1]["matches"])
    return [(ruletexts.preset_name(preset), figures) for preset, figures in most]


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """The best of each ladder that is open."""
    ladders = [
        prefix + preset for prefix in ("", PAIR_PREFIX, BOTS_PREFIX) for preset in settings.RANKED_RULESETS
    ]
    boards = [
        {
            "ladder": ladder,
            "name": ruletexts.ladder_name(ladder),
            "lines": list(map(profiles.listed_standing, standing.leaderboard(ladder)[:BEST])),
        }
        for ladder in ladders
    ]
    return render(request, "games/leaderboards.html", {"boards": boards})


@require_safe
def leaderboard(request: HttpRequest, ladder: str) -> HttpResponse:
    """One ladder, page by page."""
    if ladder not in standing.LADDERS:
        raise Http404
    page = _page(request, standing.leaderboard(ladder), LADDER_PAGE)
    context = {
        "name": ruletexts.ladder_name(ladder),
        "page": page,
        "lines": list(map(profiles.listed_standing, page)),
    }
    return render(request, "games/leaderboard.html", context)


@require_safe
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """All of one's own, also a guest's, as far as the query asks for them."""
    assert isinstance(request.user, User)
    me = request.user.pk
    asked = MatchFilter(request.GET, label_suffix="")
    page = _page(request, profiles.with_lines(asked.narrowed(lists.matches_of(me), me), me), MATCHES_PAGE)
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "asked": asked,
        "page": page,
        "query": query.urlencode(),
        "lines": [profiles.line_of(match, me) for match in page],
    }
    return render(request, "games/my_matches.html", context)


def _page(request: HttpRequest, rows: QuerySet[Any], size: int) -> Page[Any]:
    """The page that the query asks for, the nearest there is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
