# Everything a developer or a player does: make play, make test, make bench, make lint.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test bench lint setup system clean

play: $(READY)
	@$(BIN)/branchline serve --open

test: lint system
	@$(BIN)/pytest -n 2 --dist worksteal

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(READY)
	@$(BIN)/branchline bench
	@$(BIN)/python bench/server_load.py

setup: $(READY)

# The server is tested on a real PostgreSQL too, which the tests start by themselves.
system:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { echo "installing PostgreSQL for the tests"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends postgresql >/dev/null; }

# A Debian machine may have Python without its venv module: then the system's package manager
# brings it.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Branchline needs Python 3.11 or newer; $(PYTHON) is older or missing"; exit 1; }
	@$(PYTHON) -m venv .venv 2>/dev/null || \
	  { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv .venv; }
	@echo "installing Branchline and what it needs into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/branchline compile
	@touch $@

clean:
	rm -rf .venv
