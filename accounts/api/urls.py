"""Addresses of the calls about accounts, under /api/v1/."""

from django.urls import path

from accounts.api import moderation, social, views

urlpatterns = [
    path("accounts/", views.AccountsView.as_view(), name="accounts"),
    path("guests/", views.GuestsView.as_view(), name="guests"),
    path("session/", views.SessionView.as_view(), name="session"),
    path("tokens/", views.TokensView.as_view(), name="tokens"),
    path("tokens/<slug:token_id>/", views.TokenView.as_view(), name="token"),
    path("account/", views.AccountView.as_view(), name="account"),
    path("account/moderation/", moderation.ModerationView.as_view(), name="own-moderation"),
    path("account/notices/<uuid:notice_id>/seen/", moderation.SeenView.as_view(), name="notice-seen"),
    path("appeals/", moderation.AppealsView.as_view(), name="appeals"),
    path("players/<str:name>/follow/", social.FollowView.as_view(), name="follow"),
    path("players/<str:name>/block/", social.BlockView.as_view(), name="block"),
]
