"""The audit log, to be read, and appeals, to be answered once."""

from typing import TypeVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import appeals, standing
from accounts.admin.readonly import ReadOnly
from accounts.models import Appeal, ModerationAction, User

MAX_LENGTH = ModerationAction.MAX_LENGTH
Row = TypeVar("Row", bound=Model)


class WordsForm(forms.Form):
    """What goes with everything that a moderator does."""

    note = forms.CharField(
        label=gettext_lazy("Note, for moderators"),
        max_length=MAX_LENGTH,
        widget=forms.Textarea({"rows": 2, "dir": "auto"}),
    )
    message = forms.CharField(
        label=gettext_lazy("Message, for the player"),
        max_length=MAX_LENGTH,
        required=False,
        widget=forms.Textarea({"rows": 2, "dir": "auto"}),
    )


def found(rows: "QuerySet[Row]", pk: str) -> Row:
    """The row of an address or a form. Raises Http404, also for what is no id."""
    try:
        return get_object_or_404(rows, pk=pk)
    except ValidationError:
        raise Http404 from None


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "kind", "person", "by", "reason", "until", "note")
    list_filter = ("kind", "reason")
    list_select_related = ("person", "by")
    search_fields = ("person__username", "by__username", "note")
    fields = ("at", "kind", "person", "by", "reason", "until", "about", "note", "message")
    ordering = ("-at",)
    date_hierarchy = "at"


@admin.register(Appeal)
class AppealAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Open ones first, the longest waiting before the others."""

    list_display = ("at", "action", "action_by", "text", "answer")
    list_select_related = ("action__person", "action__by", "answer__person")
    search_fields = ("action__person__username",)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Appeal]":
        return super().get_queryset(request).order_by(F("answer").asc(nulls_first=True), "at")

    @admin.display(description=gettext_lazy("moderator"))
    def action_by(self, appeal: Appeal) -> User:
        return appeal.action.by

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Appeal | None = None) -> bool:
        return False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        rows = Appeal.objects.select_related("action__person", "action__by", "answer__by")
        appeal = found(rows, object_id)
        if not self.has_view_permission(request, appeal):
            raise PermissionDenied
        form = WordsForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            if not self.has_change_permission(request, appeal):
                raise PermissionDenied
            _answer(request, appeal, form)
            return redirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Appeal"),
            "opts": self.opts,
            "appeal": appeal,
            "form": form,
            "may_answer": appeal.answer is None and self.has_change_permission(request, appeal),
        }
        return TemplateResponse(request, "admin/accounts/answer_appeal.html", context)


def _answer(request: HttpRequest, appeal: Appeal, form: WordsForm) -> None:
    assert isinstance(request.user, User)
    accepts = request.POST.get("answer") == "accept"
    try:
        appeals.answer(request.user, appeal, accepts, **form.cleaned_data)
        messages.success(request, _("The appeal is answered."))
    except appeals.AlreadyAnswered:
        messages.error(request, _("Another moderator has answered it meanwhile."))
    except standing.NotTheirs:
        messages.error(request, _("This is not yours to do: it is about you, or about staff."))
