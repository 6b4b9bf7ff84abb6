"""Serves a built site on this machine for as long as a `with` block runs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args) -> None:
        """The log of each request would drown the tests' own words."""


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address) -> None:
        """A browser that leaves in the middle of an answer is nothing to report."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(root: Path) -> Iterator[str]:
    """The site's address, which ends in a slash; the port is any that is free."""
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=root))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
