"""Checks `schema chat` on a server of llama.cpp, and on one with faults."""

import json
import os
import subprocess


class Fault(Exception):
    """Something that the command does otherwise."""


def check(command, environment):
    """Runs the command as people do; gives how often."""
    llama_cpp = ["--provider", "llama.cpp", "--model", environment["SCHEMAKIT_LLAMACPP_URL"]]
    faults = environment["SCHEMAKIT_FAULTS_URL"]
    count = 0

    def chat(status, *arguments, says="", prints=None, input="", **variables):
        nonlocal count
        count += 1
        result = subprocess.run(
            [command, "chat", *arguments], input=input, env=os.environ | variables, text=True,
            encoding="utf-8", capture_output=True, timeout=120)
        if result.returncode != status or says not in result.stderr:
            raise Fault(f"{arguments}: status {result.returncode}, {result.stderr}")
        if prints is not None and result.stdout != prints:
            raise Fault(f"{arguments}: prints {result.stdout!r}, and not {prints!r}")
        return result.stdout

    def at(fault, *arguments):
        return ["Soup?", "--model", f"{faults}/{fault}", *arguments]

    if not chat(0, "Soup?", *llama_cpp, "--max-tokens", "800", "--usage", says=" written ").strip():
        raise Fault("a text is empty")
    for sample in ["fitness", "tree"]:
        answer = chat(
            0, "-", *llama_cpp, "--schema", sample, "--temperature", "0", input="An example")
        json.loads(answer)
        validated = subprocess.run(
            [command, "validate", sample, "-"], input=answer, text=True, capture_output=True)
        if validated.returncode:
            raise Fault(f"the answer for {sample} is not valid: {answer}{validated.stdout}")
    # The grammar of llama.cpp knows no range of numbers that are not whole.
    chat(
        1, "An example", *llama_cpp, "--schema", "shape", "--temperature", "0", prints="",
        says="[value.range]")
    chat(
        1, "Soup?", *llama_cpp, "--schema", "recipe", "--max-tokens", "3", says="cut off",
        prints="")
    chat(0, *at("bytes/0/chat.text"), prints="Dal ü 🍲\n")
    chat(
        0, *at("plain/0/anthropic.text", "--provider", "anthropic", "--name", "m"),
        "--key-variable", "SOME_KEY", SOME_KEY="secret", prints="Dal ü 🍲\n")
    chat(
        2, *at("plain/0/anthropic.text", "--provider", "anthropic", "--name", "m"), prints="",
        says="the provider's key is not sent there", ANTHROPIC_API_KEY="secret")
    chat(1, *at("plain/0/chat.refusal"), says="declines")
    chat(1, *at("plain/0/chat.structure", "--schema", "shape", "--tries", "1"), prints="",
         says="does not fit the schema")
    chat(2, *at("page/502/chat.text"), says="Bad gateway", prints="")
    chat(2, "Soup?", "--model", "http://127.0.0.1:9/v1", says="error: ", prints="")
    return count
