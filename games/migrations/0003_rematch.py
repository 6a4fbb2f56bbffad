"""A match may be the rematch of another."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_ranked_play'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='rematch_of',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.match'),
        ),
    ]
