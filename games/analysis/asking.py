"""Who may ask for an analysis, and what there is of it."""

from typing import Any, Final, cast
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import queries, states, store
from games.analysis import judge
from games.codec import Data
from games.contract import analysis as contract
from games.drivers import run, run_one
from games.errors import Invalid, NotFinished
from games.models import Analysis, DealScore, Match

# How a deal ends. One that the match's end has cut short is not judged.
DEAL_ENDS: Final = ("deal_scored", "deal_passed_out")


def ask(match_id: UUID, person: UUID) -> bool:
    """Have a finished match analysed before those that nobody waits for; whether that is news.

    Asking again changes nothing, unless the analysis failed or the method is newer. Two at once do no
    harm: there is one row. Raises Forbidden, Invalid, NoSuchMatch, NotFinished.
    """
    _admit(match_id, person)
    if not DealScore.objects.filter(match=match_id).exists():
        raise Invalid("match", "no deal was scored")
    with transaction.atomic():
        rows = Analysis.objects.select_for_update(no_key=True)
        row, is_new = rows.get_or_create(match_id=match_id, defaults=_fresh(match_id, asked_for=True))
        if is_new:
            return True
        failed = row.status == Analysis.Status.FAILED
        outdated = row.status == Analysis.Status.DONE and row.version < judge.VERSION
        changes = _fresh(match_id, asked_for=True) if failed or outdated else {"asked_for": True}
        Analysis.objects.filter(pk=row.pk).update(**changes)
        return failed or outdated


def ask_for_rated(match: Match) -> None:
    """A rated match is analysed by and by, if a deal of it was scored. Repeatable."""
    if match.rated and match.deal_scores.exists():
        Analysis.objects.get_or_create(match=match, defaults=_fresh(match.pk, asked_for=False))


def _fresh(match_id: UUID, *, asked_for: bool) -> dict[str, Any]:
    return {
        "status": Analysis.Status.WAITING,
        "why": "",
        "version": judge.VERSION,
        "layouts": judge.LAYOUTS,
        "asked_for": asked_for,
        "due": timezone.now(),
        "tries": 0,
        "deals_to_do": ended_deals(match_id),
        "summary": None,
        "started_at": None,
        "finished_at": None,
    }


def ended_deals(match_id: UUID) -> int:
    """How many deals of a finished match were scored or passed out."""
    return len(run_one(store.read_types(match_id, states.match_of(match_id).seq, DEAL_ENDS)))


def body(match_id: UUID, person: UUID | None) -> contract.Analysis:
    """The body of GET `matches/{id}/analysis/`. Raises Forbidden, NoSuchMatch, NotFinished."""
    _admit(match_id, person)
    row = Analysis.objects.filter(match=match_id).first()
    if row is None:
        return _nothing(match_id)
    deals = list(row.deals.filter(version=row.version).order_by("deal").values_list("data", flat=True))
    summary: Data = row.summary or {"accuracy": None, "turning_points": []}
    found: contract.Analysis = {
        "status": cast(contract.AnalysisStatus, row.status),
        "done": len(deals),
        "of": row.deals_to_do,
        "layouts": row.layouts,
        "version": row.version,
        "accuracy": summary["accuracy"],
        "turning_points": summary["turning_points"],
        "deals": deals,
    }
    if row.why:
        found["why"] = cast(contract.Failure, row.why)
    return found


def _nothing(match_id: UUID) -> contract.Analysis:
    return {
        "status": "none",
        "done": 0,
        "of": ended_deals(match_id),
        "layouts": judge.LAYOUTS,
        "version": judge.VERSION,
        "accuracy": None,
        "turning_points": [],
        "deals": [],
    }


def _admit(match_id: UUID, person: UUID | None) -> None:
    """An analysis is as public as its match, and tells of all hands: there is none before the end."""
    run(queries.admitting(match_id, person, 0))
    if states.match_of(match_id).status != Match.Status.FINISHED:
        raise NotFinished("match")
