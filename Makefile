# `make serve` runs the service, `make test` checks it. Both need Python 3.11 or newer and nothing else.

.PHONY: serve test lint types words screenshots e2e fuzz faults abuse cluster soak nginx sim bench backup restore clean lock
.DELETE_ON_ERROR:

PY := .venv/bin/python
LAUNCH := $(PY) -m tarneeb_site.launcher
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --no-warn-conflicts --require-hashes
# Node comes from a wheel, so that its version is ours and Python is all a machine needs.
NODE := .venv/bin/node
BUILT := games/static/games/.built
# Types of the public contract, for the front end; scripts are bundled without them.
TYPES := games/frontend/src/contract.gen.ts
SOURCES := $(shell find games/frontend -type f -not -path '*/node_modules/*' -not -name '*.gen.ts') $(wildcard games/locale/*/LC_MESSAGES/*.po)
ANY_PYTHON = $(shell for name in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

serve: .venv/serve.stamp $(BUILT)
	@$(LAUNCH) serve

# The checks that need the servers share one start of them.
test: .venv/dev.stamp $(BUILT) lint types
	@$(LAUNCH) exec -- sh -ec '\
		$(PY) manage.py makemigrations --check --dry-run; \
		TARNEEB_HTTPS=1 TARNEEB_HOSTS=example.org $(PY) manage.py check --deploy --fail-level WARNING; \
		exec $(PY) -m pytest -n 2 --dist loadscope'

lint: .venv/dev.stamp
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --quiet --check .
	@.venv/bin/lint-imports --no-cache

types: .venv/dev.stamp $(TYPES)
	@$(PY) -m mypy .
	@cd clients/python && '$(CURDIR)/$(PY)' -m mypy src tests
	@$(NODE) games/frontend/node_modules/typescript/bin/tsc -p games/frontend
	@$(NODE) games/frontend/node_modules/typescript/bin/tsc -p games/frontend/tsconfig.worker.json

# Bring the catalogues in line with the sources; what is new has no translation yet.
words: .venv/dev.stamp .venv/build.stamp
	@$(PY) -m tarneeb_site.words update

# Every page, for people to look at: var/screenshots/.
screenshots: .venv/dev.stamp $(BUILT)
	@$(PY) -m tests.browser.screenshots

e2e: .venv/dev.stamp $(BUILT)
	@$(LAUNCH) exec --serve -- sh -ec '$(PY) -m tests.e2e; $(PY) -m tests.e2e --via mixed --matches 1; \
		PYTHONPATH=clients/python/src exec $(PY) -m tests.clients'

# Requests that nobody thought of, against the document; `make fuzz EXAMPLES=500` takes longer.
EXAMPLES := 50
fuzz: .venv/dev.stamp $(BUILT)
	@$(LAUNCH) exec --serve -- $(PY) -m tests.fuzz --max-examples $(EXAMPLES)

# What serves is killed, stopped, doubled, filled, restored while people play: nothing acknowledged may be lost.
faults: .venv/dev.stamp $(BUILT)
	@$(LAUNCH) exec --serve --durable -- $(PY) -m tests.faults

# What people try who mean harm, with the limits on: `make abuse ONLY=CSRF` tries those with this in their name.
ONLY :=
abuse: .venv/dev.stamp $(BUILT)
	@TARNEEB_THROTTLES=on $(LAUNCH) exec --serve -- $(PY) -m tests.abuse --only '$(ONLY)'

# The end-to-end suite through nginx before two web processes, with a replica, and both restarted in turn.
cluster: .venv/dev.stamp $(BUILT) nginx
	@TARNEEB_WEB_PROCESSES=2 TARNEEB_REPLICA=1 $(LAUNCH) exec --serve --durable -- $(PY) -m tests.e2e.cluster

# `make soak MINUTES=60`: many tables at human pace, and now and then something is killed.
MINUTES := 15
soak: .venv/dev.stamp $(BUILT)
	@TARNEEB_BOT_DELAY_MS=800 $(LAUNCH) exec --serve --durable -- $(PY) -m tests.e2e.soak --minutes $(MINUTES)

nginx:
	@command -v nginx /usr/sbin/nginx >/dev/null || { apt-get update -qq && apt-get install -y -qq nginx-light; } >/dev/null

# People of known skill play a season of rated matches: do the ratings find it?
sim: .venv/dev.stamp $(BUILT)
	@$(LAUNCH) exec -- $(PY) -m benchmarks.sim

bench: .venv/dev.stamp $(BUILT) nginx
	@$(PY) -m benchmarks

# While the service runs, or on servers of one's own: a dump in var/backups/, or TO=…
backup: .venv/serve.stamp
	@$(PY) manage.py backup $(TO)

# While the service does not run: `make restore FILE=var/backups/tarneeb-….dump`
restore: .venv/serve.stamp
	@test -n '$(FILE)' || { echo 'Say which: make restore FILE=var/backups/tarneeb-….dump'; exit 1; }
	@$(LAUNCH) exec --kept -- sh -ec '$(PY) manage.py restore "$(FILE)"; \
		$(PY) manage.py migrate --database owner --no-input; $(PY) manage.py verify_log; exec $(PY) manage.py rebuild_projections'

# The data in var/ stays: deleting it is your own decision.
clean:
	rm -rf games/static/games games/frontend/node_modules $(TYPES)
	find games/locale -name '*.mo' -delete
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

lock:
	@command -v uv >/dev/null || { echo 'make lock needs uv: https://docs.astral.sh/uv/'; exit 1; }
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate -o requirements.lock
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --extra observe \
		--no-emit-index-url --no-annotate -c requirements.lock -o requirements-observe.lock
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --group dev --extra observe -c requirements-observe.lock -o requirements-dev.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
		--group build -c requirements-dev.lock -o requirements-build.lock
	uv pip compile -q requirements-solver.in --no-deps --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header -o requirements-solver.lock

.venv/made.stamp:
	@test -n '$(ANY_PYTHON)' || { echo 'Tarneeb needs Python 3.11 or newer; none was found.'; exit 1; }
	@echo 'Making .venv with $(ANY_PYTHON)' >&2
	@$(ANY_PYTHON) -m venv .venv
	@touch $@

.venv/serve.stamp: requirements.lock .venv/solver.stamp
	@echo 'Installing requirements.lock' >&2
	@$(PIP) -r requirements.lock
	@touch $@

.venv/solver.stamp: requirements-solver.lock .venv/made.stamp
	@$(PIP) --no-deps --only-binary :all: -r requirements-solver.lock || \
		echo 'No double-dummy solver for this machine: bots play by rule, matches are not analysed.' >&2
	@touch $@

.venv/build.stamp: requirements-build.lock .venv/made.stamp
	@echo 'Installing requirements-build.lock' >&2
	@$(PIP) -r requirements-build.lock
	@touch $@

.venv/npm.stamp: games/frontend/package-lock.json .venv/build.stamp
	@echo 'Installing games/frontend/package-lock.json' >&2
	@cd games/frontend && PATH="$(CURDIR)/.venv/bin:$$PATH" npm ci --silent --ignore-scripts
	@touch $@

# Scripts, styles and words.
$(BUILT): $(SOURCES) tarneeb_site/words.py .venv/npm.stamp
	@cd games/frontend && '$(CURDIR)/$(NODE)' build.mjs
	@$(PY) -m tarneeb_site.words
	@touch $@

$(TYPES): accounts/contract.py $(wildcard games/contract/*.py) .venv/npm.stamp
	@$(PY) -m games.contract | $(NODE) games/frontend/node_modules/json-schema-to-typescript/dist/src/cli.js \
		--unreachableDefinitions --no-additionalProperties > $@

# The second lock holds all of the first.
.venv/dev.stamp: requirements-dev.lock .venv/serve.stamp
	@echo 'Installing requirements-dev.lock' >&2
	@$(PIP) -r requirements-dev.lock
	@touch $@
