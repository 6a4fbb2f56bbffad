"""Addresses of OAuth 2."""

from django.urls import path

from accounts.oauth import views

urlpatterns = [
    path(".well-known/oauth-authorization-server", views.metadata, name="oauth_metadata"),
    path("oauth/authorize/", views.AuthorizeView.as_view(), name="oauth_authorize"),
    path("oauth/token/", views.token, name="oauth_token"),
    path("oauth/revoke/", views.revoke, name="oauth_revoke"),
    path("account/applications/", views.ApplicationsView.as_view(), name="oauth_applications"),
    path("account/applications/<slug:application_id>/delete/", views.delete_application, name="oauth_delete"),
    path("account/grants/<uuid:grant_id>/withdraw/", views.withdraw, name="oauth_withdraw"),
]
