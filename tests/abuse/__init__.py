"""What people try who mean harm, against a product that is really served, with its limits on."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
django.setup()  # the router names every address; staff are made in the database
