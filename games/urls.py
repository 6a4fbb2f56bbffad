"""Addresses of the pages about matches."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("matches/<uuid:match_id>/", views.table, name="table"),
    path("learn/", views.learn, name="learn"),
    path("rules/", views.rules, name="rules"),
    path("words/<str:language>.js", views.Words.as_view(), name="words"),
]
