from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="country",
            field=models.CharField(
                blank=True, default="", help_text="ISO 3166-1 alpha-2", max_length=2, verbose_name="country"
            ),
            preserve_default=False,
        ),
    ]
