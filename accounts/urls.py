"""Addresses of the account's pages that are ours rather than allauth's."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("account/moderation/", views.moderation, name="own_moderation"),
    path("account/appeal/<str:key>/", views.appeal, name="appeal"),
    path("account/notices/<uuid:notice_id>/seen/", views.seen, name="notice_seen"),
]
