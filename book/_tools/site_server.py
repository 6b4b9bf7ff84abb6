"""Serves a built site on this machine, and to no other.

    python book/_tools/site_server.py [PORT]      the book's own site, until Ctrl-C

The tests serve other folders, each for as long as a `with` block runs.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

SITE = Path(__file__).resolve().parents[2] / "_build" / "html"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args) -> None:
        """The log of each request would drown the tests' own words."""

    def send_error(self, code, *details) -> None:
        """The site's own page for an address that does not exist, as a public host gives it."""
        page = Path(self.directory, "404.html")
        if code != 404 or self.command != "GET" or not page.is_file():
            return super().send_error(code, *details)
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.read_bytes())


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


def serve_book(port: int) -> None:
    try:
        server = Server(("127.0.0.1", port), partial(Quiet, directory=SITE))
    except OSError as error:
        sys.exit(
            f"端口 {port} 用不了，换一个：make serve PORT={port + 1} · "
            f"Port {port} cannot be used; try make serve PORT={port + 1} ({error.strerror})"
        )
    print(f"http://127.0.0.1:{port}/  (Ctrl-C 停止 · stops it)", flush=True)
    with server:
        server.serve_forever()


if __name__ == "__main__":
    try:
        serve_book(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
    except KeyboardInterrupt:
        print()
