"""Actions of moderators, what is told of them, appeals; until when something is closed to a person."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_oauth'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('text', models.TextField(max_length=2000, verbose_name='appeal')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
            },
        ),
        migrations.CreateModel(
            name='ModerationAction',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('dismiss', 'dismissed'), ('warn', 'warning'), ('mute', 'mute'), ('ban_ranked', 'ban from ranked play'), ('ban', 'ban from the service'), ('lift', 'lifted'), ('uphold', 'appeal rejected')], max_length=10, verbose_name='what')),
                ('reason', models.CharField(choices=[('abuse', 'insults or harassment'), ('cheating', 'cheating'), ('farming', 'arranged matches'), ('stalling', 'playing slowly on purpose'), ('leaving', 'leaving matches'), ('name', 'an offensive name'), ('other', 'something else')], max_length=8, verbose_name='reason')),
                ('note', models.TextField(max_length=1000, verbose_name='note')),
                ('message', models.TextField(blank=True, max_length=1000, verbose_name='message')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('until', models.DateTimeField(editable=False, null=True, verbose_name='until')),
            ],
            options={
                'verbose_name': 'moderation action',
                'verbose_name_plural': 'moderation actions',
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('seen_at', models.DateTimeField(editable=False, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='user',
            name='banned_until',
            field=models.DateTimeField(editable=False, null=True, verbose_name='banned until'),
        ),
        migrations.AddField(
            model_name='user',
            name='muted_until',
            field=models.DateTimeField(editable=False, null=True, verbose_name='muted until'),
        ),
        migrations.AddField(
            model_name='user',
            name='unranked_until',
            field=models.DateTimeField(editable=False, null=True, verbose_name='banned from ranked play until'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('banned_until__isnull', False)), fields=['banned_until'], name='user_banned'),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='about',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='accounts.moderationaction', verbose_name='about'),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moderated', to=settings.AUTH_USER_MODEL, verbose_name='moderator'),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moderation', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='appeal',
            name='action',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='accounts.moderationaction', verbose_name='about'),
        ),
        migrations.AddField(
            model_name='appeal',
            name='answer',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answered_appeal', to='accounts.moderationaction', verbose_name='answer'),
        ),
        migrations.AddField(
            model_name='notice',
            name='action',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='accounts.moderationaction'),
        ),
        migrations.AddField(
            model_name='notice',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notice',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='moderationaction',
            index=models.Index(fields=['person', '-at'], name='moderation_person'),
        ),
        migrations.AddConstraint(
            model_name='moderationaction',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'lift')), fields=('about',), name='lifted_once'),
        ),
        migrations.AddConstraint(
            model_name='moderationaction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('about__isnull', False), ('kind__in', ['lift', 'uphold'])), models.Q(models.Q(('kind__in', ['lift', 'uphold']), _negated=True), ('about', None)), _connector='OR'), name='moderation_about_another'),
        ),
        migrations.AddConstraint(
            model_name='moderationaction',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['mute', 'ban_ranked', 'ban']), ('until', None), _connector='OR'), name='moderation_until'),
        ),
        migrations.AddIndex(
            model_name='appeal',
            index=models.Index(condition=models.Q(('answer', None)), fields=['at'], name='appeal_open'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('seen_at', None)), fields=['person', 'at'], name='notice_unseen'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('action', None), ('player__isnull', False)), models.Q(('action__isnull', False), ('player', None)), _connector='OR'), name='notice_of_one_thing'),
        ),
    ]
