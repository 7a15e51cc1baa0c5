#!/usr/bin/env python3
"""Measures mask engines for the report's section 'masks', and prints their figures as JSON.

usage: measure-mask-engines.py SAMPLE.jsonl TEKKEN.json PASSES [LIBRARY]
       measure-mask-engines.py SAMPLE.jsonl TEKKEN.json coverage

Masks of llguidance, and of SchemaKit if LIBRARY names its libschemakit-c, are called from C: by the
loop in mask-loop.c, which the first of clang, cc and gcc compiles. The package llguidance has the
functions of llguidance.h. xgrammar has no functions in C, and is called from Python; its row begins
with what an empty call of that kind takes.

Everything is measured PASSES times, and the shortest time counts; but an engine that takes seconds
for a grammar makes each once. A grammar is made of text. `coverage` counts, by the rule of
MaskBench, the schemas of which an engine takes all valid instances and no others; it leaves out an
engine that takes seconds for a grammar.

llguidance has to be installed. xgrammar is measured, too, if it is there; it can be installed
without torch, which its masks do not need (pip install --no-deps xgrammar, pip install
apache-tvm-ffi).
"""

import ctypes
import importlib.machinery
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import llguidance._lib
import numpy

CHECK = pathlib.Path(__file__).resolve().parents[2] / ".ci" / "check-masks"
loader = importlib.machinery.SourceFileLoader("check_masks", str(CHECK))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_masks", loader))
sys.dont_write_bytecode = True
loader.exec_module(check)


# Engines that are called from C


class Functions(ctypes.Structure):
    """The functions of an engine, as mask-loop.c declares them."""

    PLAIN, WITH_ERROR = 0, 1
    _fields_ = [
        ("fill", ctypes.c_void_p), ("accept", ctypes.c_void_p), ("form", ctypes.c_int32),
        ("size", ctypes.c_size_t),
    ]

    def __init__(self, fill, accept, form, size):
        super().__init__(*(ctypes.cast(function, ctypes.c_void_p) for function in (fill, accept)),
                         form, size)


class Loop:
    """The loop of mask-loop.c."""

    def __init__(self, words):
        compiler = next(filter(None, map(shutil.which, ("clang", "cc", "gcc"))), None)
        if compiler is None:
            sys.exit("There is no compiler for C.")
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "mask-loop.so"
            source = pathlib.Path(__file__).with_name("mask-loop.c")
            options = ["-O2", "-Wall", "-Wextra", "-shared", "-fPIC"]
            subprocess.run([compiler, *options, source, "-o", library], check=True)
            self.library = ctypes.CDLL(str(library))
        self.library.follow.argtypes = [
            ctypes.POINTER(Functions), ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
            ctypes.c_void_p, ctypes.c_void_p,
        ]
        self.words = words

    def follow(self, functions, handle, tokens):
        """The time of each mask in nanoseconds; nothing if the engine refuses a token."""
        ids = numpy.array(tokens, dtype=numpy.uint32)
        times = numpy.zeros(len(tokens) + 1, dtype=numpy.int64)
        is_taken = self.library.follow(
            functions, handle, ids.ctypes.data, len(tokens), self.words.ctypes.data,
            times.ctypes.data)
        return times.tolist() if is_taken else []

    def empty(self, count=10_000):
        """The times of calls that do nothing, with the clock."""
        library = self.library
        functions = Functions(library.fill_nothing, library.accept_nothing, Functions.PLAIN, 0)
        return self.follow(functions, None, [0] * count)

    def copy(self, count=10_000):
        """The times of copies of a mask's words, with the clock."""
        library, source = self.library, numpy.ones_like(self.words)
        functions = Functions(
            library.fill_copy, library.accept_nothing, Functions.PLAIN, source.nbytes)
        return self.follow(functions, source.ctypes.data, [0] * count)


def words_for(tokens):
    return numpy.zeros((len(tokens.tokens) + 63) // 64 * 2, dtype=numpy.uint32)


class Handle:
    """A handle of a library, and the function that frees it."""

    def __init__(self, value, free):
        self.value, self.free = value, free

    def __del__(self):
        if self.value:
            self.free(self.value)


class TokenizerInit(ctypes.Structure):
    """LlgTokenizerInit of llguidance.h."""

    _fields_ = [
        ("vocab_size", ctypes.c_uint32), ("tok_eos", ctypes.c_uint32),
        ("token_lens", ctypes.c_void_p), ("token_bytes", ctypes.c_char_p),
        ("tokenizer_json", ctypes.c_char_p), ("tokenize_assumes_string", ctypes.c_bool),
        ("tokenize_fn", ctypes.c_void_p), ("use_approximate_greedy", ctypes.c_bool),
        ("tokenize_user_data", ctypes.c_void_p), ("slices", ctypes.c_void_p),
    ]


class ConstraintInit(ctypes.Structure):
    """LlgConstraintInit of llguidance.h, with the limits of its parser."""

    _fields_ = [
        ("tokenizer", ctypes.c_void_p), ("log_buffer_level", ctypes.c_uint32),
        ("log_stderr_level", ctypes.c_uint32), ("ff_tokens_ok", ctypes.c_bool),
        ("backtrack_ok", ctypes.c_bool), ("max_items_in_row", ctypes.c_size_t),
        ("initial_lexer_fuel", ctypes.c_uint64), ("step_lexer_fuel", ctypes.c_uint64),
        ("step_max_items", ctypes.c_size_t), ("max_lexer_states", ctypes.c_size_t),
        ("max_grammar_size", ctypes.c_size_t), ("precompute_large_lexemes", ctypes.c_bool),
        ("verbose_errors", ctypes.c_bool),
        # More than the structure of this version, for one that has grown.
        ("reserved", ctypes.c_uint8 * 256),
    ]


class LLGuidance:
    """Exact masks, without white space; no cache but the matcher's own."""

    name = "llguidance, C"
    compiles_once = False

    def __init__(self, tokens, _):
        self.loop = Loop(words_for(tokens))
        library = self.library = ctypes.CDLL(llguidance._lib.__file__)
        for name in ("new_tokenizer", "new_matcher", "clone_matcher"):
            getattr(library, "llg_" + name).restype = ctypes.c_void_p
        library.llg_clone_matcher.argtypes = [ctypes.c_void_p]
        library.llg_free_matcher.argtypes = [ctypes.c_void_p]
        library.llg_matcher_compute_mask_into.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
        library.llg_matcher_consume_token.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
        for name in ("is_error", "is_accepting"):
            function = getattr(library, "llg_matcher_" + name)
            function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_bool
        library.llg_matcher_reset.argtypes = [ctypes.c_void_p]
        library.llg_matcher_get_mask_byte_size.argtypes = [ctypes.c_void_p]
        library.llg_matcher_get_mask_byte_size.restype = ctypes.c_size_t
        special = set(tokens.special_token_ids)
        # Special tokens begin with a byte that no text has.
        texts = [b"\xff" + text if token in special else text
                 for token, text in enumerate(tokens.tokens)]
        lengths = numpy.array([len(text) for text in texts], dtype=numpy.uint32)
        init = TokenizerInit(
            vocab_size=len(texts), tok_eos=tokens.eos_token_id, token_lens=lengths.ctypes.data,
            token_bytes=b"".join(texts), use_approximate_greedy=True)
        message = ctypes.create_string_buffer(1000)
        tokenizer = library.llg_new_tokenizer(ctypes.byref(init), message, len(message))
        if not tokenizer:
            sys.exit(f"llguidance: {message.value.decode()}")
        self.init = ConstraintInit()
        library.llg_constraint_init_set_defaults.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        library.llg_constraint_init_set_defaults(ctypes.byref(self.init), tokenizer)
        self.init.log_buffer_level = self.init.log_stderr_level = 0
        self.functions = None

    def text(self, schema):
        schema = schema if isinstance(schema, dict) else {"allOf": [schema]}
        return check.Peer.grammar(schema).encode()

    def handle(self, value):
        return Handle(value, self.library.llg_free_matcher)

    def compile(self, text):
        matcher = self.handle(
            self.library.llg_new_matcher(ctypes.byref(self.init), b"lark", text))
        if self.library.llg_matcher_is_error(matcher.value):
            return None
        if self.functions is None:
            size = self.library.llg_matcher_get_mask_byte_size(matcher.value)
            self.functions = Functions(
                self.library.llg_matcher_compute_mask_into, self.library.llg_matcher_consume_token,
                Functions.PLAIN, size)
        return matcher

    def begin(self, grammar):
        return self.handle(self.library.llg_clone_matcher(grammar.value))

    def again(self, grammar, matcher):
        self.library.llg_matcher_reset(matcher.value)
        return matcher

    def fill(self, matcher):
        self.library.llg_matcher_compute_mask_into(
            matcher.value, self.loop.words.ctypes.data, self.functions.size)

    def follow(self, matcher, tokens):
        return self.loop.follow(self.functions, matcher.value, tokens)

    def empty(self):
        return self.loop.empty()

    def copy(self):
        return self.loop.copy()

    def accept(self, matcher, token):
        return self.library.llg_matcher_consume_token(matcher.value, token) == 0

    def can_end(self, matcher):
        return self.library.llg_matcher_is_accepting(matcher.value)


class SchemaKit:
    """SchemaKit by schemakit.h; a matcher has a cache of its own, or that of an earlier one."""

    name = "SchemaKit, C"
    compiles_once = False

    def __init__(self, tokens, path):
        vocabulary, library = path
        self.loop = Loop(words_for(tokens))
        library = self.library = ctypes.CDLL(library)
        for name in ("vocabulary_open", "grammar_from_json_schema", "cache_create",
                     "matcher_create"):
            getattr(library, "schemakit_" + name).restype = ctypes.c_void_p
        library.schemakit_grammar_from_json_schema.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
        library.schemakit_cache_create.argtypes = [ctypes.c_void_p] * 2
        library.schemakit_matcher_create.argtypes = [ctypes.c_void_p] * 3
        library.schemakit_matcher_mask.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
        for name in ("grammar", "cache", "matcher"):
            getattr(library, f"schemakit_{name}_free").argtypes = [ctypes.c_void_p]
        self.vocabulary = library.schemakit_vocabulary_open(str(vocabulary).encode(), None, 0, None)
        if not self.vocabulary:
            sys.exit("SchemaKit cannot read the vocabulary.")
        self.functions = Functions(
            library.schemakit_matcher_mask, library.schemakit_matcher_commit, Functions.WITH_ERROR,
            (len(tokens.tokens) + 31) // 32)

    def text(self, schema):
        return json.dumps(schema, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def compile(self, text):
        grammar = self.library.schemakit_grammar_from_json_schema(
            self.vocabulary, text, len(text), None, None)
        return Handle(grammar, self.library.schemakit_grammar_free) if grammar else None

    def begin(self, grammar):
        cache = Handle(
            self.library.schemakit_cache_create(grammar.value, None),
            self.library.schemakit_cache_free)
        return self.matcher(grammar, cache)

    def matcher(self, grammar, cache):
        matcher = Handle(
            self.library.schemakit_matcher_create(grammar.value, cache.value, None),
            self.library.schemakit_matcher_free)
        matcher.cache = cache
        return matcher

    def again(self, grammar, matcher):
        return self.matcher(grammar, matcher.cache)

    def fill(self, matcher):
        self.library.schemakit_matcher_mask(
            matcher.value, self.loop.words.ctypes.data, self.functions.size, None)

    def follow(self, matcher, tokens):
        return self.loop.follow(self.functions, matcher.value, tokens)

    def empty(self):
        return self.loop.empty()

    def copy(self):
        return self.loop.copy()


# Engines that are called from Python


class XGrammar:
    """Without white space, and objects as the schema says."""

    name = "xgrammar, Python"
    compiles_once = True

    def __init__(self, tokens, _):
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

    def follow(self, matcher, tokens):
        """The time of each mask; nothing if the engine refuses a token."""
        times = []
        for position in range(len(tokens) + 1):
            start = time.perf_counter_ns()
            self.fill(matcher)
            times.append(time.perf_counter_ns() - start)
            if position < len(tokens) and not matcher.accept_token(tokens[position]):
                return []
        return times

    def empty(self):
        """The times of calls of the same binding that read one flag."""
        matcher = self.begin(self.compile('{"const": 1}'))
        times = []
        for _ in range(10_000):
            start = time.perf_counter_ns()
            matcher._handle.is_terminated()
            times.append(time.perf_counter_ns() - start)
        return times

    def copy(self):
        """The times of copies of a mask's words by numpy."""
        source, times = self.buffer.copy(), []
        for _ in range(10_000):
            start = time.perf_counter_ns()
            numpy.copyto(self.buffer, source)
            times.append(time.perf_counter_ns() - start)
        return times


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
            passes = [engine.follow(engine.begin(grammar), tokens) for _ in range(count)]
            answers += not passes[0]
            cold += [min(times) for times in zip(*passes)]
            matcher, passes = engine.begin(grammar), []
            for _ in range(1 + count):
                passes.append(engine.follow(matcher, tokens))
                matcher = engine.again(grammar, matcher)
            # The first pass fills the caches.
            warm += [min(times) for times in zip(*passes[1:])]
    return {
        "first": figures(first), "cold": figures(cold), "warm": figures(warm),
        "emptyCall": figures(engine.empty())["p50"], "copy": figures(engine.copy())["p50"],
        "refusedSchemas": schemas, "refusedAnswers": answers,
    }


def takes(engine, grammar, tokens):
    """Whether an engine takes the tokens of an instance and its end."""
    matcher = engine.begin(grammar)
    return all(engine.accept(matcher, token) for token in tokens) and engine.can_end(matcher)


def coverage(engine, entries):
    """How many schemas an engine has only right verdicts on."""
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
    if sys.argv[3] == "coverage":
        return print(json.dumps([{
            "name": "llguidance", **coverage(LLGuidance(tokens, None), entries)}]))
    engines = [LLGuidance]
    if len(sys.argv) > 4:
        engines.insert(0, SchemaKit)
    if importlib.util.find_spec("xgrammar") and importlib.util.find_spec("tvm_ffi"):
        engines.append(XGrammar)
    results = []
    for kind in engines:
        engine = kind(tokens, (sys.argv[2], sys.argv[4]) if len(sys.argv) > 4 else None)
        results.append({"name": kind.name, **measure(engine, entries, int(sys.argv[3]))})
    print(json.dumps(results))


if __name__ == "__main__":
    main()
