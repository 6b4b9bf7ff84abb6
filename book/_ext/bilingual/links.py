"""Let the text of a link, `中文 · English`, follow the block that the link stands in.

A link without text of its own takes the title of its target, which Sphinx fills in late; hence
a transform after references are resolved.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from .marks import around, is_output, of
from .pairs import split_pair


class SplitLinks(SphinxPostTransform):
    default_priority = 20

    def run(self, **kwargs):
        for link in list(self.document.findall(nodes.reference)):
            if not is_output(link) and split_pair(link):
                _keep(link, around(link.parent))


def _keep(link, lang):
    """Drop the half that is not in the language of the sentence around the link."""
    for span in list(link.findall(nodes.inline)):
        is_dot = "pair-dot" in span["classes"]
        if lang and (is_dot or of(span) not in (None, lang)):
            span.parent.remove(span)
