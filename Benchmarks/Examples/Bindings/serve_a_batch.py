#!/usr/bin/env python3
"""Serves many requests in batches, like the engine vLLM: with tool calls, drafts and events.

usage: serve_a_batch.py LIBRARY [TOKENIZER]

In place of the model and of the smaller model for drafts, all allowed tokens are equally likely.
Use the logits of your models instead. Without a tokenizer, the tokens are bytes and a few words.
At the end, the program prints the counts as one line of JSON.
"""

import json
import random
import sys
import time

import numpy

import schemakit
from schemakit_vllm import SchemaKitBackend

BATCH = 64
REQUESTS = 192
DRAFT = 3
TOOL = {
    "name": "weather",
    "parameters": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "maxLength": 12},
            "days": {"type": "integer", "minimum": 1, "maximum": 14},
        },
        "required": ["city", "days"],
        "additionalProperties": False,
    },
}
PLANS = [
    {"format": "hermes", "tools": [TOOL], "choice": "required",
     "thinking": {"mode": "required", "limit": 20}},
    {"format": "hermes", "tools": [TOOL], "several_calls": False},
    {"format": "qwen-coder", "tools": [TOOL], "choice": {"name": "weather"}},
]


def small_vocabulary(library):
    tokens = ["</s>"] + [bytes([byte]) for byte in range(256)]
    tokens += [
        b"<tool_call>", b"</tool_call>", b"<think>", b"</think>", b'{"', b'": "', b'"}', b"}}",
        b"}\n", b"name", b"weather", b"arguments", b"city", b"days", b"function", b"parameter",
        b" the", b" and", b"ing", b">\n",
    ]
    return library.vocabulary(tokens, [0])


class Sequence:
    """A request in the batch."""

    def __init__(self, number, grammar):
        self.number = number
        self.grammar = grammar
        self.events = []

    def accept(self, tokens):
        assert self.grammar.accept_tokens(str(self.number), tokens), "A mask allowed the tokens."

    def calls(self):
        """Returns the names and the arguments of the calls in the output."""
        calls = []
        for event in self.grammar.take_events():
            if event["type"] == "call_began":
                calls.append([event["name"], ""])
            elif event["type"] == "arguments":
                calls[-1][1] += event["text"]
        return calls


def allowed(row, width):
    """Returns the tokens in a row of a bit mask."""
    return numpy.flatnonzero(
        numpy.unpackbits(row.view(numpy.uint8), bitorder="little")[:width])


class Scheduler:
    """Fills the masks of all running requests by one call, and adds some tokens to each request."""

    def __init__(self, library, backend, seed):
        self.library = library
        self.backend = backend
        self.chance = random.Random(seed)
        self.mask = backend.allocate_token_bitmask(BATCH)
        self.rows = self.mask.numpy() if hasattr(self.mask, "numpy") else self.mask
        self.drafts = numpy.zeros((DRAFT + 1, self.rows.shape[1]), dtype=numpy.int32)
        self.steps = self.filled = self.drafted = self.taken = 0
        self.seconds = 0.0

    def serve(self, requests):
        """Runs requests to their ends. Returns the sequences in the order in which they ended."""
        waiting, running, done = list(enumerate(requests)), [], []
        while waiting or running:
            while waiting and len(running) < BATCH:
                number, (kind, spec) = waiting.pop(0)
                sequence = Sequence(number, self.backend.compile_grammar(kind, spec))
                sequence.grammar.output.set_token_budget(160)
                running.append(sequence)
            self.step(running)
            done += [one for one in running if one.grammar.is_terminated()]
            running = [one for one in running if not one.grammar.is_terminated()]
        return done

    def step(self, running):
        start = time.perf_counter()
        self.library.fill([one.grammar.output for one in running], self.rows)
        self.seconds += time.perf_counter() - start
        self.steps += 1
        self.filled += len(running)
        for index, one in enumerate(running):
            if self.steps % 4 == 0:
                self.verify(one)
            else:
                one.accept([self.sample(self.rows[index])])

    def verify(self, one):
        """Accepts the first tokens of a draft, as many as the masks and the model allow."""
        draft = [self.chance.randrange(1, len(self.backend.vocabulary)) for _ in range(DRAFT)]
        count = one.grammar.output.draft_masks(draft, self.drafts)
        assert one.grammar.validate_tokens(draft) == draft[:count]
        self.drafted += DRAFT
        self.taken += count
        one.accept(draft[:count])
        # In half of the drafts, the model rejects the last allowed token.
        if count and self.chance.random() < 0.5:
            one.grammar.rollback(1)
            count -= 1
        if not one.grammar.is_terminated():
            one.accept([self.sample(self.drafts[count])])

    def sample(self, row):
        return int(self.chance.choice(allowed(row, len(self.backend.vocabulary))))


def main():
    library = schemakit.Library(sys.argv[1])
    vocabulary = (
        library.open_vocabulary(sys.argv[2]) if len(sys.argv) > 2 else small_vocabulary(library))
    # A model often has more logits than its vocabulary has tokens.
    backend = SchemaKitBackend(
        None, None, len(vocabulary) + 70, library=library, vocabulary=vocabulary)
    kinds = [("STRUCTURAL_TAG", json.dumps(plan)) for plan in PLANS]
    kinds.append(("JSON", json.dumps(TOOL["parameters"])))
    scheduler = Scheduler(library, backend, seed=7)
    done = scheduler.serve([kinds[number % len(kinds)] for number in range(REQUESTS)])
    valid = calls = 0
    for one in done:
        found = one.calls()
        calls += len(found)
        values = [text for _, text in found] or [one.grammar.output.text]
        if one.number % len(kinds) in (0, 2):
            assert [name for name, _ in found] == ["weather"] or one.number % len(kinds) == 0
            assert found, "A call was required."
        for text in values:
            if not found and one.number % len(kinds) == 1:
                valid += 1
                continue
            value = json.loads(text)
            assert 1 <= value["days"] <= 14 and len(value["city"]) <= 12
            valid += 1
    backend.destroy()
    print(json.dumps({
        "requests": len(done), "values": valid, "calls": calls, "steps": scheduler.steps,
        "drafted": scheduler.drafted, "taken": scheduler.taken,
        "microseconds_a_row": round(scheduler.seconds / scheduler.filled * 1e6, 2),
    }))


if __name__ == "__main__":
    main()
