"""A server with OpenAI's Chat Completions whose answers a function makes."""

import contextlib
import dataclasses
import http.server
import json
import threading
import time

USAGE = {
    "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
    "prompt_tokens_details": {"cached_tokens": 60},
    "completion_tokens_details": {"reasoning_tokens": 0},
}


@dataclasses.dataclass
class Reply:
    """What the server sends: a stream of events, or an error with a status."""

    deltas: list = dataclasses.field(default_factory=list)
    status: int = 200
    error: str = ""
    headers: dict = dataclasses.field(default_factory=dict)
    pause: float = 0  # in seconds, after each piece
    size: int = 97  # of a piece, which may end inside of lines, of characters and of numbers
    length: int | None = None  # of what is sent before the connection is closed

    @property
    def stream(self):
        deltas = [{"role": "assistant", "content": ""}, *self.deltas]
        events = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        reason = "tool_calls" if any("tool_calls" in delta for delta in self.deltas) else "stop"
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        events.append({"choices": [], "usage": USAGE})
        lines = [
            f"data: {json.dumps({'object': 'chat.completion.chunk'} | event, ensure_ascii=False)}\n\n"
            for event in events]
        return "".join([*lines, "data: [DONE]\n\n"]).encode()


def pieces(text, size=7):
    """The deltas of a text."""
    return [{"content": text[start : start + size]} for start in range(0, len(text), size)]


def schema_of(body):
    """The schema of a request's answer; an error if it is not strict."""
    form = body["response_format"]
    if form["type"] != "json_schema" or form["json_schema"]["strict"] is not True:
        raise ValueError("no strict schema")
    return form["json_schema"]["schema"]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answer = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            if self.path != "/v1/chat/completions":
                raise ValueError(f"no such path: {self.path}")
            if self.headers.get("Authorization") != "Bearer test-key":
                raise ValueError("no key")
            body = json.loads(body)
            if body.get("stream") is not True or not body.get("model"):
                raise ValueError("neither model nor stream")
            reply = type(self).answer(body)
        except (ValueError, LookupError, TypeError) as error:
            reply = Reply(status=400, error=str(error))
        # A client may leave before it has read everything.
        with contextlib.suppress(ConnectionError):
            self.send(reply)

    def send(self, reply):
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 200:
            text = json.dumps({"error": {"message": reply.error}}).encode()
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
            return
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        stream = reply.stream[: reply.length]
        for start in range(0, len(stream), reply.size):
            piece = stream[start : start + reply.size]
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            self.wfile.flush()
            time.sleep(reply.pause)
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64


@contextlib.contextmanager
def serve(answer):
    """The environment for a program that talks to a server, which runs meanwhile.

    The function gets the body of a request, and gives the reply; an error of its own is a status 400.
    """
    handler = type("Handler", (Handler,), {"answer": staticmethod(answer)})
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {
            "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_address[1]}/v1",
            "OPENAI_API_KEY": "test-key",
        }
    finally:
        server.shutdown()
