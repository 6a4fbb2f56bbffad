"""Pages: the server renders what stands still; what moves, the scripts get from the public contract."""

import json
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from accounts import second_factor
from accounts.models import Scope, User
from games import botlevels, examples, lists, rulesets, ruletexts
from games.contract.bodies import ListedSeat
from games.models import Match
from games.problems import answering, choosing
from games.rules.ruleset import PRESETS
from games.tables import DEFAULT_CLOCK

WORDS_LAST_SECONDS = 300
# The most common rules: both sides score.
LESSON = "levant-41"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The lobby: how to begin, what is open or being played, one's own matches."""
    context = {
        "presets": rulesets.described(),
        "preset_names": _preset_names(),
        "default_preset": settings.RANKED_RULESETS[0],
        "clocks": ruletexts.clocks(),
        "default_clock": DEFAULT_CLOCK,
        "levels": botlevels.described(),
        "default_level": botlevels.DEFAULT,
        "me": _me(request),
    }
    return render(request, "games/home.html", context)


@require_safe
def table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The page of a match: its table, or once it has ended its replay. Whether one may look, the API says."""
    match = get_object_or_404(Match.objects.only("status"), pk=match_id)
    context = {"match_id": match_id, "me": _me(request)}
    if match.status != Match.Status.FINISHED:
        levels = {"levels": json.dumps(botlevels.described()), "default_level": botlevels.DEFAULT}
        return render(request, "games/table.html", context | levels)
    return render(request, "games/replay.html", context | {"heading": _heading(match_id)})


def _heading(match_id: UUID) -> str:
    """Who played and the score, of a match that lists show to anybody."""
    match = lists.matches(None).filter(pk=match_id).first()
    if match is None:
        return ""
    seats, score = lists.listed_match(match)["seats"], f"{match.score_ns} : {match.score_ew}"
    return f"{_names(seats['N'], seats['S'])} {score} {_names(seats['E'], seats['W'])}"


def _names(*seats: ListedSeat | None) -> str:
    players = [seat["player"] for seat in seats if seat]
    return ", ".join(player["name"] if player["kind"] == "human" else _("Bot") for player in players)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How Tarneeb is played, and what each preset settles."""
    return render(request, "games/rules.html", {"presets": ruletexts.presets()} | examples.shown())


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """The first lesson, which ends at a table."""
    deals = examples.made_and_set(PRESETS[LESSON])
    context = {"deals": deals, "ruleset": LESSON, "me": _me(request)}
    return render(request, "games/learn.html", context | examples.shown())


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The matches that are being played, the best first."""
    return render(request, "games/watch.html", {"preset_names": _preset_names()})


@require_safe
def problem(request: HttpRequest, problem_id: str = "") -> HttpResponse:
    """A Tarneeb problem: the day's, or the one that the address names."""
    named = choosing.named(problem_id) if problem_id else None
    if problem_id and named is None:
        raise Http404
    if named and named.pk != problem_id:
        return redirect("problem", named.pk)
    me = _me(request)
    context = {
        "problem_id": problem_id,
        "rating": answering.rating_of(me) if me else None,
        "preset_names": _preset_names(),
    }
    return render(request, "games/problem.html", context)


@require_safe
def developers(request: HttpRequest) -> HttpResponse:
    """What programs can do here, and one's own tokens for them."""
    me = _me(request)
    context = {
        "me": None if me is None or me.is_guest else me,
        "api": request.build_absolute_uri("/api/v1"),
        "scopes": json.dumps({scope.value: str(scope.label) for scope in Scope}),
        "has_factor": me is not None and second_factor.is_set_up(me),
    }
    return render(request, "games/developers.html", context)


def _preset_names() -> str:
    return json.dumps({preset["id"]: preset["name"] for preset in rulesets.described()})


def _me(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


class Words(JavaScriptCatalog):
    """The scripts' own catalogue, at an address per language, so that it may be kept."""

    domain = "djangojs"
    packages = ["games"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if kwargs["language"] not in dict(settings.LANGUAGES):
            raise Http404
        with override(kwargs["language"]):
            response = super().get(request)
        patch_cache_control(response, public=True, max_age=WORDS_LAST_SECONDS)
        return response
