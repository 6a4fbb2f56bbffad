import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def _person(related_name):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=settings.AUTH_USER_MODEL
    )


def _fields(one, other, names):
    return [
        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
        (one, _person(names[0])),
        (other, _person(names[1])),
    ]


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_user_is_guest")]

    operations = [
        migrations.CreateModel(
            name="Follow",
            fields=_fields("follower", "followed", ("follows", "followed_by")),
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("follower", "followed"), name="follow_once"),
                    models.CheckConstraint(
                        condition=models.Q(("follower", models.F("followed")), _negated=True),
                        name="follow_another",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=_fields("blocker", "blocked", ("blocks", "blocked_by")),
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("blocker", "blocked"), name="block_once"),
                    models.CheckConstraint(
                        condition=models.Q(("blocker", models.F("blocked")), _negated=True),
                        name="block_another",
                    ),
                ]
            },
        ),
    ]
