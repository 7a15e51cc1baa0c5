"""SchemaKit's token masks in Python: the functions of schemakit.h by ctypes.

    library = schemakit.Library("libschemakit-c.so")
    vocabulary = library.open_vocabulary("tokenizer.json")
    grammar = vocabulary.grammar({"type": "object", "properties": {"title": {"type": "string"}}})
    matcher = grammar.matcher()
    mask = matcher.mask()       # a buffer of 32-bit words, written again by each call
    matcher.commit(token)

Errors are SchemaKitError with the text that the library gives. The rules for threads are those of
schemakit.h: a matcher, its copies and the cache that it was made with belong to one thread.

Rows of words are dense arrays with NumPy's interface, or arrays of ctypes, of words of 32 bits. On
a little-endian machine they may also be of words of 64 bits, whose layout is the same.
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
INTERFACE_VERSION = 3
NO_TEXT: int = SIZE(-1).value
# A value for `maximum_exponent` of Options, and the flag that says that there is one.
ANY_EXPONENT = -1
ANY_ORDER = 1
OPTIONS_3 = 0x100
# schemakit_encode: the context, a text, its length, tokens, and how many of them there is room for.
ENCODE = ctypes.CFUNCTYPE(SIZE, POINTER, POINTER, SIZE, ctypes.POINTER(INT32), SIZE)

# The result and the parameters of each function; those in FALLIBLE take the place of an error last.
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
    "matcher_mask_batch", "outputs_fill_threads",
    "matcher_commit", "matcher_commit_tokens", "matcher_commit_text", "matcher_rollback",
    "matcher_set_token_budget", "vocabulary_create_named", "plan_from_tools",
    "plan_from_structural_tag", "plan_from_grammar", "plan_cache_create", "output_create",
    "output_copy", "output_mask", "outputs_fill", "output_draft_masks", "output_commit",
    "output_commit_tokens", "output_commit_text", "output_rollback", "output_set_token_budget",
}


class SchemaKitError(Exception):
    """What the library says of a failure; `status` is a schemakit_status, or None."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


class Rows(Protocol):
    """What has the interface of an array of NumPy."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


# A row of words, or a matrix of them.
Words = Rows | ctypes.Array[Any]
# A JSON document: its text, or what json.dumps takes.
Document = str | dict[str, Any] | list[Any] | bool


class Options(ctypes.Structure):
    """How the text of a value is written: schemakit_grammar_options_3.

    maximum_exponent: the largest exponent of a number without bounds, in magnitude; 0 for 307, and
    ANY_EXPONENT for no limit.
    property_order: 0 for the order of the schema, and ANY_ORDER for any.
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


def read_json(text: str, read_float: Callable[[str], Any] = float) -> Any:
    """Reads JSON; of names that occur twice, the first counts."""

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
    """JSON as UTF-8, and its length."""
    text = value if isinstance(value, str) else json.dumps(value)
    data = text.encode("utf-8", "surrogatepass")
    return data, len(data)


def pointer(options: Options | None) -> Any:
    return None if options is None else ctypes.byref(options)


def row(words: Words) -> tuple[Any, int]:
    """The address of a row or a matrix, and the number of words of 32 bits in a row."""
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
            raise SchemaKitError("The words cannot be written.")
        address = POINTER(interface["data"][0])
    if item != 4 and (item != 8 or sys.byteorder != "little"):
        raise SchemaKitError("The words are not dense words of 32 or 64 bits.")
    return address, width * item // 4


def matrix(words: Rows, count: int) -> tuple[Any, int]:
    """The address of a matrix with at least ``count`` rows, and the words of 32 bits in a row."""
    shape = words.__array_interface__["shape"]
    if len(shape) != 2 or shape[0] < count:
        raise SchemaKitError(f"The words have no {count} rows.")
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
        """Calls a function, and raises its error."""
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
        """A text of the library, which is freed."""
        try:
            return ctypes.string_at(text).decode()
        finally:
            self.call("text_free", text)

    def fill(self, outputs: Sequence[Output | None], words: Rows, threads: int = 1) -> None:
        """Writes the masks of a batch of outputs in place, by one call.

        outputs: one for each row; None for a sequence without a plan, to which all is allowed.
        words: a matrix. Its rows may be wider than the masks, as for logits that are wider than the
        vocabulary: the words behind a mask become 0.
        threads: how many threads may share the work. Only outputs with caches of their own are
        filled side by side.
        """
        count = len(outputs)
        address, width = matrix(words, count)
        handles = (POINTER * max(count, 1))(
            *(None if output is None else POINTER(output.handle) for output in outputs))
        if threads > 1:
            self.call("outputs_fill_threads", handles, count, address, width, threads)
        else:
            self.call("outputs_fill", handles, count, address, width)

    def fill_matchers(self, matchers: Sequence[Matcher], words: Rows, threads: int = 1) -> None:
        """Writes the masks of a batch of matchers in place, by one call.

        words: a matrix with a row for each. The words behind a mask are left alone.
        threads: how many threads may share the work, as for `fill`.
        """
        count = len(matchers)
        address, width = matrix(words, count)
        handles = (POINTER * max(count, 1))(*(POINTER(matcher.handle) for matcher in matchers))
        self.call("matcher_mask_batch", handles, count, address, width, threads)

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
        """Prepares tokens as bytes.

        Those that stand for no text are None or, with the name by which plans find them, a str.
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
    """A handle of the library, which is freed with the object."""

    kind = ""

    def __init__(self, library: Library, handle: int) -> None:
        self.library = library
        self.handle = handle
        weakref.finalize(self, library.call, self.kind + "_free", handle)

    def call(self, name: str, *arguments: Any) -> Any:
        return self.library.call(f"{self.kind}_{name}", self.handle, *arguments)


class Vocabulary(Handle):
    """The tokens of a model. Threads may share it."""

    kind = "vocabulary"

    def __len__(self) -> int:
        return int(self.call("count"))

    def token(self, token: int) -> bytes | None:
        """The bytes of a token; None if it stands for no text."""
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
        """The grammar of a JSON Schema document's values: what json.dumps takes, or its text."""
        options = Options(
            whitespace, maximum_whitespace, close, alternatives, maximum_exponent, property_order)
        return Grammar(self, "from_json_schema", *document(schema), pointer(options))

    def plan(self, request: Document, options: Options | None = None) -> Plan:
        """The plan of a model that may call tools: a dictionary as in schemakit.h, or its text."""
        return Plan(self, "from_tools", *document(request), pointer(options))

    def structural_tag(self, tag: Document, options: Options | None = None) -> Plan:
        """The plan of a structural tag: a dictionary, or its text."""
        return Plan(self, "from_structural_tag", *document(tag), pointer(options))

    def pattern(self, pattern: str) -> Grammar:
        """The grammar of plain texts in which a pattern matches."""
        return Grammar(self, "from_pattern", pattern.encode(), len(pattern.encode()))

    def choices(self, choices: Iterable[str]) -> Grammar:
        """The grammar of some plain texts."""
        texts = [choice.encode() for choice in choices]
        return Grammar(self, "from_choices", (TEXT * len(texts))(*texts), len(texts))


class Grammar(Handle):
    """The texts that an answer may be. Threads may share it."""

    kind = "grammar"

    def __init__(self, vocabulary: Vocabulary, name: str, *arguments: Any) -> None:
        self.vocabulary = vocabulary
        library = vocabulary.library
        super().__init__(library, library.call("grammar_" + name, vocabulary.handle, *arguments))

    @property
    def unenforced(self) -> list[str]:
        """What the masks do not enforce, as sentences."""
        count = self.call("unenforced_count")
        return [self.library.take(self.call("unenforced", index)) for index in range(count)]

    def cache(self) -> Cache:
        """A cache for the matchers of one thread."""
        return Cache(self.library, self.library.call("cache_create", self.handle))

    def plan(self) -> Plan:
        """The plan of an output that is one text of the grammar."""
        return Plan(self.vocabulary, "from_grammar", handle=self.handle)

    def matcher(self, cache: Cache | None = None) -> Matcher:
        """Begins an answer."""
        handle = self.library.call("matcher_create", self.handle, cache.handle if cache else None)
        return Matcher(self.vocabulary, handle)


class Cache(Handle):
    """The masks that matchers of one grammar found."""

    kind = "cache"

    @property
    def size(self) -> int:
        """The memory that it takes, in bytes."""
        return int(self.call("size"))


class Matcher(Handle):
    """Follows one answer token by token."""

    kind = "matcher"

    def __init__(self, vocabulary: Vocabulary, handle: int) -> None:
        super().__init__(vocabulary.library, handle)
        self.vocabulary = vocabulary
        count = vocabulary.call("mask_word_count")
        self.words: ctypes.Array[ctypes.c_uint32] = (ctypes.c_uint32 * count)()

    def mask(self) -> ctypes.Array[ctypes.c_uint32]:
        """The tokens that may come next as bits, in a buffer that the next call writes again."""
        self.call("mask", self.words, len(self.words))
        return self.words

    def fill(self, words: Words) -> None:
        """Writes the mask into a row, in place.

        The words behind the mask are left alone; those of an output become 0.
        """
        self.call("mask", *row(words))

    def allows(self, token: int) -> bool:
        """Whether the last mask has a token."""
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
        """A fork: both go on independently from the same text."""
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
        """The text so far, as bytes: it may end within a character."""
        length = self.call("text", None, 0)
        buffer = ctypes.create_string_buffer(length)
        self.call("text", buffer, length)
        return buffer.raw

    @property
    def content(self) -> Any:
        """The content so far; of names that occur twice, the first counts."""
        return read_json(self.library.take(self.call("content")))


class Plan(Handle):
    """Everything that a model may write. Threads may share it."""

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
        """What the masks do not hold an output to, as sentences."""
        count = self.call("unenforced_count")
        return [self.library.take(self.call("unenforced", index)) for index in range(count)]

    def cache(self) -> PlanCache:
        """A cache for the outputs of one thread."""
        return PlanCache(self.library, self.call("cache_create"))

    def output(self, cache: PlanCache | None = None) -> Output:
        """Begins an output."""
        handle = self.library.call("output_create", self.handle, cache.handle if cache else None)
        return Output(self.vocabulary, handle)


class PlanCache(Handle):
    """The masks that outputs of one plan found."""

    kind = "plan_cache"

    @property
    def size(self) -> int:
        """The memory that it takes, in bytes."""
        return int(self.call("size"))


class Output(Matcher):
    """Follows one output of a plan token by token: a Matcher, with events in place of content."""

    kind = "output"

    def copy(self) -> Output:
        """A fork: both go on independently from the same output."""
        return Output(self.vocabulary, self.call("copy"))

    def draft_masks(self, tokens: Iterable[int], words: Rows) -> int:
        """Writes the masks before a draft and after each of its tokens; gives how many are allowed.

        words: a matrix with at least one row more than there are tokens.
        """
        draft = int32s(tokens)
        address, width = matrix(words, len(draft) + 1)
        valid = SIZE()
        self.call("draft_masks", draft, len(draft), address, width, ctypes.byref(valid))
        return valid.value

    def take_events(self) -> list[dict[str, Any]]:
        """What the output has come to since the last call, as dictionaries; see schemakit.h."""
        events: list[dict[str, Any]] = json.loads(self.library.take(self.call("take_events")))
        return events

    def forced(self, encode: Callable[[bytes], Iterable[int]]) -> list[int]:
        """Tokens that have to follow. `encode` makes tokens of bytes, without special tokens."""
        faults: list[Exception] = []

        def call(_: Any, text: int, length: int, tokens: Any, capacity: int) -> int:
            try:
                found = list(encode(ctypes.string_at(text, length)))
            except Exception as fault:  # It must not leave a function that C calls.
                faults.append(fault)
                return 0
            for index, token in enumerate(found[:capacity]):
                tokens[index] = token
            return len(found)

        callback = ENCODE(call)
        capacity = 1 << 16
        tokens = (INT32 * capacity)()
        count = self.call("forced_tokens", callback, None, tokens, capacity)
        if faults:
            raise faults[0]
        return tokens[:min(count, capacity)]

    @property
    def forced_tokens(self) -> list[int]:
        raise SchemaKitError("Use forced(encode), which needs the model's tokenizer.")

    @property
    def content(self) -> Any:
        raise SchemaKitError("An output has events in place of content; use take_events().")
