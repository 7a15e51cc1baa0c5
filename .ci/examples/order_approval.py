"""OrderApproval: a tool waits for approval, the program ends, and another process goes on.

The order must not be made before it is approved, and the stored conversation has to reach the model
as it was, with the output of the call.
"""

import json
import pathlib
import tempfile

from chat_server import Reply, pieces, schema_of, serve
from programs import fail, require_equal, run

PROMPT = "Leeks for Sunday, please."
ORDER = {"vegetable": "leek", "crates": 3}
CALL = {
    "index": 0, "id": "call_1", "type": "function",
    "function": {"name": "order", "arguments": json.dumps(ORDER)},
}


def answer(body, outputs):
    messages = body["messages"]
    roles = [message["role"] for message in messages]
    if sorted(schema_of(body)["properties"]) != ["crates", "supplier"]:
        raise ValueError("another schema")
    if roles == ["system", "user"] and messages[1]["content"] == PROMPT:
        return Reply([{"tool_calls": [CALL]}])
    if roles != ["system", "user", "assistant", "tool"]:
        raise ValueError(f"another conversation: {roles}")
    [call] = messages[2]["tool_calls"]
    if call["id"] != "call_1" or messages[3]["tool_call_id"] != "call_1":
        raise ValueError("the output is of another call")
    outputs.append(messages[3]["content"])
    crates = json.loads(call["function"]["arguments"])["crates"]
    supplier = "Green & Sons" if "Green" in messages[3]["content"] else "nobody"
    return Reply(pieces(json.dumps({"supplier": supplier, "crates": crates})))


def check(program):
    for options, printed, output in [
        (["--allow"], "Ordered 3 crates of leek.\n3 from Green & Sons\n",
            "Ordered at Green & Sons."),
        (["--crates", "2"], "Ordered 2 crates of leek.\n", "Ordered at Green & Sons."),
        (["--deny", "We have leeks."], "3 from nobody\n", "We have leeks."),
    ]:
        outputs, counts = [], []

        def counted(body):
            counts.append(1)
            return answer(body, outputs)

        with tempfile.TemporaryDirectory() as folder, serve(counted) as environment:
            file = pathlib.Path(folder) / "conversation.json"
            result = run(program, str(file), PROMPT, environment=environment)
            require_equal(
                result.stdout, 'Waits: order {"vegetable": "leek", "crates": 3}\n',
                "OrderApproval prints")
            # A program that goes on without a decision waits again, and asks nobody.
            waiting = run(program, str(file), "--undecided", environment=environment)
            require_equal(waiting.stdout, result.stdout, "OrderApproval waits again")
            if len(counts) != 1:
                fail(f"{len(counts)} requests were sent before the approval, and not 1")
            result = run(program, str(file), *options, environment=environment)
            if result.returncode or not result.stdout.startswith(printed):
                fail(f"OrderApproval {options} prints\n{result.stdout}{result.stderr}")
            if len(outputs) != 1 or output not in outputs[0]:
                fail(f"the model reads {outputs}, and not {output!r}")
            again = run(program, str(file), *options, environment=environment)
            if again.returncode != 1 or "Ordered" in again.stdout:
                fail(f"a conversation that waits for nothing goes on:\n{again.stdout}")
    return "stops for an approval, and goes on in another process: allowed, changed and denied"
