"""A fork on any host builds, with the buttons that its host serves."""

import pytest

from theme.hosts import SOURCE_BUTTONS, fit

COLAB, BINDER = {"colab_url": "c"}, {"binderhub_url": "b"}
LAUNCH = {"notebook_interface": "jupyterlab"}


def options(url, **launch):
    shown = dict.fromkeys(SOURCE_BUTTONS, True)
    return {"repository_url": url, "launch_buttons": {**LAUNCH, **launch}, **shown}


def test_github_serves_them_all():
    given = options("https://github.com/you/fork", **COLAB, **BINDER)
    assert fit(given) == given


def test_gitlab_has_no_colab():
    url = "https://gitlab.com/group/sub/fork"
    given = options(url, **COLAB, **BINDER)
    assert fit(given) == options(url, **BINDER)
    assert given["launch_buttons"]["colab_url"], "the options given are changed"


@pytest.mark.parametrize(
    "url", ["https://gitee.com/you/fork", "https://git.example.org/a/b", ""]
)
def test_of_another_host_no_button_is_left(url):
    fitted = fit(options(url, **COLAB, **BINDER))
    assert fitted["launch_buttons"] == LAUNCH and "repository_url" not in fitted
    assert not any(fitted[name] for name in SOURCE_BUTTONS)


def test_options_without_buttons_stay():
    assert fit({"repository_url": "https://github.com/a/b"}) == {
        "repository_url": "https://github.com/a/b"
    }
