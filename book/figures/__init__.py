"""The book's pictures: the look of its plots, and the diagrams that we draw ourselves.

A chapter imports what it shows, for example ``from figures import chapter_map``. Diagrams
are inline SVG in both languages and take their colours from the page, so one drawing
serves light and dark, Jupyter and the site.
"""

from figures.architecture import architecture
from figures.attention_flow import attention_flow
from figures.attention_uses import attention_uses
from figures.chapter_map import chapter_map
from figures.class_map import class_map
from figures.decoder_layer import decoder_layer
from figures.dropout_places import dropout_places
from figures.feed_forward import feed_forward
from figures.heads_split import heads_split
from figures.multi_head_flow import multi_head_flow
from figures.norm_axes import norm_axes
from figures.norm_order import norm_order
from figures.paths import paths
from figures.routes import routes
from figures.shift import shift
from figures.style import use_book_style
from figures.tied_matrix import tied_matrix
from figures.timeline import timeline

__all__ = [
    "architecture",
    "attention_flow",
    "attention_uses",
    "chapter_map",
    "class_map",
    "decoder_layer",
    "dropout_places",
    "feed_forward",
    "heads_split",
    "multi_head_flow",
    "norm_axes",
    "norm_order",
    "paths",
    "routes",
    "shift",
    "tied_matrix",
    "timeline",
    "use_book_style",
]
