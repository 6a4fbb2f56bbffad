"""Pages of moderation for the person whom it is about, also for who is banned and cannot sign in."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import appeals, notices
from accounts.api.throttling import admits_appeal
from accounts.models import Appeal, ModerationAction, User


class AppealForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("What do you say to it?"),
        max_length=Appeal.MAX_LENGTH,
        widget=forms.Textarea({"rows": 4, "dir": "auto"}),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def moderation(request: HttpRequest) -> HttpResponse:
    """What was done about oneself; a POST appeals against one of it."""
    person = request.user
    assert isinstance(person, User)
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            action = appeals.action_about(person, UUID(request.POST.get("action", "")))
        except (appeals.NoSuchAction, ValueError):
            raise Http404 from None
        _appeal(request, action, form)
        return redirect("own_moderation")
    actions = [(action, notices.entry(action)) for action in notices.actions_about(person)]
    return render(request, "account/moderation.html", {"actions": actions, "form": form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, key: str) -> HttpResponse:
    """Of who is banned, by the key that the page after the password gave."""
    try:
        action = appeals.action_of(key)
    except appeals.NoSuchAction:
        raise Http404 from None
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _appeal(request, action, form)
        return redirect("appeal", key)
    return banned(request, action, form)


def banned(request: HttpRequest, action: ModerationAction, form: AppealForm | None = None) -> HttpResponse:
    """The page for who has signed in to a banned account: why, until when, and how to appeal."""
    entry = notices.entry(action)
    context = {"action": action, "entry": entry, "key": appeals.key_of(action), "form": form or AppealForm()}
    return render(request, "account/banned.html", context, status=403)


def _appeal(request: HttpRequest, action: ModerationAction, form: AppealForm) -> None:
    if not admits_appeal(request):
        messages.error(request, _("Too many requests. Wait a little."))
        return
    try:
        appeals.appeal(action, form.cleaned_data["text"])
        messages.success(request, _("A moderator will read your appeal."))
    except appeals.AlreadyAppealed:
        messages.error(request, _("You have appealed against this before."))
    except appeals.NoSuchAction:
        messages.error(request, _("This has been taken back."))


@require_POST
@login_required
def seen(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """A notice has been read: back to the page where it stood."""
    assert isinstance(request.user, User)
    if not notices.see(request.user, notice_id):
        raise Http404
    return redirect("own_moderation")
