"""The application that the web server runs."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

application = get_asgi_application()
