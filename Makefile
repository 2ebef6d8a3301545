# What a user and a contributor type. Everything lives in .venv, which `make clean` removes.

PYTHON  ?= python3
WORKERS ?= 2
RUNS    ?= 5000
FILES   ?= 20000
TIME    ?= 600
FIGHTS  ?= 500
POLICY  ?= utility
ADDRESS ?= 127.0.0.1:8000
EXAMPLES ?= 200

bin := .venv/bin
comma := ,

.PHONY: help fight test check bench ladder sweep laws switch-off hostile swings mutants tamper critique puzzles contract words batch \
	browser-test bench-viewer pictures docs docs-serve docs-test clean
.NOTPARALLEL:

help:
	@echo 'make fight        set up, play a fight, tell it and say where its log and its page for the browser are'
	@echo 'make test         set up and run every test, on WORKERS=$(WORKERS) cores'
	@echo 'make check        lint, formatting, types, direction of imports'
	@echo 'make words        bring the catalogues of the other languages up to date, and say what has no words yet'
	@echo 'make browser-test the page of a fight in a real Chromium: what it shows, what it runs, whom it shuts out'
	@echo 'make docs         the site of the documentation, into build/docs; fails at any warning'
	@echo 'make docs-serve   show it while you write; ADDRESS=127.0.0.1:8000 unless said'
	@echo 'make docs-test    build it, and look at it in a real Chromium'
	@echo 'make bench        speed, each figure beside its goal'
	@echo 'make pictures     take the pictures of the README anew'
	@echo 'make bench-viewer how quickly the page of a long fight opens and is scrubbed, in a real Chromium'
	@echo 'make ladder       does each policy beat the one below it? on all cores, resumes; writes the table of docs/tactics.md'
	@echo 'make sweep        RUNS=$(RUNS) fights over all scenarios and policies on WORKERS cores, each one audited; RULESET=adnd keeps to it'
	@echo 'make laws         laws over many drawn fights, then made-up ones for TIME=$(TIME) seconds; what breaks one goes to fuzz/'
	@echo 'make switch-off   every rule switched off in turn: does its witness notice?'
	@echo 'make mutants      1,500 small faults put into the engine in turn: does a test notice? Resumes; ONLY=sim/grid keeps to it'
	@echo 'make hostile      FILES=$(FILES) hostile files for every command; fights cut everywhere and killed: do they go on to the same end?'
	@echo 'make swings       100,000 swings of each kind of blow, contest and duel: are the exact odds right?'
	@echo 'make critique     FIGHTS=$(FIGHTS) fights over all scenarios by POLICY=$(POLICY): is anything foolish done in them?'
	@echo 'make tamper       every kind of tampering with the golden fights: does the audit notice? its table: docs/audit.md'
	@echo 'make puzzles      which policy finds the best orders of the drawn positions; its page: docs/puzzles.md; POLICY=, ONLY=, PROVE=yes'
	@echo 'make batch        2,000 fights on two Dask workers and again in one process: the same rows? Resumes'
	@echo 'make contract     EXAMPLES=$(EXAMPLES) drawn requests for each path of maraud serve: does it keep to its own description?'
	@echo 'make clean        remove what the other targets made, fights excepted'
	@echo 'PYTHON=python3.13 in front or behind picks another interpreter.'

fight: .venv/installed
	@$(bin)/maraud fight scenarios/bridge-ambush.toml --html

test: .venv/installed-dev
	@$(bin)/python -m pytest -n $(WORKERS) --dist worksteal

check: .venv/installed-dev
	@$(bin)/python -m ruff check -q
	@$(bin)/python -m ruff format --check -q
	@$(bin)/python -m mypy
	@$(bin)/lint-imports --no-logo

words: .venv/installed-dev
	@$(bin)/python -m tests.words

pictures: .venv/installed-browser
	@$(bin)/python -m tests.browser.pictures

browser-test: .venv/installed-browser
	@$(bin)/python -m pytest -n 0 -p tests.browser.chromium -o python_files='browse_*.py' tests/browser

docs: .venv/installed-docs
	@NO_MKDOCS_2_WARNING=1 $(bin)/python -m mkdocs build -q
	@echo 'The site is in build/docs: open build/docs/index.html in a browser.'

docs-serve: .venv/installed-docs
	@NO_MKDOCS_2_WARNING=1 $(bin)/python -m mkdocs serve -a $(ADDRESS)

docs-test: docs .venv/installed-browser
	@$(bin)/python -m pytest -n 0 -p tests.browser.chromium -o python_files='browse_*.py' tests/docs

bench-viewer: .venv/installed-browser
	@$(bin)/python -m benchmarks.viewer

bench: .venv/installed
	@$(bin)/python -m benchmarks

ladder: .venv/installed-dev
	@$(bin)/python -m benchmarks.ladder $(if $(RUNGS),--rungs $(RUNGS))

sweep: .venv/installed-dev
	@$(bin)/python -m tests.sweep --runs $(RUNS) --jobs $(WORKERS) $(if $(RULESET),--ruleset $(RULESET))

laws: .venv/installed-dev
	@LAWS=long $(bin)/python -m pytest -n $(WORKERS) tests/laws
	@$(bin)/maraud fuzz --time $(TIME) --jobs $(WORKERS)

switch-off: .venv/installed-dev
	@$(bin)/python -m tests.switch_off

mutants: .venv/installed-dev
	@$(bin)/python -m tests.mutants $(if $(ONLY),--only $(ONLY))

hostile: .venv/installed-dev
	@$(bin)/python -m tests.hostile --runs $(FILES) --keep .hostile
	@$(bin)/python -m tests.hostile.faults

swings: .venv/installed-dev
	@$(bin)/python -m tests.swings

tamper: .venv/installed-dev
	@$(bin)/python -m tests.tamper --jobs $(WORKERS) --write

critique: .venv/installed-dev
	@$(bin)/python -m tests.critique --policy $(POLICY) --runs $(FIGHTS) --jobs $(WORKERS)

puzzles: .venv/installed-dev
	@$(bin)/python -m tests.puzzles $(if $(PROVE),--prove) $(if $(filter command environment,$(origin POLICY)),--policy $(POLICY),--write) $(if $(ONLY),--only $(ONLY))

batch: .venv/installed-dev
	@$(bin)/python -m tests.cluster

contract: .venv/installed-dev
	@EXAMPLES=$(EXAMPLES) $(bin)/python -m tests.serve.contract

clean:
	@rm -rf .venv build dist .hostile .mutants .ladder .batch .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	@find sim agents tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# Setting up. A stamp is touched after its install alone, so a failed install is tried again. Older than pyproject.toml it
# is renewed; and where an interpreter is asked for by name that is not the one of .venv, all is made anew.

ifneq ($(origin PYTHON),file)
ifneq ($(PYTHON),$(shell cat .venv/interpreter 2>/dev/null))
anew := yes
.PHONY: .venv/installed .venv/installed-dev .venv/installed-docs .venv/installed-browser
endif
endif

.venv/installed: pyproject.toml
	$(call install,.)

.venv/installed-dev: pyproject.toml
	$(call install,.[dev])
	@touch .venv/installed

.venv/installed-docs: pyproject.toml
	$(call install,.[docs])
	@touch .venv/installed

.venv/installed-browser: pyproject.toml
	@command -v "$${CHROMIUM:-chromium}" >/dev/null || { echo 'There is no chromium here: install it (apt-get install chromium), or name one as in make browser-test CHROMIUM=/path.' >&2; exit 1; }
	$(call install,.[dev$(comma)browser])
	@touch .venv/installed .venv/installed-dev

define install
@test -z '$(anew)' && $(bin)/python -m pip --version >/dev/null 2>&1 || { $(venv); }
@rm -f $@
@$(bin)/python -m pip install -qq --disable-pip-version-check -e '$(1)'
@touch $@
endef

define venv
	say() { echo "$$1" >&2; exit 1; }; \
	"$(PYTHON)" -c pass 2>/dev/null || say \
	    'There is no $(PYTHON) here: install Python 3.11 or newer, or name one as in make fight PYTHON=python3.11.'; \
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || say \
	    '$(PYTHON) is older than Python 3.11: install a newer one, or name one as in make fight PYTHON=python3.11.'; \
	"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || say \
	    '$(PYTHON) cannot make virtual environments: install its venv package (python3-venv on Debian and Ubuntu).'; \
	echo 'Setting up .venv, which takes a minute the first time.' >&2; \
	rm -rf .venv && "$(PYTHON)" -m venv .venv && echo "$(PYTHON)" > .venv/interpreter
endef
