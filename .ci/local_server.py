"""What the servers of the checks have in common: a free port of this machine, and streams in
pieces."""

import contextlib
import http.server
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def body(self):
        """The body of the request."""
        return self.rfile.read(int(self.headers["Content-Length"]))

    def send(self, status, kind, body, headers={}):
        """Sends a whole response."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def begin_stream(self, headers={}):
        """Sends the head of a stream."""
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def send_pieces(self, body, size, pause=0):
        """Sends a part of a stream in pieces, and waits for some seconds after each."""
        for start in range(0, len(body), size):
            piece = body[start : start + size]
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            self.wfile.flush()
            time.sleep(pause)

    def end_stream(self):
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128


@contextlib.contextmanager
def serve(handler, **members):
    """The address of a server that runs meanwhile, whose handlers have members of the class."""
    server = Server(("127.0.0.1", 0), type("Handler", (handler,), members))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
