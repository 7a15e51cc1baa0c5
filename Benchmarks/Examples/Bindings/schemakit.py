"""SchemaKit's token masks in Python. The module calls the functions of schemakit.h by ctypes.

    library = schemakit.Library("libschemakit-c.so")
    vocabulary = library.open_vocabulary("tokenizer.json")
    grammar = vocabulary.grammar({"type": "object", "properties": {"title": {"type": "string"}}})
    matcher = grammar.matcher()
    mask = matcher.mask()       # a buffer of 32-bit words, which the next call overwrites
    matcher.commit(token)

Errors are of the type SchemaKitError, with the text of the library. The rules for threads are the
same as in schemakit.h: a matcher, its copies and its cache may be used by one thread at a time.

Rows of words are dense arrays with NumPy's interface or arrays of ctypes, with words of 32 bits. On
a little-endian machine, they may also have words of 64 bits, which have the same layout.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

POINTER, SIZE, INT32, INT64 = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int32, ctypes.c_int64
TEXT = ctypes.c_char_p
INTERFACE_VERSION = 4
NO_TEXT: int = SIZE(-1).value
# Values for `maximum_exponent` and `property_order` of Options, and the flag of Options with these.
ANY_EXPONENT = -1
ANY_ORDER = 1
OPTIONS_3 = 0x100
# schemakit_encode: the context, a text, the text's length, a buffer for tokens, and its capacity.
ENCODE = ctypes.CFUNCTYPE(SIZE, POINTER, POINTER, SIZE, ctypes.POINTER(INT32), SIZE)

# The result and the parameters of each function. Functions in FALLIBLE also have an error as the
# last parameter.
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "interface_version": (INT32,),
    "text_free": (None, POINTER),
    "vocabulary_open": (POINTER, TEXT, POINTER, SIZE),
    "vocabulary_create": (POINTER, TEXT, POINTER, SIZE, POINTER, SIZE),
    "vocabulary_create_named": (POINTER, TEXT, POINTER, POINTER, SIZE, POINTER, SIZE),
    "vocabulary_count": (SIZE, POINTER),
    "vocabulary_mask_word_count": (SIZE, POINTER),
    "vocabulary_token": (SIZE, POINTER, INT32, POINTER, SIZE),
    "vocabulary_free": (None, POINTER),
    "grammar_from_json_schema": (POINTER, POINTER, TEXT, SIZE, POINTER),
    "grammar_from_pattern": (POINTER, POINTER, TEXT, SIZE),
    "grammar_from_choices": (POINTER, POINTER, POINTER, SIZE),
    "grammar_unenforced_count": (SIZE, POINTER),
    "grammar_unenforced": (POINTER, POINTER, SIZE),
    "grammar_free": (None, POINTER),
    "cache_create": (POINTER, POINTER),
    "cache_size": (SIZE, POINTER),
    "cache_free": (None, POINTER),
    "matcher_create": (POINTER, POINTER, POINTER),
    "matcher_copy": (POINTER, POINTER),
    "matcher_free": (None, POINTER),
    "matcher_mask": (INT32, POINTER, POINTER, SIZE),
    "matcher_mask_batch": (INT32, POINTER, SIZE, POINTER, SIZE, INT32),
    "matcher_draft_masks": (INT32, POINTER, POINTER, SIZE, POINTER, SIZE, POINTER),
    "matcher_mask_statistics": (INT32, POINTER, POINTER),
    "matcher_commit": (INT32, POINTER, INT32),
    "matcher_commit_tokens": (INT32, POINTER, POINTER, SIZE),
    "matcher_commit_text": (INT32, POINTER, TEXT, SIZE),
    "matcher_rollback": (INT32, POINTER, SIZE),
    "matcher_validated_count": (SIZE, POINTER, POINTER, SIZE),
    "matcher_set_token_budget": (INT32, POINTER, INT64),
    "matcher_forced_text": (POINTER, POINTER),
    "matcher_forced_tokens": (SIZE, POINTER, POINTER, SIZE),
    "matcher_can_end": (INT32, POINTER),
    "matcher_is_complete": (INT32, POINTER),
    "matcher_is_finished": (INT32, POINTER),
    "matcher_token_count": (SIZE, POINTER),
    "matcher_text": (SIZE, POINTER, POINTER, SIZE),
    "matcher_content": (POINTER, POINTER),
    "matcher_take_events": (POINTER, POINTER),
    "plan_from_tools": (POINTER, POINTER, TEXT, SIZE, POINTER),
    "plan_from_structural_tag": (POINTER, POINTER, TEXT, SIZE, POINTER),
    "plan_from_grammar": (POINTER, POINTER),
    "plan_unenforced_count": (SIZE, POINTER),
    "plan_unenforced": (POINTER, POINTER, SIZE),
    "plan_free": (None, POINTER),
    "plan_cache_create": (POINTER, POINTER),
    "plan_cache_size": (SIZE, POINTER),
    "plan_cache_free": (None, POINTER),
    "output_create": (POINTER, POINTER, POINTER),
    "output_copy": (POINTER, POINTER),
    "output_free": (None, POINTER),
    "output_mask": (INT32, POINTER, POINTER, SIZE),
    "outputs_fill": (INT32, POINTER, SIZE, POINTER, SIZE),
    "outputs_fill_threads": (INT32, POINTER, SIZE, POINTER, SIZE, INT32),
    "output_draft_masks": (INT32, POINTER, POINTER, SIZE, POINTER, SIZE, POINTER),
    "output_commit": (INT32, POINTER, INT32),
    "output_commit_tokens": (INT32, POINTER, POINTER, SIZE),
    "output_commit_text": (INT32, POINTER, TEXT, SIZE),
    "output_rollback": (INT32, POINTER, SIZE),
    "output_validated_count": (SIZE, POINTER, POINTER, SIZE),
    "output_set_token_budget": (INT32, POINTER, INT64),
    "output_forced_text": (POINTER, POINTER),
    "output_forced_tokens": (SIZE, POINTER, ENCODE, POINTER, POINTER, SIZE),
    "output_can_end": (INT32, POINTER),
    "output_is_complete": (INT32, POINTER),
    "output_is_finished": (INT32, POINTER),
    "output_token_count": (SIZE, POINTER),
    "output_text": (SIZE, POINTER, POINTER, SIZE),
    "output_take_events": (POINTER, POINTER),
}
FALLIBLE = {
    "vocabulary_open", "vocabulary_create", "grammar_from_json_schema", "grammar_from_pattern",
    "grammar_from_choices", "cache_create", "matcher_create", "matcher_copy", "matcher_mask",
    "matcher_mask_batch", "matcher_draft_masks", "matcher_mask_statistics",
    "outputs_fill_threads",
    "matcher_commit", "matcher_commit_tokens", "matcher_commit_text", "matcher_rollback",
    "matcher_set_token_budget", "vocabulary_create_named", "plan_from_tools",
    "plan_from_structural_tag", "plan_from_grammar", "plan_cache_create", "output_create",
    "output_copy", "output_mask", "outputs_fill", "output_draft_masks", "output_commit",
    "output_commit_tokens", "output_commit_text", "output_rollback", "output_set_token_budget",
}


class SchemaKitError(Exception):
    """An error of the library. `status` is a schemakit_status, or None."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


class Rows(Protocol):
    """An object with the interface of a NumPy array."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


# A row of words, or a matrix of words.
Words = Rows | ctypes.Array[Any]
# A JSON document: its text, or a value for json.dumps.
Document = str | dict[str, Any] | list[Any] | bool


class Options(ctypes.Structure):
    """The options for the text of a value, as in schemakit_grammar_options_3.

    maximum_exponent: the largest exponent of a number without bounds, in magnitude; 0 for 307, and
    ANY_EXPONENT for no limit.
    property_order: 0 for the order of the schema, and ANY_ORDER for any order.
    """

    _fields_ = [
        ("whitespace", INT32), ("maximum_whitespace", INT32), ("closes_open_objects", INT32),
        ("maximum_alternatives", INT32), ("maximum_exponent", INT32),
        ("property_order", INT32),
    ]

    def __init__(
        self, whitespace: int = 0, maximum_whitespace: int = 0, closes_open_objects: bool = False,
        maximum_alternatives: int = 0, maximum_exponent: int = 0, property_order: int = 0,
    ) -> None:
        super().__init__(
            whitespace | OPTIONS_3, maximum_whitespace, closes_open_objects, maximum_alternatives,
            maximum_exponent, property_order)


class MaskStatistics(ctypes.Structure):
    """The work for a mask, as in schemakit_mask_statistics."""

    NAMES = ("readings", "found_masks", "new_masks", "prepared_sets", "walked_bytes")
    _fields_ = [(name, INT64) for name in NAMES]


def read_json(text: str, read_float: Callable[[str], Any] = float) -> Any:
    """Reads JSON. If a name occurs twice in an object, the first property is used."""

    def first_of_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value: dict[str, Any] = {}
        for name, part in pairs:
            value.setdefault(name, part)
        return value

    return json.loads(text, object_pairs_hook=first_of_each, parse_float=read_float)


def int32s(tokens: Iterable[int]) -> ctypes.Array[ctypes.c_int32]:
    tokens = list(tokens)
    return (INT32 * len(tokens))(*tokens)


def document(value: Document) -> tuple[bytes, int]:
    """Returns JSON as UTF-8, and its length."""
    text = value if isinstance(value, str) else json.dumps(value)
    data = text.encode("utf-8", "surrogatepass")
    return data, len(data)


def pointer(options: Options | None) -> Any:
    return None if options is None else ctypes.byref(options)


def row(words: Words) -> tuple[Any, int]:
    """Returns the address of a row or a matrix, and the number of 32-bit words in a row."""
    if isinstance(words, ctypes.Array):
        address: Any = words
        width, item = len(words), ctypes.sizeof(words) // max(len(words), 1)
    else:
        interface = words.__array_interface__
        shape, kind = interface["shape"], interface["typestr"][1]
        width, item = shape[-1], int(interface["typestr"][2:])
        dense = (item,) if len(shape) == 1 else (width * item, item)
        if kind not in "iu" or interface.get("strides") not in (None, dense):
            raise SchemaKitError("The words are not dense words of 32 or 64 bits.")
        if interface["data"][1]:
            raise SchemaKitError("The words are read-only.")
        address = POINTER(interface["data"][0])
    if item != 4 and (item != 8 or sys.byteorder != "little"):
        raise SchemaKitError("The words are not dense words of 32 or 64 bits.")
    return address, width * item // 4


def matrix(words: Rows, count: int) -> tuple[Any, int]:
    """Returns the address of a matrix of at least ``count`` rows, and the 32-bit words in a row."""
    shape = words.__array_interface__["shape"]
    if len(shape) != 2 or shape[0] < count:
        raise SchemaKitError(f"The words are not a matrix of at least {count} rows.")
    return row(words)


class Library:
    """The shared library."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        library = ctypes.CDLL(str(path))
        self.functions: dict[str, Any] = {}
        for name, (result, *parameters) in FUNCTIONS.items():
            function = getattr(library, "schemakit_" + name)
            function.restype = result
            function.argtypes = parameters + ([POINTER] if name in FALLIBLE else [])
            self.functions[name] = function
        if self.call("interface_version") < INTERFACE_VERSION:
            raise SchemaKitError("The library is older than this module.")

    def call(self, name: str, *arguments: Any) -> Any:
        """Calls a function. Raises an exception for its error."""
        function = self.functions[name]
        if name not in FALLIBLE:
            return function(*arguments)
        error = POINTER()
        result = function(*arguments, ctypes.byref(error))
        if error.value:
            raise SchemaKitError(
                self.take(error.value), result if function.restype is INT32 else None)
        return result

    def take(self, text: int) -> str:
        """Returns a text of the library, and frees the library's copy."""
        try:
            return ctypes.string_at(text).decode()
        finally:
            self.call("text_free", text)

    def fill(self, matchers: Sequence[Matcher | None], words: Rows, threads: int = 1) -> None:
        """Writes the masks of a batch in place, by one call.

        matchers: one matcher for each row; None for a sequence without a constraint, whose row
        allows all tokens.
        words: a matrix. Its rows may be wider than the masks, for example for a model with more
        logits than tokens. The words after a mask become 0.
        threads: the number of threads that share the work. Only the masks of matchers with
        different caches are written at the same time.
        """
        count = len(matchers)
        address, width = matrix(words, count)
        handles = (POINTER * max(count, 1))(
            *(None if matcher is None else POINTER(matcher.handle) for matcher in matchers))
        self.call("matcher_mask_batch", handles, count, address, width, threads)

    # The name that this function had for the matchers of grammars.
    fill_matchers = fill

    def open_vocabulary(
        self, path: str | os.PathLike[str], end_tokens: Sequence[int] | None = None
    ) -> Vocabulary:
        """Reads tokenizer.json, tekken.json or a GGUF file."""
        ends = None if end_tokens is None else int32s(end_tokens)
        return Vocabulary(
            self, self.call("vocabulary_open", str(path).encode(), ends, len(end_tokens or ())))

    def vocabulary(
        self, tokens: Sequence[bytes | str | None], end_tokens: Sequence[int]
    ) -> Vocabulary:
        """Creates a vocabulary from a list of tokens.

        A token of text is bytes. Another token is None, or its name as a str for plans.
        """
        texts = [token if isinstance(token, bytes) else None for token in tokens]
        lengths = [NO_TEXT if text is None else len(text) for text in texts]
        names = [token.encode() if isinstance(token, str) else None for token in tokens]
        ends = int32s(end_tokens)
        return Vocabulary(
            self, self.call(
                "vocabulary_create_named", b"".join(text or b"" for text in texts),
                (SIZE * len(lengths))(*lengths), (TEXT * len(names))(*names), len(lengths), ends,
                len(ends)))


class Handle:
    """A handle of the library. It is freed with the object."""

    kind = ""

    def __init__(self, library: Library, handle: int) -> None:
        self.library = library
        self.handle = handle
        weakref.finalize(self, library.call, self.kind + "_free", handle)

    def call(self, name: str, *arguments: Any) -> Any:
        return self.library.call(f"{self.kind}_{name}", self.handle, *arguments)


class Vocabulary(Handle):
    """The tokens of a model. Threads may share a vocabulary."""

    kind = "vocabulary"

    def __len__(self) -> int:
        return int(self.call("count"))

    def token(self, token: int) -> bytes | None:
        """Returns the bytes of a token; None if it does not stand for text."""
        length = self.call("token", token, None, 0)
        if length == NO_TEXT:
            return None
        buffer = ctypes.create_string_buffer(length)
        self.call("token", token, buffer, length)
        return buffer.raw

    def grammar(
        self, schema: Document, whitespace: int = 0, maximum_whitespace: int = 0,
        close: bool = False, alternatives: int = 0, maximum_exponent: int = 0,
        property_order: int = 0,
    ) -> Grammar:
        """Returns the grammar of the values that a JSON Schema document accepts."""
        options = Options(
            whitespace, maximum_whitespace, close, alternatives, maximum_exponent, property_order)
        return Grammar(self, "from_json_schema", *document(schema), pointer(options))

    def plan(self, request: Document, options: Options | None = None) -> Plan:
        """Returns the plan of a model that may call tools, for a request as in schemakit.h."""
        return Plan(self, "from_tools", *document(request), pointer(options))

    def structural_tag(self, tag: Document, options: Options | None = None) -> Plan:
        """Returns the plan of a structural tag."""
        return Plan(self, "from_structural_tag", *document(tag), pointer(options))

    def pattern(self, pattern: str) -> Grammar:
        """Returns the grammar of plain texts that match a pattern."""
        return Grammar(self, "from_pattern", pattern.encode(), len(pattern.encode()))

    def choices(self, choices: Iterable[str]) -> Grammar:
        """Returns the grammar of some plain texts."""
        texts = [choice.encode() for choice in choices]
        return Grammar(self, "from_choices", (TEXT * len(texts))(*texts), len(texts))


class Grammar(Handle):
    """The set of texts that are allowed as an answer. Threads may share a grammar."""

    kind = "grammar"

    def __init__(self, vocabulary: Vocabulary, name: str, *arguments: Any) -> None:
        self.vocabulary = vocabulary
        library = vocabulary.library
        super().__init__(library, library.call("grammar_" + name, vocabulary.handle, *arguments))

    @property
    def unenforced(self) -> list[str]:
        """The constraints that masks do not enforce, as sentences."""
        count = self.call("unenforced_count")
        return [self.library.take(self.call("unenforced", index)) for index in range(count)]

    def cache(self) -> Cache:
        """Returns a cache for the matchers of one thread."""
        return Cache(self.library, self.library.call("cache_create", self.handle))

    def plan(self) -> Plan:
        """Returns the plan of outputs that consist of one text of the grammar."""
        return Plan(self.vocabulary, "from_grammar", handle=self.handle)

    def matcher(self, cache: Cache | None = None) -> Matcher:
        """Begins an answer."""
        handle = self.library.call("matcher_create", self.handle, cache.handle if cache else None)
        return Matcher(self.vocabulary, handle)


class Cache(Handle):
    """A cache of the masks that matchers of one grammar or plan have computed."""

    kind = "cache"

    @property
    def size(self) -> int:
        """The memory of the cache, in bytes."""
        return int(self.call("size"))


class Matcher(Handle):
    """Follows one text of a grammar, or one output of a plan, token by token."""

    kind = "matcher"

    def __init__(self, vocabulary: Vocabulary, handle: int) -> None:
        super().__init__(vocabulary.library, handle)
        self.vocabulary = vocabulary
        count = vocabulary.call("mask_word_count")
        self.words: ctypes.Array[ctypes.c_uint32] = (ctypes.c_uint32 * count)()

    def mask(self) -> ctypes.Array[ctypes.c_uint32]:
        """Returns the tokens that may come next as bits. The next call overwrites the buffer."""
        self.call("mask", self.words, len(self.words))
        return self.words

    def fill(self, words: Words) -> None:
        """Writes the mask into a row, in place. The words after the mask become 0."""
        self.call("mask", *row(words))

    @property
    def mask_statistics(self) -> dict[str, int]:
        """The work for the last mask of this matcher, or of one with the same cache."""
        statistics = MaskStatistics()
        self.library.call("matcher_mask_statistics", self.handle, ctypes.byref(statistics))
        return {name: getattr(statistics, name) for name in MaskStatistics.NAMES}

    def allows(self, token: int) -> bool:
        """Returns True if the last mask has a token."""
        return bool(self.words[token >> 5] >> (token & 31) & 1)

    def commit(self, token: int) -> None:
        self.call("commit", token)

    def commit_tokens(self, tokens: Iterable[int]) -> None:
        numbers = int32s(tokens)
        self.call("commit_tokens", numbers, len(numbers))

    def commit_text(self, text: str) -> None:
        self.call("commit_text", text.encode(), len(text.encode()))

    def rollback(self, count: int) -> None:
        self.call("rollback", count)

    def copy(self) -> Matcher:
        """Returns a fork: both matchers continue independently from the same text."""
        return Matcher(self.vocabulary, self.call("copy"))

    def validated_count(self, tokens: Iterable[int]) -> int:
        numbers = int32s(tokens)
        return int(self.call("validated_count", numbers, len(numbers)))

    def set_token_budget(self, budget: int | None) -> None:
        self.call("set_token_budget", -1 if budget is None else budget)

    @property
    def forced_text(self) -> str:
        return self.library.take(self.call("forced_text"))

    @property
    def forced_tokens(self) -> list[int]:
        count = self.call("forced_tokens", None, 0)
        tokens = (INT32 * count)()
        self.call("forced_tokens", tokens, count)
        return list(tokens)

    @property
    def can_end(self) -> bool:
        return bool(self.call("can_end"))

    @property
    def is_complete(self) -> bool:
        return bool(self.call("is_complete"))

    @property
    def is_finished(self) -> bool:
        return bool(self.call("is_finished"))

    @property
    def token_count(self) -> int:
        return int(self.call("token_count"))

    @property
    def text(self) -> bytes:
        """The text so far as bytes. It may end within a character."""
        length = self.call("text", None, 0)
        buffer = ctypes.create_string_buffer(length)
        self.call("text", buffer, length)
        return buffer.raw

    @property
    def content(self) -> Any:
        """The content so far. If a name occurs twice, the first property is used."""
        return read_json(self.library.take(self.call("content")))

    def draft_masks(self, tokens: Iterable[int], words: Rows) -> int:
        """Writes the masks before a draft and after each token. Returns how many are allowed.

        words: a matrix with one row for each token, and at least one more row.
        """
        draft = int32s(tokens)
        address, width = matrix(words, len(draft) + 1)
        valid = SIZE()
        self.call("draft_masks", draft, len(draft), address, width, ctypes.byref(valid))
        return valid.value

    def take_events(self) -> list[dict[str, Any]]:
        """Returns the events since the last call as dictionaries; see schemakit.h."""
        events: list[dict[str, Any]] = json.loads(self.library.take(self.call("take_events")))
        return events

    def forced(self, encode: Callable[[bytes], Iterable[int]]) -> list[int]:
        """Returns the tokens that must follow. `encode` splits bytes into tokens."""
        faults: list[Exception] = []

        def call(_: Any, text: int, length: int, tokens: Any, capacity: int) -> int:
            try:
                found = list(encode(ctypes.string_at(text, length)))
            except Exception as fault:  # A callback from C must not raise an exception.
                faults.append(fault)
                return 0
            for index, token in enumerate(found[:capacity]):
                tokens[index] = token
            return len(found)

        callback = ENCODE(call)
        capacity = 1 << 16
        tokens = (INT32 * capacity)()
        count = self.library.call(
            "output_forced_tokens", self.handle, callback, None, tokens, capacity)
        if faults:
            raise faults[0]
        return tokens[:min(count, capacity)]


class Plan(Handle):
    """All outputs that a model may write. Threads may share a plan."""

    kind = "plan"

    def __init__(
        self, vocabulary: Vocabulary, name: str, *arguments: Any, handle: int | None = None
    ) -> None:
        self.vocabulary = vocabulary
        library = vocabulary.library
        super().__init__(
            library, library.call("plan_" + name, handle or vocabulary.handle, *arguments))

    @property
    def unenforced(self) -> list[str]:
        """The constraints of schemas that masks do not enforce, as sentences."""
        count = self.call("unenforced_count")
        return [self.library.take(self.call("unenforced", index)) for index in range(count)]

    def cache(self) -> Cache:
        """Returns a cache for the outputs of one thread."""
        return Cache(self.library, self.call("cache_create"))

    def output(self, cache: Cache | None = None) -> Matcher:
        """Begins an output."""
        handle = self.library.call("output_create", self.handle, cache.handle if cache else None)
        return Matcher(self.vocabulary, handle)


# The names of a plan's matchers and their caches.
Output = Matcher
PlanCache = Cache
