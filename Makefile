# Everything is made into .venv and build/; `make clean` removes both.
# Each long step leaves a stamp file and runs again only when what it was made from has changed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
CHECKED := src tests $(wildcard bench)

# One file for every Python from 3.11 on, with the hashes of what may be installed.
LOCK = UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
       --generate-hashes $(if $(UPGRADE),--upgrade) pyproject.toml

# Both files of every pair are compiled together; setup.py finds them by the same rule.
PAIRED := $(sort $(foreach pxd,$(shell find src/wildtable -name '*.pxd'),$(wildcard $(pxd:.pxd=.py))))
PXD    := $(sort $(shell find src/wildtable -name '*.pxd'))

# The browser table, and where Vite builds it to.
STATIC := src/wildtable/server/static
WEB    := $(sort $(shell find web \( -path web/node_modules -o -path web/tests \) -prune -o -type f -print))
NODE   := NODE_IS_FINE=$$(node -p 'const [major, minor] = process.versions.node.split(".").map(Number); \
            (major == 20 && minor >= 19) || (major == 22 && minor >= 12) || major > 22' 2>/dev/null || echo none); \
          test "$$NODE_IS_FINE" = true && npm --version >/dev/null 2>&1
NO_NODE := 'The browser table needs Node 20.19 or newer with npm and found none: install it (nodejs.org) and run make again.'

# The tests of the browser table drive the Chromium of the system, or the one that WILDTABLE_CHROMIUM names.
HAS_CHROMIUM := command -v $${WILDTABLE_CHROMIUM:-chromium} >/dev/null || command -v chromium-browser google-chrome >/dev/null

.PHONY: help setup play test lint format bench lock clean chromium FORCE

help:  ## List these commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

setup: build/.compiled $(STATIC)/index.html  ## Make .venv with everything locked, compile the rules, build the browser table

play: setup  ## Serve the table for your browser, and open it
	@$(BIN)/wildtable serve --open

test: setup lint chromium  ## Check format, lint and types, then run the tests compiled and uncompiled
	cd web && npm run --silent test
	env -u WILDTABLE_UNCOMPILED $(BIN)/python -m pytest -n auto -q
	WILDTABLE_UNCOMPILED=1 $(BIN)/python -m pytest -n auto -q

lint: setup  ## Check format, lint and types
	$(BIN)/ruff format --check $(CHECKED) setup.py
	$(BIN)/ruff check $(CHECKED) setup.py
	$(BIN)/mypy $(CHECKED)
	@$(NODE) || { echo $(NO_NODE) >&2; exit 1; }
	cd web && npm run --silent check

format: setup  ## Put the sources in the project's format and mend what can be mended safely
	$(BIN)/ruff check --fix $(CHECKED) setup.py
	$(BIN)/ruff format $(CHECKED) setup.py

bench: setup $(VENV)/.bench  ## Run the benchmarks, against OpenSpiel among others
	$(BIN)/python -m bench

lock: setup  ## Write requirements/*.txt anew from pyproject.toml (UPGRADE=1: with the newest versions)
	@$(PIP) install 'uv>=0.5'
	$(LOCK) --extra dev -o requirements/dev.txt
	$(LOCK) -c requirements/dev.txt -o requirements/runtime.txt
	$(LOCK) -c requirements/dev.txt --extra bench -o requirements/bench.txt

clean:  ## Remove everything that these commands have made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/*.egg-info web/node_modules $(STATIC)
	find $(CHECKED) \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} +

# --- the environment ---------------------------------------------------------------------------------------

$(VENV)/.locked: requirements/dev.txt
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	  python=; \
	  for candidate in $(or $(PYTHON),python3 python3.13 python3.12 python3.11); do \
	    if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$candidate; break; fi; \
	  done; \
	  if test -z "$$python"; then \
	    echo 'Wildtable needs Python 3.11 or newer and found none: install one, or name it with make setup PYTHON=/path/to/python3.' >&2; exit 1; \
	  fi; \
	  if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "$$python comes without its venv module: install it (Debian and Ubuntu: apt install python3-venv) and run make setup again." >&2; exit 1; \
	  fi; \
	  echo "Making $(VENV) with $$($$python --version)."; \
	  $$python -m venv --clear $(VENV); \
	fi
	@echo 'Installing the locked packages.'
	@$(PIP) install -r requirements/dev.txt || { echo 'The packages of requirements/dev.txt could not be installed: see above; make setup goes on from here.' >&2; exit 1; }
	@touch $@

# Without compiling: that is the next step, in a folder from which it can go on. What decides how files are
# compiled has changed when we come here, so they are all compiled again.
$(VENV)/.installed: $(VENV)/.locked pyproject.toml setup.py src/wildtable/_build.py
	@rm -rf build
	@WILDTABLE_UNCOMPILED=1 $(PIP) install --no-deps --no-build-isolation --editable . \
	  || { echo 'Wildtable could not be installed into $(VENV): see above.' >&2; exit 1; }
	@touch $@

$(VENV)/.bench: $(VENV)/.locked requirements/bench.txt
	@$(PIP) install -r requirements/bench.txt
	@touch $@

# --- the compiled rules ------------------------------------------------------------------------------------

# The stamp is as old as the start, so that an edit during the build is not overlooked; and without a C compiler there
# is none, so that make setup tries again.
build/.compiled: $(VENV)/.installed build/.pairs $(PAIRED) $(PXD)
	@echo 'Compiling the rules.'
	@touch build/.started
	@env -u WILDTABLE_UNCOMPILED $(BIN)/python setup.py --quiet build_ext --inplace \
	  || { echo 'The rules could not be compiled: see above.' >&2; exit 1; }
	@if test -n "$$(find src/wildtable -name '*.so')"; then mv build/.started $@; fi

# Changes only when a pair comes or goes, so that what was compiled from a vanished one is removed.
build/.pairs: $(VENV)/.installed FORCE
	@mkdir -p build
	@echo '$(PAIRED)' | cmp -s - $@ || echo '$(PAIRED)' > $@

# --- the browser table -------------------------------------------------------------------------------------

# Without Node there is no browser table, and all else works: the sentence is said, and make setup tries again.
web/node_modules/.locked: web/package-lock.json web/package.json web/.npmrc
	@if ! { $(NODE); }; then echo $(NO_NODE) >&2; else \
	  echo 'Installing what builds the browser table.'; \
	  (cd web && npm ci --loglevel=error) \
	    || { echo 'The packages of web/package-lock.json could not be installed: see above; make setup goes on from here.' >&2; exit 1; }; \
	  touch $@; \
	fi

# As old as the start of the build, so that an edit during it is not overlooked.
$(STATIC)/index.html: $(VENV)/.installed web/node_modules/.locked build/.web $(WEB)
	@if test -f web/node_modules/.locked; then \
	  echo 'Building the browser table.'; \
	  touch build/.web-started; \
	  (cd web && npm run --silent build -- --logLevel warn) \
	    || { echo 'The browser table could not be built: see above.' >&2; exit 1; }; \
	  touch -r build/.web-started $@; \
	fi

chromium:
	@if ! { $(HAS_CHROMIUM); }; then \
	  if test "$$(id -u)" = 0; then as=; elif sudo -n true 2>/dev/null; then as='sudo -n'; else as=none; fi; \
	  if test "$$as" != none && command -v apt-get >/dev/null; then \
	    echo 'Installing Chromium, in which the browser table is tested.'; \
	    $$as apt-get -qq update && $$as env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends chromium >/dev/null || true; \
	  fi; \
	  { $(HAS_CHROMIUM); } || { \
	    echo 'The browser table is tested in Chromium, and there is none: install it (Debian: apt install chromium), or name one with WILDTABLE_CHROMIUM=/path/to/chromium, and run make test again.' >&2; \
	    exit 1; \
	  }; \
	fi

# Changes only when a file comes or goes.
build/.web: $(VENV)/.installed FORCE
	@mkdir -p build
	@echo '$(WEB)' | cmp -s - $@ || echo '$(WEB)' > $@
