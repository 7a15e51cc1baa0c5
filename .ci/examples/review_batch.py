"""ReviewBatch: a batch is started by one process, and its results are read by another.

The server is that of OpenAI's files and batches. Its results are in another order than the
requests, one of them is an error, one is damaged, and one does not fit its type.
"""

import email.parser
import email.policy
import json
import pathlib
import tempfile

import local_server
from programs import fail, require_equal, run

TEXTS = ["The soup was lovely.", "Cold fries!", "The pie was fine, the soup was not.", "?", "Hm."]
REVIEWS = {
    "review-1": {"kind": "praise", "dishes": ["soup"]},
    "review-3": {"kind": "mixed", "dishes": ["pie", "soup"]},
    "review-5": {"kind": "poem", "dishes": []},
}


class Handler(local_server.Handler):
    requests, polls = None, None

    def give(self, value):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send(200, "application/json", body)

    def do_POST(self):
        body = self.body()
        if self.headers["Authorization"] != "Bearer test-key":
            return self.send(401, "application/json", b'{"error":{"message":"no key"}}')
        if self.path == "/v1/files":
            head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
            parser = email.parser.BytesParser(policy=email.policy.HTTP)
            form = {
                part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                for part in parser.parsebytes(head + body).iter_parts()}
            if form["purpose"] != b"batch":
                return self.send(400, "application/json", b'{"error":{"message":"no purpose"}}')
            self.requests += [json.loads(line) for line in form["file"].splitlines()]
            return self.give({"id": "file-1", "object": "file"})
        if self.path == "/v1/batches":
            asked = json.loads(body)
            if asked != {
                    "input_file_id": "file-1", "endpoint": "/v1/responses",
                    "completion_window": "24h"}:
                return self.send(400, "application/json", b'{"error":{"message":"another batch"}}')
            return self.give({"id": "batch_1", "object": "batch", "status": "validating"})
        self.send(404, "application/json", b"{}")

    def do_GET(self):
        if self.path == "/v1/batches/batch_1":
            self.polls.append(1)
            if len(self.polls) < 3:
                return self.give({"id": "batch_1", "status": "in_progress"})
            return self.give({
                "id": "batch_1", "status": "completed", "output_file_id": "out",
                "error_file_id": "err"})
        if self.path == "/v1/files/out/content":
            lines = [json.dumps(result(name, review)) for name, review in reversed(REVIEWS.items())]
            return self.give(("\n".join(['{"custom_id":"review-4","resp', *lines]) + "\n").encode())
        if self.path == "/v1/files/err/content":
            error = {"error": {"message": "Too busy.", "type": "server_error"}}
            return self.give(json.dumps({
                "id": "r", "custom_id": "review-2", "error": None,
                "response": {"status_code": 500, "request_id": "q", "body": error}}).encode())
        self.send(404, "application/json", b"{}")


def result(name, review):
    content = [{"type": "output_text", "text": json.dumps(review), "annotations": []}]
    message = {
        "type": "message", "id": "m", "role": "assistant", "status": "completed",
        "content": content}
    body = {
        "id": "resp", "object": "response", "model": "m", "status": "completed",
        "output": [message]}
    return {
        "id": name, "custom_id": name, "error": None,
        "response": {"status_code": 200, "request_id": "q", "body": body}}


def check(program):
    requests, polls = [], []
    with tempfile.TemporaryDirectory() as folder, \
            local_server.serve(Handler, requests=requests, polls=polls) as address:
        environment = {
            "OPENAI_BASE_URL": f"{address}/v1", "OPENAI_API_KEY": "test-key",
            "POLL_SECONDS": "0.05"}
        file = pathlib.Path(folder) / "batch.json"
        started = run(program, str(file), *TEXTS, environment=environment)
        require_equal(started.stdout, "Started batch_1 with 5 requests.\n", "ReviewBatch prints")
        if "test-key" in file.read_text() or "soup" in file.read_text():
            fail("the stored batch has a key or a prompt")
        for request, text in zip(requests, TEXTS, strict=True):
            body = request["body"]
            if text not in json.dumps(body["input"]) or "stream" in body:
                fail(f"another request: {request}")
            if sorted(body["text"]["format"]["schema"]["properties"]) != ["dishes", "kind"]:
                fail("another schema")
        for _ in range(2):
            read = run(program, str(file), environment=environment)
            lines = read.stdout.splitlines()
            require_equal(
                lines[:2], ["The batch is completed.", "review-1: praise, soup"], "it prints")
            require_equal(lines[3], "review-3: mixed, pie and soup", "it prints")
            for line, words in [(2, "Too busy."), (4, "no readable result"), (5, "kind")]:
                if words not in lines[line]:
                    fail(f"{lines[line]!r} does not say {words!r}")
    return "starts a batch, and reads its results in other processes, each with its own error"
