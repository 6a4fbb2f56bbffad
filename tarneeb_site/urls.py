"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from games.urls import translated
from tarneeb_site import head, health, installable, languages, metrics, small_print, version

# Staff sign in where everybody does, so that a second factor counts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

pages = [
    *translated,
    path("privacy/", small_print.privacy, name="privacy"),
    path("terms/", small_print.terms, name="terms"),
    path("licences/", small_print.licences, name="licences"),
]
# As /es/rules/; /rules/ leads to the reader's own.
urlpatterns = i18n_patterns(*pages, path("language/", set_language, name="set_language"))
urlpatterns += [
    path("", languages.home),
    path("robots.txt", head.robots),
    path("sitemap.xml", sitemap, {"sitemaps": {"pages": head.Pages(pages)}}, name="sitemap"),
    path("health/", health.health),
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("version", version.version),
    path("metrics", metrics.metrics),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", include("games.urls")),
    path("", include("accounts.oauth.urls")),
    path("", include("accounts.urls")),
    path("manifest/<str:language>.webmanifest", installable.manifest, name="manifest"),
    path("service-worker.js", installable.service_worker),
    path("offline/<str:language>/", installable.offline),
    path("account/", include("allauth.urls")),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
]

handler400 = "accounts.api.errors.handler400"
handler404 = "accounts.api.errors.handler404"
handler500 = "accounts.api.errors.handler500"
