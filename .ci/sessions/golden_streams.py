"""The streams that providers send, made of the types that they ship in their own Python packages.

Each event is written here as what it says, read by its type, and written by that type. So a stream
changes, and the check fails, where a new version of a package no longer knows a key.
"""

import base64
import binascii
import json
import struct

import botocore.eventstream
import botocore.exceptions
import botocore.parsers
import pydantic
from anthropic.types import ErrorResponse
from openai.types.shared import ErrorObject

from vendor_types import BEDROCK, EVENTS, REPLIES

TEXT = ["Da", "l ü ", "🍲"]
STRUCTURE = ['{"na', 'me":"Dal ü","min', 'utes":40}']
CALLS = [("a", "soup"), ("b", "pie")]
REFUSAL = ["I can", "not."]
OVERLOADED = "overloaded"
THOUGHT = "Soup, then."
# Base64, as the providers write it.
SIGNATURE = "c2lnbmF0dXJl"


def extras(value):
    """What of an event its type does not declare."""
    if isinstance(value, pydantic.BaseModel):
        found = list(value.model_extra or {})
        return found + [
            key for name in value.model_fields_set for key in extras(getattr(value, name))]
    if isinstance(value, list):
        return [key for element in value for key in extras(element)]
    return []


def written(check, event):
    """An event as the text that its own type writes."""
    typed = check(json.loads(json.dumps(event)))
    if unknown := extras(typed):
        raise ValueError(f"the type of the event does not declare {unknown}: {event}")
    value = typed.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def data_lines(provider, events, end=""):
    return "".join(f"data: {written(EVENTS[provider], event)}\n\n" for event in events) + end


def typed_lines(provider, events):
    return "".join(
        f"event: {event['type']}\ndata: {written(EVENTS[provider], event)}\n\n" for event in events)


# Chat Completions


def chat(deltas, reason="stop", **end):
    def chunk(delta, finish_reason=None):
        return {
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
        }

    usage = {
        "prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13,
        "prompt_tokens_details": {"cached_tokens": 8},
        "completion_tokens_details": {"reasoning_tokens": 1},
    }
    events = [chunk({"role": "assistant", "content": ""}), *map(chunk, deltas)]
    if reason is None:
        return data_lines("chat", events, **end)
    events += [chunk({}, reason), chunk({}) | {"choices": [], "usage": usage}]
    return data_lines("chat", events, end="data: [DONE]\n\n")


def chat_calls(calls):
    deltas = [
        {"tool_calls": [{
            "index": index, "id": id, "type": "function",
            "function": {"name": "find", "arguments": ""}}]}
        for index, (id, _) in enumerate(calls)
    ]
    # The pieces of calls that are made at the same time take turns.
    for piece in range(2):
        for index, (_, term) in enumerate(calls):
            text = ['{"term":', f'"{term}"}}'][piece]
            deltas.append({"tool_calls": [{"index": index, "function": {"arguments": text}}]})
    return chat(deltas, "tool_calls")


def chat_streams():
    error = ErrorObject(message=OVERLOADED, type="server_error", param=None, code=None)
    error = json.dumps({"error": error.model_dump()})
    return {
        "text": chat([{"content": piece} for piece in TEXT]),
        "structure": chat([{"content": piece} for piece in STRUCTURE]),
        "tool": chat_calls(CALLS[:1]),
        "parallel": chat_calls(CALLS),
        "refusal": chat([{"refusal": piece} for piece in REFUSAL]),
        "length": chat([{"content": STRUCTURE[0]}], "length"),
        "filter": chat([{"content": "Da"}], "content_filter"),
        "error": chat([{"content": "Da"}], None, end=f"data: {error}\n\n"),
    }


# Responses


def response(status, **fields):
    return {
        "id": "resp-1", "object": "response", "created_at": 1, "model": "m", "status": status,
        "output": [], "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
        "error": None, "incomplete_details": None,
    } | fields


def responses(events, end="response.completed", **fields):
    usage = {
        "input_tokens": 9, "input_tokens_details": {"cached_tokens": 8, "cache_write_tokens": 0},
        "output_tokens": 4, "output_tokens_details": {"reasoning_tokens": 1}, "total_tokens": 13,
    }
    all_events = [{"type": "response.created", "response": response("in_progress")}, *events]
    if end:
        status = end.removeprefix("response.")
        all_events.append({"type": end, "response": response(status, usage=usage, **fields)})
    return typed_lines(
        "responses",
        [{**event, "sequence_number": number} for number, event in enumerate(all_events)])


def message_events(pieces, kind="output_text"):
    item = {
        "id": "msg-1", "type": "message", "role": "assistant", "status": "in_progress",
        "content": []}
    place = {"item_id": "msg-1", "output_index": 0, "content_index": 0}
    part = (
        {"type": "output_text", "text": "", "annotations": []} if kind == "output_text"
        else {"type": "refusal", "refusal": ""})
    logprobs = {"logprobs": []} if kind == "output_text" else {}
    events = [
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.content_part.added", **place, "part": part},
    ]
    events += [
        {"type": f"response.{kind}.delta", **place, "delta": piece, **logprobs} for piece in pieces]
    whole = {"text" if kind == "output_text" else "refusal": "".join(pieces)}
    return events + [{"type": f"response.{kind}.done", **place, **whole, **logprobs}]


def function_events(calls):
    added, deltas, done = [], [], []
    for index, (id, term) in enumerate(calls):
        item = {
            "id": f"fc-{id}", "type": "function_call", "call_id": id, "name": "find",
            "arguments": "", "status": "in_progress",
        }
        place = {"item_id": item["id"], "output_index": index}
        text = json.dumps({"term": term}, separators=(",", ":"))
        added.append({"type": "response.output_item.added", "output_index": index, "item": item})
        deltas += [
            {"type": "response.function_call_arguments.delta", **place, "delta": piece}
            for piece in (text[:5], text[5:])]
        done += [
            {
                "type": "response.function_call_arguments.done", **place, "arguments": text},
            {
                "type": "response.output_item.done", "output_index": index,
                "item": item | {"arguments": text, "status": "completed"}},
        ]
    return added + deltas + done


def thought_events():
    item = {"id": "rs-1", "type": "reasoning", "summary": []}
    place = {"item_id": "rs-1", "output_index": 9, "summary_index": 0}
    summary = [{"type": "summary_text", "text": THOUGHT}]
    return [
        {"type": "response.output_item.added", "output_index": 9, "item": item},
        {"type": "response.reasoning_summary_text.delta", **place, "delta": THOUGHT},
        {"type": "response.reasoning_summary_text.done", **place, "text": THOUGHT},
        {
            "type": "response.output_item.done", "output_index": 9,
            "item": item | {"summary": summary, "encrypted_content": SIGNATURE}},
    ]


def responses_streams():
    return {
        "text": responses(message_events(TEXT)),
        "structure": responses(message_events(STRUCTURE)),
        "tool": responses(function_events(CALLS[:1])),
        "parallel": responses(function_events(CALLS)),
        "thought": responses(thought_events() + function_events(CALLS[:1])),
        "refusal": responses(message_events(REFUSAL, "refusal")),
        "length": responses(
            message_events(STRUCTURE[:1]), "response.incomplete",
            incomplete_details={"reason": "max_output_tokens"}),
        "filter": responses(
            message_events(["Da"]), "response.incomplete",
            incomplete_details={"reason": "content_filter"}),
        "error": responses(
            [*message_events(["Da"])[:3], {
                "type": "error", "code": "server_error", "message": OVERLOADED, "param": None}],
            end=None),
        "failed": responses(
            message_events(["Da"])[:3], "response.failed",
            error={"code": "server_error", "message": OVERLOADED}),
    }


# Messages


def messages(blocks, reason="end_turn", end=None, details=None):
    usage = {
        "input_tokens": 1, "cache_read_input_tokens": 8, "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    events = [
        {
            "type": "message_start",
            "message": {
                "id": "msg-1", "type": "message", "role": "assistant", "model": "m", "content": [],
                "stop_reason": None, "stop_sequence": None, "usage": usage,
            },
        },
        {"type": "ping"},
    ]
    for index, (start, deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [
            {"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": index})
    if reason:
        delta = {"stop_reason": reason, "stop_sequence": None, "container": None}
        if details:
            delta["stop_details"] = details
        usage = {"output_tokens": 4, "output_tokens_details": {"thinking_tokens": 1}}
        events += [
            {"type": "message_delta", "delta": delta, "usage": usage}, {"type": "message_stop"}]
    text = "".join(
        # The packages have no type for a ping, which they skip.
        "event: ping\ndata: {\"type\": \"ping\"}\n\n" if event["type"] == "ping"
        else typed_lines("anthropic", [event])
        for event in events)
    return text + (end or "")


def text_block(pieces):
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return {"type": "text", "text": "", "citations": None}, deltas


def thought_block():
    deltas = [
        {"type": "thinking_delta", "thinking": THOUGHT},
        {"type": "signature_delta", "signature": SIGNATURE}]
    return {"type": "thinking", "thinking": "", "signature": ""}, deltas


def call_block(id, term):
    text = json.dumps({"term": term}, separators=(",", ":"))
    deltas = [
        {"type": "input_json_delta", "partial_json": piece} for piece in ("", text[:5], text[5:])]
    return {"type": "tool_use", "id": id, "name": "find", "input": {}}, deltas


def messages_streams():
    error = {"type": "error", "error": {"type": "overloaded_error", "message": OVERLOADED}}
    return {
        "text": messages([text_block(TEXT)]),
        "structure": messages([text_block(STRUCTURE)]),
        "tool": messages([call_block(*CALLS[0])], "tool_use"),
        "parallel": messages([call_block(*call) for call in CALLS], "tool_use"),
        "thought": messages([thought_block(), call_block(*CALLS[0])], "tool_use"),
        "refusal": messages(
            [text_block(["I"])], "refusal",
            details={"type": "refusal", "category": None, "explanation": "".join(REFUSAL)}),
        "length": messages([text_block(STRUCTURE[:1])], "max_tokens"),
        "error": messages(
            [text_block(["Da"])], None,
            end=f"event: error\ndata: {written(ErrorResponse.model_validate, error)}\n\n"),
    }


# Gemini


def gemini(parts, reason="STOP", **fields):
    events = []
    for index, part in enumerate(parts):
        candidate = {"index": 0, "content": {"role": "model", "parts": part}}
        if reason and index == len(parts) - 1:
            candidate["finishReason"] = reason
        events.append({"candidates": [candidate], "modelVersion": "m", "responseId": "r-1"})
    if reason:
        events[-1]["usageMetadata"] = {
            "promptTokenCount": 9, "cachedContentTokenCount": 8, "candidatesTokenCount": 3,
            "thoughtsTokenCount": 1, "totalTokenCount": 13,
        }
    return data_lines("gemini", events, **fields)


def gemini_streams():
    def texts(pieces):
        return [[{"text": piece}] for piece in pieces]

    def calls(calls):
        return [[
            {"functionCall": {"id": id, "name": "find", "args": {"term": term}}}
            for id, term in calls]]

    call = calls(CALLS[:1])
    call[0][0]["thoughtSignature"] = SIGNATURE
    error = {"error": {"code": 503, "message": OVERLOADED, "status": "UNAVAILABLE"}}
    blocked = {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": "m"}
    return {
        "text": gemini(texts(TEXT)),
        "structure": gemini(texts(STRUCTURE)),
        "tool": gemini(calls(CALLS[:1])),
        "parallel": gemini(calls(CALLS)),
        "thought": gemini([[{"text": THOUGHT, "thought": True}], *call]),
        "length": gemini(texts(STRUCTURE[:1]), "MAX_TOKENS"),
        "filter": gemini(texts(["Da"]), "SAFETY"),
        "blocked": data_lines("gemini", [blocked]),
        # Not an event: the client of Google reads such lines in the middle of a stream.
        "error": gemini(texts(["Da"]), None, end=json.dumps(error, indent=2) + "\n"),
    }


# Ollama


def ollama(messages, reason="stop", end=""):
    head = {"model": "m", "created_at": "2026-01-01T00:00:00Z"}
    events = [{**head, "message": {"role": "assistant", **message}, "done": False}
              for message in messages]
    if reason:
        events.append({
            **head, "message": {"role": "assistant", "content": ""}, "done": True,
            "done_reason": reason, "prompt_eval_count": 9, "eval_count": 4})
    return "".join(written(EVENTS["ollama"], event) + "\n" for event in events) + end


def ollama_streams():
    def calls(calls):
        return [{"content": "", "tool_calls": [
            {"function": {"name": "find", "arguments": {"term": term}}} for _, term in calls]}]

    return {
        "text": ollama([{"content": piece} for piece in TEXT]),
        "structure": ollama([{"content": piece} for piece in STRUCTURE]),
        "tool": ollama(calls(CALLS[:1])),
        "parallel": ollama(calls(CALLS)),
        "length": ollama([{"content": STRUCTURE[0]}], "length"),
        "error": ollama([{"content": "Da"}], None, json.dumps({"error": OVERLOADED}) + "\n"),
    }


# Whole replies, which batches have


def replies():
    """A reply of each provider with thoughts and a value."""
    text = "".join(STRUCTURE)
    usage = {"input_tokens": 1, "output_tokens": 4}
    chat_usage = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
    message = {"role": "assistant", "content": text, "refusal": None}
    said = [{"type": "output_text", "text": text, "annotations": [], "logprobs": []}]
    items = [
        {
            "id": "rs-1", "type": "reasoning", "encrypted_content": SIGNATURE,
            "summary": [{"type": "summary_text", "text": THOUGHT}]},
        {"id": "msg-1", "type": "message", "role": "assistant", "status": "completed",
            "content": said},
    ]
    response_usage = {
        "input_tokens": 9, "input_tokens_details": {"cached_tokens": 8, "cache_write_tokens": 0},
        "output_tokens": 4, "output_tokens_details": {"reasoning_tokens": 1}, "total_tokens": 13,
    }
    blocks = [
        {"type": "thinking", "thinking": THOUGHT, "signature": SIGNATURE},
        {"type": "text", "text": text, "citations": None}]
    values = {
        "chat": {
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [
                {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
            "usage": chat_usage,
        },
        "responses": response("completed", output=items, usage=response_usage),
        "anthropic": {
            "custom_id": "soup",
            "result": {"type": "succeeded", "message": {
                "id": "msg-1", "type": "message", "role": "assistant", "model": "m",
                "content": blocks, "stop_reason": "end_turn", "stop_sequence": None,
                "usage": usage | {"cache_read_input_tokens": 8, "cache_creation_input_tokens": 0},
            }},
        },
        "gemini": {
            "candidates": [{
                "index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": [
                    {"text": THOUGHT, "thought": True},
                    {"text": text, "thoughtSignature": SIGNATURE}]}}],
            "usageMetadata": {
                "promptTokenCount": 9, "candidatesTokenCount": 3, "thoughtsTokenCount": 1,
                "totalTokenCount": 13},
            "modelVersion": "m", "responseId": "r-1",
        },
    }
    return {
        f"{provider}.reply.json": (written(REPLIES[provider], value) + "\n").encode()
        for provider, value in values.items()}


# Bedrock, whose package reads such streams and writes none


def frame(kind, name, value):
    """A message of Amazon's event stream."""
    headers = b""
    fields = [
        (f":{kind}-type", name), (":content-type", "application/json"), (":message-type", kind)]
    for key, text in fields:
        headers += struct.pack("!B", len(key)) + key.encode() + b"\x07"
        headers += struct.pack("!H", len(text)) + text.encode()
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    prelude = struct.pack("!II", 16 + len(headers) + len(payload), len(headers))
    message = prelude + struct.pack("!I", binascii.crc32(prelude)) + headers + payload
    return message + struct.pack("!I", binascii.crc32(message))


def as_read(value):
    """A value as the package gives it, which decodes the bytes that JSON has as Base64."""
    if isinstance(value, dict):
        return {
            key: base64.b64decode(part) if key == "redactedContent" else as_read(part)
            for key, part in value.items()}
    return value


def converse(events, error=None):
    """A stream, which the package reads as what it is made of."""
    stream = b"".join(frame("event", *event) for event in events)
    if error:
        stream += frame("exception", *error)

    class Raw:
        def stream(self):
            yield stream

    shape = BEDROCK.operation_model("ConverseStream").output_shape.members["stream"]
    parser = botocore.parsers.EventStreamJSONParser()
    found, failure = [], None
    try:
        for event in botocore.eventstream.EventStream(Raw(), shape, parser, "ConverseStream"):
            found.append(event)
    except botocore.exceptions.EventStreamError as raised:
        failure = (raised.response["Error"]["Code"], raised.response["Error"]["Message"])
    if found != [{name: as_read(value)} for name, value in events]:
        raise ValueError(f"the package reads another stream: {found}")
    if failure != (error and (error[0], error[1]["message"])):
        raise ValueError(f"the package reads another error: {failure}")
    return stream


def converse_blocks(blocks, reason="end_turn"):
    events = [("messageStart", {"role": "assistant"})]
    for index, (start, deltas) in enumerate(blocks):
        place = {"contentBlockIndex": index}
        if start:
            events.append(("contentBlockStart", {**place, "start": start}))
        events += [("contentBlockDelta", {**place, "delta": delta}) for delta in deltas]
        events.append(("contentBlockStop", place))
    if reason:
        usage = {
            "inputTokens": 1, "outputTokens": 4, "totalTokens": 13, "cacheReadInputTokens": 8,
            "cacheWriteInputTokens": 0}
        events += [
            ("messageStop", {"stopReason": reason}),
            ("metadata", {"usage": usage, "metrics": {"latencyMs": 1}})]
    return events


def converse_streams():
    def text(pieces):
        return None, [{"text": piece} for piece in pieces]

    def call(id, term):
        arguments = json.dumps({"term": term}, separators=(",", ":"))
        start = {"toolUse": {"toolUseId": id, "name": "find"}}
        return start, [{"toolUse": {"input": piece}} for piece in (arguments[:5], arguments[5:])]

    thought = None, [
        {"reasoningContent": {"text": THOUGHT}}, {"reasoningContent": {"signature": SIGNATURE}}]
    redacted = None, [{"reasoningContent": {"redactedContent": SIGNATURE}}]
    return {
        "text": converse(converse_blocks([text(TEXT)])),
        "structure": converse(converse_blocks([text(STRUCTURE)])),
        "tool": converse(converse_blocks([call(*CALLS[0])], "tool_use")),
        "parallel": converse(converse_blocks([call(*each) for each in CALLS], "tool_use")),
        "thought": converse(
            converse_blocks([thought, redacted, call(*CALLS[0])], "tool_use")),
        "length": converse(converse_blocks([text(STRUCTURE[:1])], "max_tokens")),
        "filter": converse(converse_blocks([text(["Da"])], "guardrail_intervened")),
        "error": converse(
            converse_blocks([text(["Da"])], None),
            ("modelStreamErrorException", {"message": OVERLOADED})),
        "limit": converse(
            converse_blocks([text(["Da"])], None),
            ("throttlingException", {"message": "Slow down"})),
    }


def all_streams():
    """The streams, by the name of their file."""
    providers = {
        "chat": chat_streams, "responses": responses_streams, "anthropic": messages_streams,
        "gemini": gemini_streams, "ollama": ollama_streams,
    }
    return {
        f"{provider}.{case}.txt": stream.encode()
        for provider, streams in providers.items() for case, stream in streams().items()
    } | replies() | {f"bedrock.{case}.bin": stream for case, stream in converse_streams().items()}
