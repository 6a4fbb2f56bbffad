"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from tarneeb_site.health import health

urlpatterns = [
    path("health/", health),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "accounts.api.errors.handler400"
handler404 = "accounts.api.errors.handler404"
handler500 = "accounts.api.errors.handler500"
