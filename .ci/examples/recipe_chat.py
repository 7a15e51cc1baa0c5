"""RecipeChat, the program of README.md: it sends its request without a session.

It has to show the recipe while it arrives, and to end with an error if the server rejects the
request or the stream ends early.
"""

import json

from chat_server import Reply, pieces, schema_of, serve
from programs import fail, run

ANSWER = {
    "name": "Dal mit Röstzwiebeln",
    "minutes": 40,
    "steps": ["Rinse the lentils.", "Simmer until soft: ½ hour.", "Add the onions \U0001f9c5."],
}


def answer(body):
    if [message["role"] for message in body["messages"]] != ["user"]:
        raise ValueError("other messages")
    schema = schema_of(body)
    properties = list(schema["properties"])
    if schema["type"] != "object" or schema["additionalProperties"] is not False:
        raise ValueError("the root is not a closed object")
    if properties != ["name", "minutes", "steps"] or schema["required"] != properties:
        raise ValueError(f"properties in another order, or not required: {properties}")
    minutes = schema["properties"]["minutes"]
    if (minutes["minimum"], minutes["maximum"]) != (5, 120):
        raise ValueError("the range is lost")
    return Reply(pieces(json.dumps(ANSWER, ensure_ascii=False)), pause=0.01)


def cut(body):
    reply = answer(body)
    reply.length = len(reply.stream) // 2
    return reply


def check(program):
    with serve(answer) as environment:
        result = run(program, environment=environment)
        rejected = run(program, environment=environment | {"OPENAI_API_KEY": "another"})
    with serve(cut) as environment:
        ended = run(program, environment=environment)

    lines = result.stdout.splitlines()
    if result.returncode or lines[-1:] != ["Dal mit Röstzwiebeln, 40 minutes, 3 steps"]:
        fail(f"RecipeChat ends otherwise:\n{result.stdout}{result.stderr}")
    names = {line.split(" – ")[0] for line in lines[:-1]}
    if len(names) < 3 or not all(name == "…" or ANSWER["name"].startswith(name) for name in names):
        fail(f"the name does not grow:\n{result.stdout}")
    if rejected.returncode == 0 or "No recipe: The request failed (HTTP 4" not in rejected.stdout:
        fail(f"a rejected request is not an error:\n{rejected.stdout}{rejected.stderr}")
    problem = "No recipe: The request failed: OpenAI: the stream ended"
    if ended.returncode == 0 or problem not in ended.stdout:
        fail(f"an answer that is cut off is not an error:\n{ended.stdout}{ended.stderr}")
    return f"shows {len(lines) - 1} states of a recipe, then the recipe"
