"""Finds the browser that the tests drive, and installs one where there is none.

    python book/_tools/browser.py             say which Chromium is used
    python book/_tools/browser.py --install   install one first, if none is found

Any Chromium will do: the reader's own, the system's, or the one that Playwright downloads. The
environment variable CHROMIUM names one that is somewhere else.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

COMMANDS = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
]
PLACES = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
]
# A container has neither a sandbox nor a graphics card, and a test must not phone home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = """\
没有找到 Chromium。运行下面的命令，或把环境变量 CHROMIUM 设为它的路径。
No Chromium was found. Run this command, or set CHROMIUM to its path:
    python book/_tools/browser.py --install"""


class BrowserMissing(RuntimeError):
    """There is no browser to drive."""


def named() -> str | None:
    """The one that CHROMIUM names; a wrong name is an error, not a reason to take another."""
    name = os.environ.get("CHROMIUM")
    if name and not shutil.which(name):
        raise BrowserMissing(f"CHROMIUM={name}: 没有这个程序。 · There is no such program.")
    return name


def installed() -> str | None:
    places = [shutil.which(command) for command in COMMANDS] + PLACES
    return next((place for place in places if place and Path(place).exists()), None)


def downloaded() -> str | None:
    """Playwright's own, if it has been downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def find() -> str:
    path = named() or installed() or downloaded()
    if path is None:
        raise BrowserMissing(MISSING)
    return path


def install() -> None:
    """The system's package where we may install it, else a download into the reader's home."""
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        subprocess.run([apt, "update", "-qq"], check=True)
        subprocess.run([apt, "install", "-qq", "-y", "chromium"], check=True)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main() -> int:
    try:
        path = find()
    except BrowserMissing as error:
        if "--install" not in sys.argv or os.environ.get("CHROMIUM"):
            print(error, file=sys.stderr)
            return 1
        install()
        path = find()
    print(f"浏览器 · Browser: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
