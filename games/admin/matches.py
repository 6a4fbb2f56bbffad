"""Matches in the admin, to be looked at only: the log is changed by playing and by nothing else.

Hidden cards leave on no path, so neither events nor the server's seed are shown here.
"""

from django.contrib import admin

from accounts.admin.readonly import ReadOnly
from games.models import Match, MatchSeat


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
