"""The site: settings, URLs, ASGI and Celery entry points, and the launcher."""
