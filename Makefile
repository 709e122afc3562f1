# What a newcomer types. Needs Python 3.11 or newer with venv, a C compiler and make.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -q
TWO := -n 2 --dist worksteal
QUICK := -m "not slow and not pages"
SOURCES := pyproject.toml meson.build $(shell find src -name __pycache__ -prune -o -print)

# The build copies all of src: compiled Python files must not appear there.
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test check lint slow pages docs wheel versions lab papers data-folder faults bench clean

help:
	@echo "make demo    set up, compare two learners on built-in data until the verdict is settled, write a plot and a report"
	@echo "make test    set up, check and run all tests but the slow ones and those of pages"
	@echo "make check   only ruff, mypy and the order of imports"
	@echo "make slow    only the slow tests (calibrations)"
	@echo "make pages   only the tests that look at reports in a browser (chromium), set tables (pdflatex), build the wheel and the site"
	@echo "make docs    the documentation site: gallery, reference and all pages, in docs/_site/index.html"
	@echo "make wheel   a wheel of what is committed, for all Pythons from 3.11 on Linux, in dist/"
	@echo "make versions  that wheel with the lowest and with the newest versions of what it needs (VERSIONS=lowest: only these)"
	@echo "make lab     measure all procedures at full size; writes the tables and figures of docs/lab-*.md and docs/ranking.md"
	@echo "make papers  reproduce the papers at full size from the ARFF files in FOLDWISE_DATA; writes docs/paper-*.md"
	@echo "make faults  kill, damage and crowd stores of studies; writes the table of docs/reliability.md"
	@echo "make bench   the benchmarks"
	@echo "make clean   remove everything that make has made"
	@echo "PYTHON=/path/to/python chooses the interpreter."

demo: $(VENV)/.installed
	@mkdir -p demo-output
	@echo "== comparing two learners on the 569 tumours of wdbc, until the verdict is settled"
	@$(BIN)/foldwise compare wdbc \
	  --learner "discriminant=sklearn.discriminant_analysis.LinearDiscriminantAnalysis" \
	  --learner "neighbours=sklearn.neighbors.KNeighborsClassifier(15)" \
	  --jobs 2 --plot demo-output/verdict.png --report demo-output/report.html

# What needs one core runs beside the tests, and gives way to them: it takes what they leave when they wait.
test: lint
	@echo "== tests, README and docs; beside them mypy and the examples in the docstrings"
	@{ nice $(BIN)/mypy; types=$$?; nice $(PYTEST) $(QUICK) --doctest-modules --pyargs foldwise && exit $$types; } \
	  >$(VENV)/beside.txt 2>&1 & beside=$$!; \
	$(PYTEST) $(TWO) $(QUICK) tests README.md docs; tests=$$?; \
	wait $$beside; beside=$$?; \
	echo "== mypy, and the examples in the docstrings"; cat $(VENV)/beside.txt; \
	[ $$tests -eq 0 ] && [ $$beside -eq 0 ]

check: lint
	@echo "== mypy"
	@$(BIN)/mypy

lint: $(VENV)/.installed $(VENV)/.dev
	@echo "== ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@echo "== order of imports"
	@PYTHONPATH=src $(BIN)/lint-imports

slow: $(VENV)/.installed $(VENV)/.dev
	@echo "== slow tests"
	@$(PYTEST) $(TWO) -m "slow and not pages" tests

pages: $(VENV)/.installed $(VENV)/.dev $(VENV)/.pages $(VENV)/.wheel docs
	@echo "== pages in a browser, tables in TeX, the wheel and what releases are made with"
	@FOLDWISE_WHEEL="$$(cat $(VENV)/.wheel)" $(PYTEST) $(TWO) -m pages tests

# What has not changed is neither read nor run again.
docs: $(VENV)/.installed $(VENV)/.docs
	@echo "== the documentation site, docs/_site/index.html"
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --doctree-dir docs/_doctrees docs docs/_site

wheel: $(VENV)/.wheel
	@cat $<

VERSIONS := lowest newest

versions: $(VENV)/.wheel
	@set -e; for versions in $(VERSIONS); do \
	  echo "== the wheel with the $$versions versions of what it needs"; \
	  $(BIN)/python release/try_versions.py $$versions --wheel "$$(cat $(VENV)/.wheel)"; \
	done

# Finished trials are kept in lab.db and foldwise-papers: interrupted, it goes on where it stopped.
lab: $(VENV)/.installed
	@echo "== the lab, full size (letter and Pima from FOLDWISE_DATA, or from OpenML)"
	@$(BIN)/python docs/make_lab.py --jobs 2 --store lab.db
	@$(BIN)/python experiments/ranking/run_ranking.py --jobs 2 --store lab.db
	@$(BIN)/python docs/make_matched.py 2 foldwise-papers
	@$(BIN)/python docs/make_certificates.py
	@$(BIN)/python docs/fill_tables.py

# Finished fits and trials are kept in foldwise-papers: interrupted, it goes on where it stopped.
papers: data-folder $(VENV)/.installed
	@echo "== the papers, full size"
	@$(BIN)/foldwise papers run --all --jobs 2 --store foldwise-papers --pages docs --report papers.html

data-folder:
	@if [ ! -d "$$FOLDWISE_DATA" ]; then \
	  echo "error: FOLDWISE_DATA must be a folder with the ARFF files of the papers' datasets, got '$$FOLDWISE_DATA'; see docs/data.md" >&2; exit 1; \
	fi

faults: $(VENV)/.installed $(VENV)/.dev
	@echo "== faults"
	@$(BIN)/python experiments/faults/run_faults.py

bench: $(VENV)/.installed $(VENV)/.dev
	@echo "== benchmarks"
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist demo-output lab.db* levels-trials foldwise-papers papers.html docs/_site docs/_doctrees docs/api docs/auto_examples docs/sections .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests benchmarks experiments -name __pycache__ -prune -exec rm -rf {} +

# Stamps: each step runs again only when what it depends on is newer.

$(VENV)/.made:
	@set -e; \
	python=; \
	if [ -n "$$PYTHON" ]; then set -- "$$PYTHON"; else set -- python3 python3.14 python3.13 python3.12 python3.11; fi; \
	for candidate in "$$@"; do \
	  if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    python=$$candidate; break; \
	  fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "error: no Python 3.11 or newer was found$${PYTHON:+ as $$PYTHON}; install one, or give PYTHON=/path/to/python" >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "error: $$python has no venv module; install it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; \
	fi; \
	compiler=; \
	if [ -n "$$CC" ]; then set -- "$$CC"; else set -- cc gcc clang; fi; \
	for candidate in "$$@"; do \
	  if command -v $${candidate%% *} >/dev/null; then compiler=$$candidate; break; fi; \
	done; \
	if [ -z "$$compiler" ]; then \
	  echo "error: no C compiler was found$${CC:+ as $$CC}; install one (Debian, Ubuntu: apt install build-essential)" >&2; exit 1; \
	fi; \
	include=$$("$$python" -c 'import sysconfig; print(sysconfig.get_path("include"))'); \
	if ! echo '#include <Python.h>' | $$compiler -I "$$include" -E - >/dev/null 2>&1; then \
	  echo "error: $$compiler finds no Python.h for $$python; install the headers (Debian, Ubuntu: apt install python3-dev libc6-dev)" >&2; exit 1; \
	fi; \
	echo "== making $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv --clear $(VENV); \
	$(PIP) install --upgrade "pip>=25.1"; \
	touch $@

$(VENV)/.build: $(VENV)/.made pyproject.toml constraints.txt
	@echo "== installing build tools"
	@$(PIP) install --group build --constraint constraints.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.build $(SOURCES)
	@echo "== building and installing foldwise"
	@find src -name __pycache__ -prune -exec rm -rf {} +
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation --constraint constraints.txt .
	@touch $@

$(VENV)/.dev: $(VENV)/.build pyproject.toml constraints.txt
	@echo "== installing tools for tests and checks"
	@$(PIP) install --group dev --constraint constraints.txt
	@touch $@

$(VENV)/.pages: $(VENV)/.build pyproject.toml constraints.txt
	@echo "== installing tools for pages and releases"
	@$(PIP) install --group pages --constraint constraints.txt
	@touch $@

$(VENV)/.docs: $(VENV)/.build pyproject.toml constraints.txt
	@echo "== installing tools for the documentation site"
	@$(PIP) install --group docs --constraint constraints.txt
	@touch $@

# Holds the wheel's path.
$(VENV)/.wheel: $(VENV)/.made $(SOURCES) release/build_wheel.py
	@echo "== building the wheel"
	@$(BIN)/python release/build_wheel.py >$@ 2>$(VENV)/wheel.txt || { cat $(VENV)/wheel.txt >&2; exit 1; }
