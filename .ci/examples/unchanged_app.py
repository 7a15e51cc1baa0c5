"""UnchangedApp: code for FoundationModels that imports nothing else, on a system without the
framework.

A tool, a streamed type, a stored transcript, a dynamic schema and an image go through Chat
Completions; what only Apple's devices have is unavailable.
"""

import json
import pathlib
import tempfile

from chat_server import Reply, pieces, schema_of, serve
from programs import fail, require_equal, run

DISH = {
    "name": "Dal", "duration": 40, "course": "main", "steps": ["Rinse the lentils.", "Simmer."],
}
CALL = {
    "index": 0, "id": "call_1", "type": "function",
    "function": {"name": "readPantry", "arguments": json.dumps({"ingredient": "lentils"})},
}


def answer(body):
    messages = body["messages"]
    if isinstance(messages[0]["content"], list):
        if messages[0]["content"][1]["image_url"]["url"] != "data:image/png;base64,iVBORw0KGgo=":
            raise ValueError("another photo")
        if list(schema_of(body)["properties"]) != ["attachmentLabel"]:
            raise ValueError("another schema")
        return Reply(pieces(json.dumps({"attachmentLabel": "first"})))
    if messages[0] != {"role": "system", "content": "You are a cook.\nUse what the pantry has."}:
        raise ValueError("other instructions")
    tools = [tool["function"]["name"] for tool in body["tools"]]
    if tools != ["readPantry"]:
        raise ValueError(f"other tools: {tools}")
    last = messages[-1]
    if last["role"] == "tool":
        if last["content"] != "There are 500 g of lentils.":
            raise ValueError("another output")
        return Reply(pieces("Dal, of course."))
    if last["content"].startswith("What can I cook"):
        if (body["temperature"], body["max_completion_tokens"]) != (0.5, 200):
            raise ValueError("the options are lost")
        return Reply([{"tool_calls": [CALL]}])
    schema = schema_of(body)
    if last["content"] == "Write that down as a dish.":
        properties = schema["properties"]
        if list(properties) != list(DISH) or properties["duration"]["maximum"] != 120:
            raise ValueError("another schema")
        # Slow enough that a reader on a busy machine sees more than the last state.
        return Reply(pieces(json.dumps(DISH)), pause=0.1)
    if last["content"] == "Is it good?":
        # The answer of another type is in the conversation as the model wrote it.
        if json.loads(messages[-2]["content"]) != DISH:
            raise ValueError("the dish is lost")
        text = json.dumps("good") if schema.get("type") == "string" else json.dumps(
            {next(iter(schema["properties"])): "good"})
        return Reply(pieces(text))
    raise ValueError("another prompt")


def check(program):
    with serve(answer) as environment, tempfile.TemporaryDirectory() as folder:
        photo = pathlib.Path(folder) / "photo.png"
        photo.write_bytes(b"\x89PNG\r\n\x1a\n")
        result = run(program, str(photo), environment=environment)
    if result.returncode:
        fail(f"UnchangedApp fails:\n{result.stdout}{result.stderr}")
    require_equal(result.stdout, """\
idea: Dal, of course.
dish: Dal, 40 minutes, main, 2 steps
streamed: true
verdict: good
transcript: instructions; prompt; calls of readPantry; output; response; \
prompt; response; prompt; response
locale: true
fits: true
tools: true
cloud: not eligible
adapter: none
photo: photo.png
turn: 1
label: first true
feedback: true
""", "the output of UnchangedApp")
    return "runs code for FoundationModels with no other import"
