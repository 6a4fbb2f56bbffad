"""Addresses of the pages about matches."""

from django.urls import path

from games import views

# Each has an address in every language.
translated = [
    path("", views.home, name="home"),
    path("learn/", views.learn, name="learn"),
    path("rules/", views.rules, name="rules"),
]
urlpatterns = [
    path("matches/<uuid:match_id>/", views.table, name="table"),
    path("words/<str:language>.js", views.Words.as_view(), name="words"),
]
