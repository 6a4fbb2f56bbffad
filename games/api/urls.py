"""Addresses of the calls about matches, under /api/v1/."""

from django.urls import path

from games.api import analysis, players, schema, seeks, streams, talk, views

urlpatterns = [
    path("account/export/", views.OwnDataView.as_view(), name="own-data"),
    path("account/playing/", views.PlayingView.as_view(), name="playing"),
    path("leaderboards/<str:ladder>/", players.LeaderboardView.as_view(), name="leaderboard"),
    path("players/<str:name>/", players.PlayerView.as_view(), name="player"),
    path("players/<str:name>/matches/", players.PlayerMatchesView.as_view(), name="player-matches"),
    path("players/<str:name>/matches/export/", streams.PlayerExportView.as_view(), name="player-export"),
    path("players/<str:name>/rating-history/", players.RatingHistoryView.as_view(), name="rating-history"),
    path("rulesets/", views.RuleSetsView.as_view(), name="rulesets"),
    path("matches/", views.MatchesView.as_view(), name="matches"),
    path("matches/<uuid:match_id>/", views.MatchView.as_view(), name="match"),
    path("matches/<uuid:match_id>/actions/", views.ActionsView.as_view(), name="actions"),
    path("matches/<uuid:match_id>/analysis/", analysis.AnalysisView.as_view(), name="analysis"),
    path("matches/<uuid:match_id>/events/", views.EventsView.as_view(), name="events"),
    path("matches/<uuid:match_id>/export/", views.ExportView.as_view(), name="export"),
    path("matches/<uuid:match_id>/fairness/", views.FairnessView.as_view(), name="fairness"),
    path("matches/<uuid:match_id>/fill/", views.FillView.as_view(), name="fill"),
    path("matches/<uuid:match_id>/join/", views.JoinView.as_view(), name="join"),
    path("matches/<uuid:match_id>/kick/", views.KickView.as_view(), name="kick"),
    path("matches/<uuid:match_id>/leave/", views.LeaveView.as_view(), name="leave"),
    path("matches/<uuid:match_id>/messages/", talk.MessagesView.as_view(), name="messages"),
    path("matches/<uuid:match_id>/reclaim/", views.ReclaimView.as_view(), name="reclaim"),
    path("matches/<uuid:match_id>/rematch/", views.RematchView.as_view(), name="rematch"),
    path("matches/<uuid:match_id>/stream/", streams.MatchStreamView.as_view(), name="match-stream"),
    path("reports/", talk.ReportsView.as_view(), name="reports"),
    path("docs/", schema.docs, name="docs"),
    path("schema/", schema.OpenApiView.as_view(), name="schema"),
    path("schema/async/", schema.AsyncApiView.as_view(), name="async-schema"),
    path("schema/frames/", schema.FramesSchemaView.as_view(), name="frames-schema"),
    path("seeks/", seeks.SeeksView.as_view(), name="seeks"),
    path("seeks/<uuid:seek_id>/", seeks.SeekView.as_view(), name="seek"),
    path("seeks/<uuid:seek_id>/accept/", seeks.AcceptView.as_view(), name="seek-accept"),
    path("stream/", streams.PersonStreamView.as_view(), name="person-stream"),
    path("tickets/", views.TicketsView.as_view(), name="tickets"),
]
