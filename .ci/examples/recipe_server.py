"""RecipeServer: streams a recipe to browsers as server-sent events, with a page that shows it.

The events have to arrive while the model still writes, also for several browsers at once; a failure
of the model is an event; and a browser that leaves ends the request to the model.

With a folder for pictures, a headless Chromium opens the page, if playwright is installed.
"""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import socket
import subprocess
import time

from chat_server import Reply, pieces, schema_of, serve
from programs import fail

RECIPE = {
    "name": "Dal mit Röstzwiebeln",
    "minutes": 40,
    "ingredients": [
        {"amount": "200 g", "name": "red lentils"}, {"amount": "2", "name": "onions"},
        {"amount": "1 tsp", "name": "cumin <seeds>"},
    ],
    "steps": [
        "Rinse the lentils.", "Simmer for ½ hour.", "Fry the onions in oil until they are brown.",
    ],
}


def answer(body):
    if list(schema_of(body)["properties"]) != list(RECIPE):
        raise ValueError("other properties")
    prompt = body["messages"][-1]["content"]
    if "reject" in prompt:
        raise ValueError("This is rejected.")
    pause = 0.3 if "slow" in prompt else 0.01
    return Reply(pieces(json.dumps(RECIPE, ensure_ascii=False), 9), pause=pause, size=400)


@contextlib.contextmanager
def running(program, environment):
    """The port of the program's server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [str(program)], env=os.environ | environment | {"PORT": str(port)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            address = ("127.0.0.1", port)
            with contextlib.suppress(ConnectionError), socket.create_connection(address):
                break
            time.sleep(0.05)
        else:
            fail("RecipeServer does not listen")
        yield port
        if process.poll() is not None:
            fail(f"RecipeServer ended with status {process.returncode}")
    finally:
        process.terminate()
        process.wait(timeout=30)


def events(port, path, limit=None):
    """The events of a response, with the time of each; the connection closes after some of them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    response = connection.getresponse()
    if response.status != 200 or response.getheader("content-type") != "text/event-stream":
        fail(f"{path} has status {response.status}, {response.getheader('content-type')}")
    found, name = [], None
    while line := response.readline().decode():
        if line.startswith("event: "):
            name = line.removeprefix("event: ").strip()
        elif line.startswith("data: "):
            found.append((name, json.loads(line.removeprefix("data: ")), time.monotonic()))
            if len(found) == limit:
                break
    connection.close()
    return found


def check_recipe(found):
    *snapshots, (name, recipe, end) = found
    if name != "recipe" or recipe != RECIPE:
        fail(f"the last event is {name}: {recipe}")
    if len(snapshots) < 5 or {name for name, _, _ in snapshots} != {"snapshot"}:
        fail(f"{len(snapshots)} snapshots")
    if end - snapshots[0][2] < 0.05:
        fail("the snapshots arrive at once")
    sizes = [len(json.dumps(snapshot)) for _, snapshot, _ in snapshots]
    if sizes != sorted(sizes) or snapshots[0][1] == RECIPE:
        fail(f"the snapshots do not grow: {sizes}")
    return len(snapshots)


def check_leaving(port, environment):
    """A browser that leaves ends the request, so the model's server cannot send the rest."""
    events(port, "/recipe?dish=slow", limit=2)
    address = environment["OPENAI_BASE_URL"].split("/")[2]
    number = f":{int(address.split(':')[1]):04X}"
    deadline = time.monotonic() + 8
    while time.monotonic() < deadline:
        connections = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
        # 01 is a connection that is established.
        if not any(
                line.split()[2].endswith(number) and line.split()[3] == "01"
                for line in connections):
            return
        time.sleep(0.05)
    fail("a browser left, and the request to the model goes on")


def take_pictures(port, folder):
    from playwright.sync_api import sync_playwright

    chromium = next(
        (path for path in ("/usr/bin/chromium", "/usr/bin/google-chrome") if os.path.exists(path)),
        None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 720, "height": 760})
        page.goto(f"http://127.0.0.1:{port}/")
        page.fill("input", "slow dal")
        page.click("button")
        page.wait_for_selector("article[data-state=growing] ul li:nth-child(2)")
        page.screenshot(path=folder / "growing.png")
        page.wait_for_selector("article[data-state=complete]", timeout=60_000)
        page.screenshot(path=folder / "complete.png")
        text = page.inner_text("article")
        count = int(page.get_attribute("article", "data-snapshots"))
        browser.close()
    if "cumin <seeds>" not in text or RECIPE["steps"][-1] not in text or count < 5:
        fail(f"the page shows, after {count} snapshots: {text}")


def check(program, pictures=None):
    with serve(answer) as environment, running(program, environment) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/")
        page = connection.getresponse()
        is_html = page.getheader("content-type").startswith("text/html")
        if not is_html or b"<form>" not in page.read():
            fail("the page is not a page")
        connection.close()
        count = check_recipe(events(port, "/recipe?dish=dal"))
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for found in pool.map(lambda _: events(port, "/recipe?dish=dal"), range(8)):
                check_recipe(found)
        rejected = events(port, "/recipe?dish=reject")
        if [name for name, _, _ in rejected] != ["problem"] or "rejected" not in rejected[0][1]:
            fail(f"a rejected request gives {rejected}")
        if os.path.exists("/proc/net/tcp"):
            check_leaving(port, environment)
        if pictures:
            take_pictures(port, pictures)
    return f"streams a recipe in {count} snapshots, and to 8 browsers at once"
