# 逐行读懂 Transformer · The Transformer, Line by Line
#
#   make book     build the site into _build/html          生成网站
#   make test     run every check                           运行全部检查
#   make run      execute the notebooks and store outputs   重新运行笔记本并保存输出
#   make weights  train the stored models anew              重新训练保存的模型
#   make bench    time the model beside nn.Transformer      与 nn.Transformer 比快慢
#   make lint     style of code and notebooks               检查代码风格
#   make serve    show the site on 127.0.0.1 (PORT=8000)    在本机查看网站
#   make lab      JupyterLab on the book                    打开 JupyterLab
#   make repo URL=https://github.com/you/your-fork          把仓库地址换成你的
#   make clean    remove what was built                     删除生成的文件
#
# Each target makes .venv when it needs it; a second call installs nothing.

PYTHON ?= python3
PORT   ?= 8000
PY     := .venv/bin/python
# Not .venv/bin/jupyter-book: a script there stops working when the folder is moved.
JB     := $(PY) -c "from jupyter_book.cli.main import main; main()"
PIP    := $(PY) -m pip install --quiet --disable-pip-version-check

# Reading needs no torch: only what builds the site.
SITE_PACKAGES := jupyter-book jieba vl-convert-python mini-racer
# KaTeX's own files; the Django around them is not wanted.
KATEX := $(shell sed -n 's/^.*--no-deps: *//p' requirements.txt)

# A line of a notebook stands on a page beside a sidebar, and must not be cut there.
PAGES := --config 'line-length = 84' $(wildcard book/*.ipynb)

TEST_ENV := OMP_NUM_THREADS=1 TQDM_DISABLE=1
OFFLINE  := 安装失败：请看上面的报错；若是网络不通，可换镜像（环境变量 PIP_INDEX_URL）后重试 · Installation failed, see the error above; if the network is away, try again, or name a mirror in PIP_INDEX_URL

.PHONY: help book test run weights bench lint serve lab repo clean

help:
	@sed -n '3,12s/^#  //p' Makefile

.venv/python:
	@command -v "$(PYTHON)" >/dev/null || { echo "找不到 $(PYTHON)；请安装 Python 3.11 到 3.13，或用 make PYTHON=... 指定 · No $(PYTHON) here; install Python 3.11 to 3.13, or name one with make PYTHON=..."; exit 1; }
	@"$(PYTHON)" book/_tools/python_version.py
	"$(PYTHON)" -m venv .venv
	@touch $@

.venv/site: .venv/python requirements.txt
	@echo "安装生成网站所需的包（只此一次）· Installing what builds the site, once"
	@$(PIP) -c requirements.txt $(SITE_PACKAGES) && $(PIP) --no-deps $(KATEX) || { echo "$(OFFLINE)"; exit 1; }
	@touch $@

.venv/all: .venv/site
	@echo "安装 PyTorch、JupyterLab 和检查工具（只此一次，几百 MB）· Installing PyTorch, JupyterLab and the checks, once, several hundred MB"
	@$(PIP) -r requirements.txt || { echo "$(OFFLINE)"; exit 1; }
	@touch $@

book: .venv/site
	$(JB) build book --config _config.yml --toc "$(CURDIR)/_toc.yml" --path-output . -W -n --keep-going --all -q
	@echo "打开 · Open: $(CURDIR)/_build/html/index.html"

test: .venv/all lint book
	$(PY) book/_tools/browser.py --install
	$(TEST_ENV) $(PY) -m pytest -n 2 --dist loadscope --nbval --nbval-current-env book

run: .venv/all
	$(PY) book/_tools/run.py

weights: .venv/all
	NEW_WEIGHTS=1 $(PY) book/_tools/run.py

bench: .venv/all
	OMP_NUM_THREADS=1 $(PY) book/_tools/bench.py

lint: .venv/all
	$(PY) -m ruff check --exclude '*.ipynb' book
	$(PY) -m ruff format --check --exclude '*.ipynb' book
	$(PY) -m ruff check $(PAGES)
	$(PY) -m ruff format --check $(PAGES)

serve: book
	$(PY) book/_tools/site_server.py $(PORT)

lab: .venv/all
	@# JupyterLab shows the drawings of a notebook that it trusts, or once its cells have run.
	@$(PY) -m nbformat.sign book/*.ipynb
	cd book && ../$(PY) -m jupyterlab

repo:
	@"$(PYTHON)" book/_tools/repo.py "$(URL)"

clean:
	rm -rf _build .pytest_cache .ruff_cache
	find book -name __pycache__ -prune -exec rm -rf {} +
