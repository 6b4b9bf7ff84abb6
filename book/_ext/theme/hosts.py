"""The buttons that work for a fork on another host than GitHub, and no others.

Colab opens notebooks of GitHub alone, Binder those of GitLab too; of any other host the theme
knows no address to edit a page or to report an error at, and it would stop the build.
"""

from urllib.parse import urlsplit

SOURCE_BUTTONS = ("use_repository_button", "use_issues_button", "use_edit_page_button")


def fit(options: dict) -> dict:
    """The theme's options, without the buttons that the repository's host does not serve."""
    host = urlsplit(options.get("repository_url", "")).hostname
    if host == "github.com":
        return options
    fitted = {**options, "launch_buttons": dict(options.get("launch_buttons") or {})}
    fitted["launch_buttons"].pop("colab_url", None)
    if host != "gitlab.com":
        fitted["launch_buttons"].pop("binderhub_url", None)
        fitted.pop("repository_url", None)
        fitted.update(dict.fromkeys(SOURCE_BUTTONS, False))
    return fitted


def fit_buttons(app, config) -> None:
    config.html_theme_options = fit(config.html_theme_options)
