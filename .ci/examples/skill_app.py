"""SkillApp: profiles, a trimmer of histories and skills, written for FoundationModels.

The model opens a skill, whose instructions and tool the next request has. Later requests show
neither the calls of earlier turns nor turns that are too old, and the profile changes with the
state of the app.
"""

import json

from chat_server import Reply, pieces, serve
from programs import fail, require_equal, run

CALL = {
    "index": 0, "id": "call_1", "type": "function",
    "function": {"name": "openSkill", "arguments": json.dumps({"name": "bread"})},
}
CLOSED = "You are a cook.\nSkills: bread, soup. Open one to use it."
OPEN = CLOSED + "\nBread: knead for ten minutes."


def answer(body):
    system, *messages = body["messages"]
    roles = [message["role"] for message in messages]
    tools = [tool["function"]["name"] for tool in body.get("tools", [])]
    found = (system["content"], tools, roles, body["temperature"])
    prompt = next(message["content"] for message in reversed(messages) if message["role"] == "user")
    if prompt == "How do I make bread?" and roles == ["user"]:
        expected, reply = (CLOSED, ["openSkill"], ["user"], 0.5), Reply([{"tool_calls": [CALL]}])
    elif prompt == "How do I make bread?":
        if messages[-1]["content"] != "bread is open.":
            raise ValueError("another output")
        expected = (OPEN, ["openSkill", "flour"], ["user", "assistant", "tool"], 0.5)
        reply = Reply(pieces("Knead it."))
    elif prompt == "And then?":
        expected = (OPEN, ["openSkill", "flour"], ["user", "assistant", "user"], 0.5)
        reply = Reply(pieces("Bake it."))
    else:
        expected = ("Be brief.", [], ["user", "assistant", "user"], 0)
        reply = Reply(pieces("An hour."))
        if messages[0]["content"] != "And then?":
            raise ValueError("the first turn is not forgotten")
    if found != expected:
        raise ValueError(f"found {found}, expected {expected}")
    return reply


def check(program):
    with serve(answer) as environment:
        result = run(program, environment=environment)
    if result.returncode:
        fail(f"SkillApp fails:\n{result.stdout}{result.stderr}")
    require_equal(result.stdout, """\
tool: openSkill, 1 segment
Knead it.
Bake it.
planned
cooking
An hour.
open: ["bread"], answers: 3
entries: 4
""", "the output of SkillApp")
    return "runs profiles with skills and a trimmed history"
