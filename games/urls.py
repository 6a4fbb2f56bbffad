"""Addresses of the pages about matches and people."""

from django.urls import path

from games import people, views

# Each has an address in every language.
translated = [
    path("", views.home, name="home"),
    path("developers/", views.developers, name="developers"),
    path("leaderboards/", people.leaderboards, name="leaderboards"),
    path("leaderboards/<str:ladder>/", people.leaderboard, name="ladder"),
    path("learn/", views.learn, name="learn"),
    path("players/<str:name>/", people.profile, name="profile"),
    path("problems/", views.problem, name="problems"),
    path("problems/<str:problem_id>/", views.problem, name="problem"),
    path("rules/", views.rules, name="rules"),
    path("watch/", views.watch, name="watch"),
]
urlpatterns = [
    path("matches/", people.my_matches, name="my-matches"),
    path("matches/<uuid:match_id>/", views.table, name="table"),
    path("words/<str:language>.js", views.Words.as_view(), name="words"),
]
