"""Reports and flags in the admin, to be read: they are answered in their player's case."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin.readonly import ReadOnly
from games import moderation
from games.models import Flag, Report


class OpenFilter(admin.SimpleListFilter):
    title = _("open")
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("yes", _("open")), ("no", _("answered"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        return queryset.filter(answer__isnull=self.value() == "yes") if self.value() else queryset


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "reason", "case", "reporter", "page", "text", "answer")
    list_filter = (OpenFilter, "reason")
    list_select_related = ("player", "reporter", "match", "answer__person")
    search_fields = ("player__username", "reporter__username", "match__id")
    fields = ("at", "reason", "case", "reporter", "page", "text", "answer")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Report]":
        return super().get_queryset(request).order_by(F("answer__at").desc(nulls_first=True), "at")

    @admin.display(description=_("player"))
    def case(self, report: Report) -> str:
        return case_link(report.player_id, report.player.username)

    @admin.display(description=_("match"))
    def page(self, report: Report) -> str:
        """Where it was played, or can be read back from the moment that is meant."""
        if report.match is None:
            return ""
        return format_html('<a href="{}">{}</a>', moderation.moment_address(report), report.match_id)


@admin.register(Flag)
class FlagAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "kind", "case", "other", "answer")
    list_filter = (OpenFilter, "kind")
    list_select_related = ("person", "other", "answer__person")
    search_fields = ("person__username", "other__username")
    fields = ("at", "kind", "case", "other", "evidence", "answer")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Flag]":
        return super().get_queryset(request).order_by(F("answer__at").desc(nulls_first=True), "at")

    @admin.display(description=_("player"))
    def case(self, flag: Flag) -> str:
        return case_link(flag.person_id, flag.person.username)


def case_link(person: UUID, name: str) -> str:
    address = reverse("admin:games_case_change", args=[person])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', address, name)
