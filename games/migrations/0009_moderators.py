"""The group of moderators: they see the queue, act, answer appeals, and read what was done. No more."""

from django.db import migrations

NAME = "moderators"
MAY = [
    ("games", "case", "view_case"),
    ("games", "report", "view_report"),
    ("games", "flag", "view_flag"),
    ("accounts", "moderationaction", "view_moderationaction"),
    ("accounts", "moderationaction", "add_moderationaction"),
    ("accounts", "appeal", "view_appeal"),
    ("accounts", "appeal", "change_appeal"),
]
VERBS = {"view": "Can view", "add": "Can add", "change": "Can change"}


def make_group(apps, schema_editor):
    # Django makes the permissions only once all migrations are done; what it finds it leaves.
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    permissions = apps.get_model("auth", "Permission").objects.using(schema_editor.connection.alias)
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    group, _made = groups.get_or_create(name=NAME)
    for app, model, codename in MAY:
        content_type, _made = content_types.get_or_create(app_label=app, model=model)
        verbose = apps.get_model(app, model)._meta.verbose_name
        permission, _made = permissions.get_or_create(
            content_type=content_type,
            codename=codename,
            defaults={"name": f"{VERBS[codename.partition('_')[0]]} {verbose}"},
        )
        group.permissions.add(permission)


def drop_group(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name=NAME).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_moderation_is_append_only'),
        ('accounts', '0006_moderation'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [migrations.RunPython(make_group, drop_group)]
