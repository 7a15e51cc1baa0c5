"""A server of the Model Context Protocol that the package `mcp` runs, for .ci/check-mcp.

    mcp_server.py            over standard input and output
    mcp_server.py PORT       over HTTP on a port of this machine

With MCP_LEGACY=1 it answers as a server that knows the revisions with a handshake only.
"""

import json
import os
import sys

import anyio
from mcp.server.mcpserver import Audio, Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel

LEGACY = os.environ.get("MCP_LEGACY") == "1"
server = MCPServer("weather", instructions="Ask for one city at a time.")


class Weather(BaseModel):
    city: str
    degrees: int


@server.tool(description="Says what the weather is")
def weather(city: str) -> Weather:
    return Weather(city=city, degrees=31)


@server.tool(description="Fails")
def broken(city: str) -> str:
    raise ToolError(f"no data for {city}")


PICTURE = b"\x89PNG\r\n\x1a\n" + bytes([1, 2, 3])


@server.tool(description="Takes a picture", structured_output=False)
async def photograph(ctx: Context) -> list:
    await ctx.report_progress(1, 2, "focus")
    await ctx.info("click")
    return ["The sky:", Image(data=PICTURE, format="png"), Audio(data=b"wind", format="wav")]


@server.tool(description="Says that something has changed", structured_output=False)
async def change(ctx: Context) -> str:
    await ctx.notify_tools_changed()
    await ctx.notify_resource_updated("menu://today")
    return "changed"


@server.resource("menu://today", name="Menu", mime_type="text/markdown")
def menu() -> str:
    return "# Soup"


@server.resource("menu://photo", name="Photo", mime_type="image/png")
def photo() -> bytes:
    return PICTURE


@server.resource("menu://{day}", name="Menus")
def menu_of(day: str) -> str:
    return day


@server.prompt(name="cook")
def cook(ingredient: str) -> str:
    return f"Cook with {ingredient}."


class Refusal:
    """Refuses what came after the revisions with a handshake, as older servers do."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        headers = dict(scope.get("headers", []))
        if headers.get(b"mcp-protocol-version", b"") >= b"2026":
            await send({"type": "http.response.start", "status": 400, "headers": []})
            body = b"Bad Request: Unsupported protocol version"
            await send({"type": "http.response.body", "body": body})
            return
        await self.app(scope, receive, send)


def run_legacy_stdio():
    """Answers the newest method itself, and gives all else to the package."""
    import subprocess

    environment = {**os.environ, "MCP_LEGACY": "0"}
    child = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, env=environment)
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message.get("method") == "server/discover":
            error = {"code": -32601, "message": "Method not found"}
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}), flush=True)
            continue
        child.stdin.write(line)
        child.stdin.flush()
    child.stdin.close()
    child.wait()


if len(sys.argv) > 1:
    import uvicorn

    app = server.streamable_http_app()
    uvicorn.run(Refusal(app) if LEGACY else app, port=int(sys.argv[1]), log_level="error")
elif LEGACY:
    run_legacy_stdio()
else:
    anyio.run(server.run_stdio_async)
