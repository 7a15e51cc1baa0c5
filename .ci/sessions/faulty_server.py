"""A server that gives the streams of providers, whole or with a fault.

The address says what happens: `/FAULT/ARGUMENT/STREAM/…`, where STREAM is a file of the folder
Golden such as `chat.text`, and what follows it is the provider's own path.

    plain      the stream as it is, as are the next ones
    bytes      one byte at a time
    crlf, cr   with other ends of lines
    comments   with a byte order mark, and comments between the events
    limited    the first request for ARGUMENT is rejected with 429 and both headers that say how
               long to wait, the second one with 529; the third one gets the stream
    quota      429 once, for a reason that no waiting changes; a second request would get the stream
    page       the HTML page of a gateway, with the status ARGUMENT
    silent     the head of a response, and then nothing
    cut        the connection breaks after ARGUMENT bytes of the stream
    end        the response ends after ARGUMENT bytes of the stream
"""

import collections
import contextlib
import json
import threading

import local_server

PAGE = b"<html><body><h1>Bad gateway</h1></body></html>"
MARK = b"\xef\xbb\xbf"


def with_comments(stream):
    """A stream with a line between its events that says nothing."""
    if not stream.startswith((b"data:", b"event:")):
        return stream.replace(b"\n", b"\n\n")  # lines of JSON have no comments, but may be empty
    return MARK + b": hello\n\n" + stream.replace(b"\n\n", b"\n\n: ping\n\n:\n\n")


class Handler(local_server.Handler):
    streams = {}
    counts = collections.Counter()
    lock = threading.Lock()

    def do_POST(self):
        self.body()
        try:
            fault, argument, stream = self.path.split("/")[1:4]
            body = self.streams[stream]
            answer = getattr(self, f"answer_{fault}")
        except (ValueError, KeyError, AttributeError):
            return self.reject(404, {"message": f"no such fault: {self.path}"})
        with contextlib.suppress(ConnectionError):
            answer(argument, body)

    def count(self, name):
        with self.lock:
            self.counts[name] += 1
            return self.counts[name]

    def reject(self, status, error, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.send(status, "application/json", json.dumps({"error": error}).encode(), headers)

    def stream(self, body, size=97, is_whole=True):
        self.begin_stream()
        self.send_pieces(body, size)
        if is_whole:
            self.end_stream()
        else:
            self.close_connection = True

    def answer_plain(self, _, body):
        self.stream(body)

    def answer_bytes(self, _, body):
        self.stream(body, size=1)

    def answer_crlf(self, _, body):
        self.stream(body.replace(b"\n", b"\r\n"))

    def answer_cr(self, _, body):
        self.stream(body.replace(b"\n", b"\r"))

    def answer_comments(self, _, body):
        self.stream(with_comments(body))

    def answer_limited(self, name, body):
        match self.count(name):
            case 1:
                # Milliseconds win: a client that waits for the seconds takes too long.
                error = {"message": "Slow down", "type": "rate_limit_error"}
                self.reject(429, error, retry_after_ms="20", retry_after="60")
            case 2:
                error = {"message": "Overloaded", "type": "overloaded_error"}
                self.reject(529, error, retry_after_ms="20")
            case _:
                self.stream(body)

    def answer_quota(self, name, body):
        if self.count(name) > 1:
            return self.stream(body)
        error = {"message": "Your quota is spent.", "code": "insufficient_quota"}
        self.reject(429, error, retry_after_ms="20")

    def answer_page(self, status, _):
        self.send(int(status), "text/html", PAGE, {"x-should-retry": "false"})

    def answer_silent(self, _, body):
        self.begin_stream()
        self.rfile.read(1)  # returns when the client closes the connection

    def answer_cut(self, count, body):
        self.stream(body[: int(count)], is_whole=False)

    def answer_end(self, count, body):
        self.stream(body[: int(count)])


def serve(streams):
    """The address of a server with streams by name, which runs meanwhile."""
    return local_server.serve(Handler, streams=streams, counts=collections.Counter())
