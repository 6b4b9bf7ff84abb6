"""The browser is found where it may be; where there is none, the reader learns what to do."""

import sys

import pytest

import browser as tool


@pytest.fixture
def nowhere(monkeypatch):
    """A machine without any browser."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(tool.shutil, "which", lambda name: None)
    monkeypatch.setattr(tool, "PLACES", [])
    monkeypatch.setattr(tool, "downloaded", lambda: None)
    monkeypatch.setattr(sys, "argv", ["browser.py"])


def test_without_a_browser_both_languages_say_what_to_do(nowhere, capsys):
    assert tool.main() == 1
    said = capsys.readouterr().err
    assert "没有找到" in said and "No Chromium" in said and "--install" in said


def test_a_browser_of_the_system_is_taken(nowhere, monkeypatch, tmp_path):
    program = tmp_path / "google-chrome"
    program.touch()
    found = {"google-chrome": str(program)}
    monkeypatch.setattr(tool.shutil, "which", found.get)
    assert tool.find() == str(program)


def test_a_browser_at_a_usual_place_is_taken(nowhere, monkeypatch, tmp_path):
    program = tmp_path / "Google Chrome"
    program.touch()
    monkeypatch.setattr(tool, "PLACES", [str(tmp_path / "absent"), str(program)])
    assert tool.find() == str(program)


def test_playwrights_own_comes_last(nowhere, monkeypatch):
    monkeypatch.setattr(tool, "downloaded", lambda: "/own/chromium")
    assert tool.find() == "/own/chromium"


def test_a_wrong_chromium_variable_is_an_error_not_a_guess(nowhere, monkeypatch, capsys):
    monkeypatch.setenv("CHROMIUM", "/absent/chromium")
    monkeypatch.setattr(tool, "installed", lambda: "/usr/bin/chromium")
    assert tool.main() == 1
    assert "/absent/chromium" in capsys.readouterr().err


@pytest.mark.parametrize(
    "apt, user, command",
    [
        ("/usr/bin/apt-get", 0, "apt-get install"),
        ("/usr/bin/apt-get", 1000, "playwright install"),
        (None, 0, "playwright install"),
    ],
)
def test_install_goes_the_way_that_the_platform_allows(
    nowhere, monkeypatch, apt, user, command
):
    ran = []

    monkeypatch.setattr(tool.shutil, "which", {"apt-get": apt}.get)
    monkeypatch.setattr(tool.os, "geteuid", lambda: user, raising=False)
    monkeypatch.setattr(
        tool.subprocess, "run", lambda words, check: ran.append(" ".join(words))
    )
    tool.install()
    assert command in ran[-1], ran
