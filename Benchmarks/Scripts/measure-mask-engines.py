#!/usr/bin/env python3
"""Measures other engines for the report's section 'masks', and prints their figures as JSON.

usage: measure-mask-engines.py SAMPLE.jsonl TEKKEN.json PASSES
       measure-mask-engines.py SAMPLE.jsonl TEKKEN.json coverage

Everything is measured PASSES times, and the shortest time counts; but an engine that takes seconds
for a grammar makes each once. A grammar is made of text. `coverage` counts, by the rule of MaskBench,
the schemas of which an engine takes all valid instances and no others; it leaves out an engine that
takes seconds for a grammar.

llguidance has to be installed. xgrammar is measured, too, if it is there; it can be installed without
torch, which its masks do not need (pip install --no-deps xgrammar, pip install apache-tvm-ffi).
"""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import time

import numpy

CHECK = pathlib.Path(__file__).resolve().parents[2] / ".ci" / "check-masks"
loader = importlib.machinery.SourceFileLoader("check_masks", str(CHECK))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_masks", loader))
sys.dont_write_bytecode = True
loader.exec_module(check)


class LLGuidance:
    """Exact masks, without white space; no cache but the matcher's own."""

    name = "llguidance"
    compiles_once = False

    def __init__(self, tokens):
        self.peer = check.Peer(tokens)
        self.buffer = numpy.zeros((self.peer.size + 63) // 64 * 2, dtype=numpy.uint32)

    def text(self, schema):
        return self.peer.grammar(schema if isinstance(schema, dict) else {"allOf": [schema]})

    def compile(self, text):
        return self.peer.matcher(text)

    def begin(self, grammar):
        return grammar.deep_copy()

    def again(self, grammar, matcher):
        matcher.reset()
        return matcher

    def fill(self, matcher):
        matcher.unsafe_compute_mask_ptr(self.buffer.ctypes.data, self.buffer.nbytes)

    def accept(self, matcher, token):
        return matcher.consume_token(token)

    def can_end(self, matcher):
        return matcher.is_accepting()


class XGrammar:
    """Without white space, and objects as the schema says."""

    name = "xgrammar"
    compiles_once = True

    def __init__(self, tokens):
        xgrammar = check.load_xgrammar()
        self.engine = xgrammar
        information = xgrammar.TokenizerInfo(
            tokens.tokens, vocab_type=xgrammar.VocabType.RAW, vocab_size=len(tokens.tokens),
            stop_token_ids=[tokens.eos_token_id])
        self.compiler = xgrammar.GrammarCompiler(information, max_threads=1, cache_enabled=False)
        self.buffer = numpy.zeros((1, (len(tokens.tokens) + 31) // 32), dtype=numpy.int32)

    def text(self, schema):
        return json.dumps(schema)

    def compile(self, text):
        try:
            return self.compiler.compile_json_schema(
                text, any_whitespace=False, separators=(",", ":"), strict_mode=False)
        except Exception:  # Its errors have no common type.
            return None

    def begin(self, grammar):
        return self.engine.GrammarMatcher(grammar)

    def again(self, grammar, matcher):
        return self.begin(grammar)

    def fill(self, matcher):
        matcher._handle.fill_next_token_bitmask(self.buffer, 0, False)

    def accept(self, matcher, token):
        return matcher.accept_token(token)


def figures(times):
    times = sorted(time / 1000 for time in times)
    if not times:
        return {"p50": 0, "p90": 0, "p99": 0, "mean": 0, "greatest": 0, "count": 0}
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    mean = sum(times) / len(times)
    return {
        "p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "mean": mean, "greatest": times[-1],
        "count": len(times),
    }


def run(engine, matcher, tokens):
    """The time of each mask; nothing if the engine refuses a token."""
    times = []
    for position in range(len(tokens) + 1):
        start = time.perf_counter_ns()
        engine.fill(matcher)
        times.append(time.perf_counter_ns() - start)
        if position < len(tokens) and not engine.accept(matcher, tokens[position]):
            return []
    return times


def measure(engine, entries, count):
    first, cold, warm, schemas, answers = [], [], [], 0, 0
    for entry in entries:
        best, grammar = None, None
        text = engine.text(entry["schema"])
        for _ in range(1 if engine.compiles_once else count):
            start = time.perf_counter_ns()
            grammar = engine.compile(text)
            if grammar is None:
                break
            engine.fill(engine.begin(grammar))
            best = min(best or 1 << 62, time.perf_counter_ns() - start)
        if grammar is None:
            schemas += 1
            continue
        first.append(best)
        for tokens in entry["instances"]:
            passes = [run(engine, engine.begin(grammar), tokens) for _ in range(count)]
            answers += not passes[0]
            cold += [min(times) for times in zip(*passes)]
            matcher, passes = engine.begin(grammar), []
            for _ in range(1 + count):
                passes.append(run(engine, matcher, tokens))
                matcher = engine.again(grammar, matcher)
            # The first pass fills the caches.
            warm += [min(times) for times in zip(*passes[1:])]
    return {
        "first": figures(first), "cold": figures(cold), "warm": figures(warm),
        "refusedSchemas": schemas, "refusedAnswers": answers,
    }


def takes(engine, grammar, tokens):
    """Whether an engine takes the tokens of an instance and its end."""
    matcher = engine.begin(grammar)
    return all(engine.accept(matcher, token) for token in tokens) and engine.can_end(matcher)


def coverage(engine, entries):
    """How many schemas an engine judges wholly right."""
    counts = {"schemas": 0, "refusedSchemas": 0, "refusingValid": 0, "takingInvalid": 0, "right": 0}
    for entry in entries:
        counts["schemas"] += 1
        grammar = engine.compile(engine.text(entry["schema"]))
        if grammar is None:
            counts["refusedSchemas"] += 1
            continue
        refuses = not all(takes(engine, grammar, tokens) for tokens in entry["instances"])
        accepts = any(takes(engine, grammar, tokens) for tokens in entry["invalid"])
        counts["refusingValid"] += refuses
        counts["takingInvalid"] += accepts
        counts["right"] += not refuses and not accepts
    return counts


def main():
    entries = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]
    tokens = check.Tokens(pathlib.Path(sys.argv[2]))
    engines = [LLGuidance]
    if importlib.util.find_spec("xgrammar") and importlib.util.find_spec("tvm_ffi"):
        engines.append(XGrammar)
    results = []
    for kind in engines:
        if sys.argv[3] != "coverage":
            found = measure(kind(tokens), entries, int(sys.argv[3]))
        elif kind.compiles_once:
            continue
        else:
            found = coverage(kind(tokens), entries)
        results.append({"name": kind.name, **found})
    print(json.dumps(results))


if __name__ == "__main__":
    main()
