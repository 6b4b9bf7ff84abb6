"""Write the address of your repository wherever the book gives its own.

    make repo URL=https://github.com/you/your-fork

The address stands in ``_config.yml`` (launch buttons), in the first cell of every chapter
(which fetches the book in Colab), and in the pages that show how to clone it.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = {".md", ".yml", ".ipynb", ".py"}
ADDRESS = re.compile(r"https://[\w.-]+(/[\w.-]+){2,}")


def current(root):
    """The address that ``_config.yml`` gives."""
    config = (root / "_config.yml").read_text(encoding="utf-8")
    return re.search(r"^  url: (\S+)$", config, re.M)[1]


def copies(root, url):
    """The files that give the address `url`."""
    found = [
        *root.glob("*.*"),
        *(root / ".github").rglob("*"),
        *(root / "book").rglob("*"),
    ]
    found = [file for file in found if file.suffix in SUFFIXES and "_tests" not in file.parts]
    return [file for file in sorted(found) if url in file.read_text(encoding="utf-8")]


def rewrite(root, new):
    """Put `new` in place of the current address; returns the files that changed."""
    new = new.removesuffix("/").removesuffix(".git")
    if not ADDRESS.fullmatch(new):
        raise ValueError(f"URL={new!r} · must be like https://github.com/you/your-fork")
    old = current(root)
    files = copies(root, old) if new != old else []
    for file in files:
        text = file.read_text(encoding="utf-8")
        # the folder that git makes has the repository's name
        enter = re.compile(rf"^cd {re.escape(Path(old).name)}$", re.M)
        text = enter.sub(f"cd {Path(new).name}", text)
        file.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    return files


if __name__ == "__main__":
    try:
        for changed in rewrite(ROOT, sys.argv[1] if len(sys.argv) > 1 else ""):
            print(changed.relative_to(ROOT))
    except ValueError as error:
        sys.exit(str(error))
