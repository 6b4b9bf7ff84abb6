"""How the plots look, and how the interactive charts are stored."""

import sys

OFFLINE_NOTE = (
    "交互图表：在 JupyterLab 中打开，或在本书网站上查看 · "
    "Interactive chart: open it in JupyterLab, or see it on the book's site"
)


def use_book_style():
    """Quiet matplotlib axes at twice the pixels; Altair charts that need no network.

    Altair's default output asks another host for its scripts and differs from run to run.
    Here a chart is stored as its specification, which JupyterLab draws by itself and the
    site draws with its own copy of Vega. Colab cannot draw that, so there Altair keeps its
    default.
    """
    import altair as alt
    import matplotlib.pyplot as plt
    from matplotlib_inline.backend_inline import set_matplotlib_formats

    set_matplotlib_formats("retina")
    plt.rcParams.update(
        {
            "figure.dpi": 80,
            "figure.facecolor": "white",
            "figure.constrained_layout.use": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.prop_cycle": plt.cycler(color=["#1f5fa8", "#c8501e", "#6b4fa0", "#2b7a4b"]),
            "font.size": 11,
            "image.cmap": "Blues",
            "legend.frameon": False,
        }
    )
    alt.renderers.register("book", _offline)
    alt.renderers.enable("default" if "google.colab" in sys.modules else "book")


def _offline(spec):
    # JupyterLab knows the name of version 5 only, and draws later specifications under it.
    return {"application/vnd.vegalite.v5+json": spec, "text/plain": OFFLINE_NOTE}
