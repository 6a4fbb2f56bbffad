"""Matches and reports in the admin, to be looked at only: the log is changed by playing and by nothing else.

Hidden cards leave on no path, so neither events nor the server's seed are shown here.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.models import Match, MatchSeat, Report


class ReadOnly:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = MatchSeat
    fields = ("seat", "player_kind", "player_id", "person", "forfeited", "reclaimable", "invited")


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    inlines = (SeatInline,)
    list_display = (
        "id",
        "status",
        "ruleset_id",
        "rated",
        "visibility",
        "seq",
        "host",
        "reason",
        "created_at",
    )
    list_filter = ("status", "ruleset_id", "rated", "visibility", "reason")
    search_fields = ("id", "seats__person__username")
    exclude = ("server_seed", "head_hash")
    date_hierarchy = "created_at"


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "reason", "player", "reporter", "page", "text")
    list_filter = ("reason",)
    list_select_related = ("player", "reporter")
    search_fields = ("player__username", "reporter__username", "match__id")
    fields = ("at", "reason", "player", "reporter", "page", "text")
    ordering = ("-at",)

    @admin.display(description=_("match"))
    def page(self, report: Report) -> str:
        """Where it was played, or can be read back."""
        if report.match_id is None:
            return ""
        return format_html('<a href="{}">{}</a>', reverse("table", args=[report.match_id]), report.match_id)
