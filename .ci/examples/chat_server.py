"""A server with OpenAI's Chat Completions whose answers a function makes."""

import contextlib
import dataclasses
import json

import local_server

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
            "data: "
            + json.dumps({"object": "chat.completion.chunk"} | event, ensure_ascii=False) + "\n\n"
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


class Handler(local_server.Handler):
    answer = None

    def do_POST(self):
        body = self.body()
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
            self.give(reply)

    def give(self, reply):
        if reply.status != 200:
            text = json.dumps({"error": {"message": reply.error}}).encode()
            return self.send(reply.status, "application/json", text, reply.headers)
        self.begin_stream(reply.headers)
        self.send_pieces(reply.stream[: reply.length], reply.size, reply.pause)
        self.end_stream()


@contextlib.contextmanager
def serve(answer):
    """The environment for a program that talks to a server, which runs meanwhile.

    The function gets the body of a request, and gives the reply; an error of its own is status
    400.
    """
    with local_server.serve(Handler, answer=staticmethod(answer)) as address:
        yield {"OPENAI_BASE_URL": f"{address}/v1", "OPENAI_API_KEY": "test-key"}
