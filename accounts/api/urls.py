"""Addresses of the calls about accounts, under /api/v1/."""

from django.urls import path

from accounts.api import social, views

urlpatterns = [
    path("accounts/", views.AccountsView.as_view(), name="accounts"),
    path("guests/", views.GuestsView.as_view(), name="guests"),
    path("session/", views.SessionView.as_view(), name="session"),
    path("tokens/", views.TokensView.as_view(), name="tokens"),
    path("tokens/<slug:token_id>/", views.TokenView.as_view(), name="token"),
    path("account/", views.AccountView.as_view(), name="account"),
    path("players/<str:name>/follow/", social.FollowView.as_view(), name="follow"),
    path("players/<str:name>/block/", social.BlockView.as_view(), name="block"),
]
