# @title 准备：找到或取来本书的代码 · Set-up: find or fetch the book's code
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

if not find_spec("chapters"):
    url = os.environ.get("BOOK_URL", "https://github.com/OWNER/REPO")
    book = Path("transformer-line-by-line", "book").resolve()
    wanted = ("altair", "matplotlib", "pandas", "tqdm", "safetensors")
    missing = [name for name in wanted if not find_spec(name)]
    clone = ["git", "clone", "--depth=1", url, str(book.parent)]
    install = [sys.executable, "-m", "pip", "install", "--quiet", *missing]
    silent = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}  # fails, never asks
    quiet = {"check": True, "capture_output": True, "text": True}
    try:
        if not (book / "chapters.py").exists():
            subprocess.run(clone, env=silent, **quiet)
        if missing:
            subprocess.run(install, **quiet)
    except (OSError, subprocess.CalledProcessError) as error:
        zh = "取不到本书，请检查网络和 git"
        en = "Cannot get the book; check network and git"
        fault = getattr(error, "stderr", error)
        raise RuntimeError(f"{zh} · {en}: {url}\n{fault}") from None
    sys.path.insert(0, str(book))
