from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_user_country")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_guest",
            field=models.BooleanField(default=False, verbose_name="guest"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("is_guest", True)), fields=["created_at"], name="user_guests"
            ),
        ),
    ]
