#!/usr/bin/env python3
"""Measures answers of a model in a file, by `schema chat` and by llama.cpp's own server.

usage: measure-local-server.py --command SCHEMA --model FILE.gguf --schemas FOLDER
                               [--count 40] [--tokens 128] [--grammars]

Both compute with llama.cpp on one thread, greedily, with the same prompts, which state the schema
as `schema chat` states it. Each prompt is answered four times: by either, without a schema and with
one. The command has to be built with the optimiser and the traits CommandLine and Llama; the
packages xllamacpp and jsonschema have to be installed. FOLDER has JSON files with a schema each
under "schema". A prompt with another number of tokens in the server is reported, and so is a schema
that cannot be written.

With --grammars nothing is measured. The server and the command make a grammar of each schema of the
folder, the first one with an answer of one token; the schemas are listed that only the server
takes.

The speed is that of the tokens behind the first one, and each figure the median over the prompts.
An answer is valid if jsonschema says so; one that is cut off is not.
"""

import argparse
import contextlib
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
REQUEST = "Write an example."
LONGEST = 1500


class Answer:
    """An answer, and how fast it came; refused if there is none because of the schema."""

    def __init__(self, text="", delay=None, rate=None, tokens=0, refused=None, read=None):
        self.text, self.delay, self.rate = text, delay, rate
        self.tokens, self.refused = tokens, refused
        # The number of tokens in the prompt.
        self.read = read

    def is_valid(self, schema):
        try:
            value = json.loads(self.text)
            kind = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
            return kind(schema).is_valid(value)
        except ValueError:
            return False


class Command:
    """`schema chat`, which opens the model for each answer."""

    name = "SchemaKit"

    def __init__(self, options, folder):
        self.options = options
        self.path = folder / "schema.json"

    def ask(self, schema, prompt):
        arguments = [self.options.command, "chat", "-", "--model", self.options.model,
                     "--threads", "1", "--context", "4096", "--temperature", "0",
                     "--max-tokens", str(self.options.tokens)]
        if schema is not None:
            self.path.write_text(json.dumps(schema))
            # The command states the schema in the prompt itself.
            arguments += ["--schema", str(self.path), "--tries", "1"]
            prompt = REQUEST
        result = subprocess.run(
            arguments, input=prompt, text=True, capture_output=True, timeout=600, check=False)
        numbers = re.search(r"first token after ([0-9.]+) s(?:, then ([0-9.]+))?", result.stderr)
        if not numbers:
            lines = result.stderr.strip().split("\n")
            return Answer(refused=next((a for a in lines if a.startswith("error: ")), lines[0]))
        tokens = re.search(r"([0-9]+) tokens read.* ([0-9]+) written", result.stderr)
        return Answer(
            result.stdout, float(numbers[1]), float(numbers[2]) if numbers[2] else None,
            int(tokens[2]), read=int(tokens[1]))

    def text(self, schema):
        """The text of a schema as prompts have it; None if it cannot be written."""
        self.path.write_text(json.dumps(schema))
        result = subprocess.run(
            [self.options.command, "encode", str(self.path)], text=True, capture_output=True,
            timeout=600, check=False)
        return result.stdout.strip() if result.returncode == 0 else None

    def refusals(self, schemas):
        """Why there are no masks for schemas; None for those that have some."""
        lines = "".join(
            json.dumps({"schema": schema, "tokens": [], "whitespace": "spaced"}) + "\n"
            for schema in schemas)
        result = subprocess.run(
            [self.options.command, "mask", "-", "--vocabulary", self.options.model], input=lines,
            text=True, capture_output=True, check=True)
        return [json.loads(line).get("error") for line in result.stdout.splitlines()]


class Server:
    """The server of llama.cpp, with its grammars."""

    name = "llama.cpp's server"

    def __init__(self, options, stack):
        self.options = options
        sys.path.insert(0, str(ROOT / ".ci"))
        import importlib.machinery
        import importlib.util
        path = ROOT / ".ci" / "check-sessions"
        loader = importlib.machinery.SourceFileLoader("check_sessions", str(path))
        check = importlib.util.module_from_spec(
            importlib.util.spec_from_loader("check_sessions", loader))
        loader.exec_module(check)
        self.address = stack.enter_context(check.llama_cpp(options.model))

    def ask(self, schema, prompt):
        body = {"messages": [{"role": "user", "content": prompt}], "temperature": 0,
                "max_tokens": self.options.tokens, "stream": True, "cache_prompt": False}
        if schema is not None:
            body["response_format"] = {
                "type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        request = urllib.request.Request(
            self.address + "/chat/completions", json.dumps(body).encode(),
            {"Content-Type": "application/json"})
        start, first, last, text, tokens, read = time.monotonic(), None, None, "", 0, None
        try:
            with urllib.request.urlopen(request, timeout=600) as response:
                for line in response:
                    if not line.startswith(b"data: ") or line.startswith(b"data: [DONE]"):
                        continue
                    event = json.loads(line[6:])
                    if "error" in event:
                        return Answer(refused=event["error"].get("message", "error"))
                    for choice in event.get("choices", []):
                        piece = choice["delta"].get("content")
                        if piece:
                            last = time.monotonic()
                            first = first or last
                            text += piece
                    timings = event.get("timings", {})
                    tokens = timings.get("predicted_n", tokens)
                    if "prompt_n" in timings:
                        read = timings["prompt_n"] + timings.get("cache_n", 0)
        except urllib.error.HTTPError as error:
            return Answer(refused=error.read().decode()[:200])
        rate = (tokens - 1) / (last - first) if first and tokens > 1 and last > first else None
        return Answer(text, first - start if first else None, rate, tokens, read=read)

    def refusals(self, schemas):
        """Why there are no grammars for schemas; None for those that have one."""
        self.options.tokens = 1
        return [self.ask(schema, "A").refused for schema in schemas]


def all_schemas(options, longest=None):
    """The schemas of the folder, each with its name."""
    found = []
    for path in sorted(options.schemas.glob("*.json")):
        schema = json.loads(path.read_text("utf-8")).get("schema")
        length = len(json.dumps(schema, separators=(",", ":")))
        if isinstance(schema, dict) and (longest is None or length < longest):
            found.append((path.stem, schema))
    return found


def schemas(options):
    """Schemas from all over the folder that leave room for an answer."""
    found = all_schemas(options, LONGEST)
    step = max(len(found) // options.count, 1)
    return found[::step][: options.count]


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else float("nan")


def compare_grammars(command, server, options):
    """Lists the schemas that one side takes and the other does not; whether the server has none."""
    chosen = all_schemas(options)
    documents = [schema for _, schema in chosen]
    ours, theirs = command.refusals(documents), server.refusals(documents)
    names = [name for name, _ in chosen]
    only_server = [(name, a) for name, a, b in zip(names, ours, theirs) if a and not b]
    only_command = [name for name, a, b in zip(names, ours, theirs) if b and not a]
    print(f"{len(names)} schemas: SchemaKit takes {ours.count(None)}, the server "
          f"{theirs.count(None)}; {len(only_command)} only SchemaKit takes, and "
          f"{len(only_server)} only the server:")
    for name, reason in only_server:
        print(f"{name}: {reason[:200]}")
    return not only_server


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--command", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--schemas", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--grammars", action="store_true")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines = [Command(options, folder), Server(options, stack)]
        if options.grammars:
            sys.exit(0 if compare_grammars(*engines, options) else 1)
        answers = {(engine.name, held): [] for engine in engines for held in (False, True)}
        chosen = schemas(options)
        # The prompts that have the same number of tokens in all four cases.
        equal = 0
        for number, (name, schema) in enumerate(chosen, start=1):
            text = engines[0].text(schema)
            if text is None:
                print(f"{name}: the schema cannot be written", file=sys.stderr)
                text = json.dumps(schema, separators=(",", ":"), ensure_ascii=False)
            prompt = f"{REQUEST}\n\nAnswer with JSON of this schema, and nothing else: {text}"
            for engine in engines:
                for held in (False, True):
                    answer = engine.ask(schema if held else None, prompt)
                    answers[engine.name, held].append(answer)
                    if answer.refused:
                        print(f"{name}: {engine.name} refuses: {answer.refused}", file=sys.stderr)
                    elif held and not answer.is_valid(schema):
                        print(f"{name}: {engine.name}: {answer.tokens} tokens, not valid: "
                              f"{answer.text[:100]!r}", file=sys.stderr)
            lengths = {row[-1].read for row in answers.values()} - {None}
            equal += len(lengths) == 1
            if len(lengths) > 1:
                print(f"{name}: prompts of {sorted(lengths)} tokens", file=sys.stderr)
            print(f"{number} of {len(chosen)}: {name}", file=sys.stderr)
    print(f"{len(chosen)} prompts, at most {options.tokens} tokens an answer, one thread; "
          f"{equal} prompts have the same number of tokens on both sides\n")
    print("| | tokens a second | first token | valid | refused |")
    print("| --- | --- | --- | --- | --- |")
    for engine in engines:
        for held in (False, True):
            row = answers[engine.name, held]
            valid = sum(a.is_valid(schema) for a, (_, schema) in zip(row, chosen))
            print(f"| {engine.name}, {'with' if held else 'without'} a schema "
                  f"| {median(a.rate for a in row):.1f} | {median(a.delay for a in row):.2f} s "
                  f"| {valid} of {len(chosen)} | {sum(bool(a.refused) for a in row)} |")
    for engine in engines:
        ratios = [held.rate / free.rate for free, held in
                  zip(answers[engine.name, False], answers[engine.name, True])
                  if free.rate and held.rate]
        print(f"\n{engine.name}: with a schema {median(ratios):.2f} times as fast as without")
    ours, theirs = (answers[engine.name, True] for engine in engines)
    only = [name for (name, _), a, b in zip(chosen, ours, theirs) if a.refused and not b.refused]
    print(f"\nschemas that only the server takes: {', '.join(only) or 'none'}")


if __name__ == "__main__":
    main()
