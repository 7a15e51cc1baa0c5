"""ToolChat: a chat in which the model calls two tools at the same time, one of which fails.

The outputs have to reach the model in the order of the calls, and a turn that the server rejects
has to leave nothing in the next request.
"""

import json
import re

from chat_server import Reply, pieces, serve
from programs import fail, require_equal, run

CALLS = [
    ("call_1", "find_recipes", {"ingredient": "onion", "maximumMinutes": None}),
    ("call_2", "set_timer", {"minutes": 90}),
]
FOUND = [
    {"name": "Dal", "minutes": 40, "ingredients": ["lentils", "onion", "cumin"]},
    {"name": "Risotto", "minutes": 35, "ingredients": ["rice", "onion"]},
]
PROMPTS = ["Something with onion, and a timer for it", "Reject this", "Thank you"]
ANSWERS = ["Dal takes 40 minutes, risotto 35.", "You are welcome – bon appétit!"]


def call_deltas():
    """The calls, in pieces that take turns."""
    deltas = pieces("Let me look.", 5)
    for part in range(2):
        for index, (id, name, arguments) in enumerate(CALLS):
            text = json.dumps(arguments)
            half = len(text) // 2
            function = {"arguments": [text[:half], text[half:]][part]}
            call = {"index": index, "function": function}
            if part == 0:
                call |= {"id": id, "type": "function"}
                function["name"] = name
            deltas.append({"tool_calls": [call]})
    return deltas


def answer(body):
    messages = body["messages"]
    if sorted(tool["function"]["name"] for tool in body["tools"]) != ["find_recipes", "set_timer"]:
        raise ValueError("other tools")
    prompts = [message["content"] for message in messages if message["role"] == "user"]
    if prompts[-1] == PROMPTS[1]:
        raise ValueError("This is rejected.")
    if PROMPTS[1] in prompts:
        raise ValueError("a rejected turn is still in the transcript")
    if messages[-1]["role"] == "tool":
        outputs = [message for message in messages if message["role"] == "tool"]
        if [output["tool_call_id"] for output in outputs] != [id for id, _, _ in CALLS]:
            raise ValueError("the outputs are not in the order of the calls")
        if json.loads(outputs[0]["content"]) != FOUND:
            raise ValueError(f"another output: {outputs[0]['content']}")
        if outputs[1]["content"] != "The tool failed: The timer goes up to 60 minutes.":
            raise ValueError(f"another error: {outputs[1]['content']}")
        return Reply(pieces(ANSWERS[0]), pause=0.01)
    if prompts[-1] == PROMPTS[0]:
        return Reply(call_deltas(), pause=0.01)
    if [message["role"] for message in messages] != [
        "system", "user", "assistant", "tool", "tool", "assistant", "user",
    ]:
        raise ValueError(f"another conversation: {messages}")
    return Reply(pieces(ANSWERS[1]), pause=0.01)


def check(program):
    with serve(answer) as environment:
        result = run(program, environment=environment, input="\n".join(PROMPTS) + "\n\n")
    if result.returncode:
        fail(f"ToolChat fails:\n{result.stdout}{result.stderr}")
    # A slow reader may miss what the model says beside its calls.
    output = re.sub(r"> (Let me look\.|Let me? ?|Let m)\n", "> ", result.stdout)
    require_equal(output, f"""\
Ask for a recipe. An empty line ends the chat.
> {ANSWERS[0]}
> 
No answer: The request failed (HTTP 400): OpenAI: This is rejected.
> {ANSWERS[1]}
> 
called find_recipes with {{"ingredient": "onion"}}
called set_timer with {json.dumps(CALLS[1][2])}
360 tokens
""", "ToolChat prints")
    return "calls two tools at once, reads an error of one, and survives a rejected turn"
