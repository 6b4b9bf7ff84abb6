# 准备 · Set-up: finds the book's code; fetches it when this notebook stands alone (Colab).
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
    quiet = {"check": True, "capture_output": True, "text": True, "stdin": subprocess.DEVNULL}
    try:
        if not (book / "chapters.py").exists():
            subprocess.run(clone, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, **quiet)
        if missing:
            subprocess.run(install, **quiet)
    except (OSError, subprocess.CalledProcessError) as error:
        fault = "取不到本书，请检查网络和 git · Cannot get the book; check network and git"
        reason = f"{error}\n{getattr(error, 'stderr', '')}"
        raise RuntimeError(f"{fault}: {url}\n{reason}") from None
    sys.path.insert(0, str(book))
