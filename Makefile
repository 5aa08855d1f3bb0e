# Two commands for a fresh machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SECONDS ?= 60
SEED ?= 1

.PHONY: demo test test-long lint docs bench fuzz kills clean

demo: $(VENV)/.ready
	$(BIN)/arsenal validate
	$(BIN)/arsenal games
	$(BIN)/arsenal check earthwall
	mkdir -p out
	$(BIN)/arsenal print earthwall -o out/earthwall.pdf
	$(BIN)/arsenal export earthwall --to engine -o out/earthwall.json
	@echo "Done: out/earthwall.pdf is ready to print, out/earthwall.json to play."

# Without bytecode, each of the many processes that tests start would compile Arsenal anew.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n auto

# `EXAMPLES=all` tries all examples of the properties; else it is a quarter.
test: $(VENV)/.ready-dev
	$(PYTEST) -m "not long" $(EXAMPLES:%=--hypothesis-profile=%)

# What takes minutes of its own: the examples of all documents, pages in Chromium, benchmarks on little data.
test-long: $(VENV)/.ready-dev
	$(PYTEST) --dist loadscope --no-loadscope-reorder --hypothesis-profile=all -m long

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

docs: $(VENV)/.ready-dev
	$(BIN)/python docs/generate.py

bench: $(VENV)/.ready-dev
	$(BIN)/python -m benchmarks

# CASES=200000 instead of SECONDS; PROCESSES=2, or else one for each processor.
fuzz: $(VENV)/.ready-dev
	$(BIN)/python -m tests.hostile.fuzzing --seed $(SEED) $(if $(CASES),--cases $(CASES),--seconds $(SECONDS)) \
		$(if $(PROCESSES),--processes $(PROCESSES))

# Ends commands at random moments, hundreds of times, and looks at what is left.
kills: $(VENV)/.ready-dev
	$(BIN)/python -m tests.hostile.kills $(or $(HOW_MANY),300) $(or $(SEED),1)

clean:
	rm -rf $(VENV) out build dist

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Arsenal needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.ready-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@ $(VENV)/.ready
