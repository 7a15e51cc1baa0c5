"""SchemaKit's token masks in Python: the functions of schemakit.h by ctypes.

    library = schemakit.Library("libschemakit-c.so")
    vocabulary = library.open_vocabulary("tokenizer.json")
    grammar = vocabulary.grammar({"type": "object", "properties": {"title": {"type": "string"}}})
    matcher = grammar.matcher()
    mask = matcher.mask()       # a buffer of 32-bit words, written again by each call
    matcher.commit(token)

Errors are SchemaKitError with the text that the library gives. The rules for threads are those of
schemakit.h: a matcher, its copies and the cache that it was made with belong to one thread.
"""

import ctypes
import json
import weakref

POINTER, SIZE, INT32, INT64 = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int32, ctypes.c_int64
TEXT = ctypes.c_char_p
INTERFACE_VERSION = 1
NO_TEXT = SIZE(-1).value

# The result and the parameters of each function; those in FALLIBLE take the place of an error last.
FUNCTIONS = {
    "interface_version": (INT32,),
    "text_free": (None, POINTER),
    "vocabulary_open": (POINTER, TEXT, POINTER, SIZE),
    "vocabulary_create": (POINTER, TEXT, POINTER, SIZE, POINTER, SIZE),
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
    "cache_free": (None, POINTER),
    "matcher_create": (POINTER, POINTER, POINTER),
    "matcher_copy": (POINTER, POINTER),
    "matcher_free": (None, POINTER),
    "matcher_mask": (INT32, POINTER, POINTER, SIZE),
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
}
FALLIBLE = {
    "vocabulary_open", "vocabulary_create", "grammar_from_json_schema", "grammar_from_pattern",
    "grammar_from_choices", "cache_create", "matcher_create", "matcher_copy", "matcher_mask",
    "matcher_commit", "matcher_commit_tokens", "matcher_commit_text", "matcher_rollback",
    "matcher_set_token_budget",
}


class SchemaKitError(Exception):
    """What the library says of a failure; `status` is a schemakit_status, or None."""

    def __init__(self, text, status=None):
        super().__init__(text)
        self.status = status


class Options(ctypes.Structure):
    """schemakit_grammar_options."""

    _fields_ = [
        ("whitespace", INT32), ("maximum_whitespace", INT32), ("closes_open_objects", INT32),
        ("maximum_alternatives", INT32),
    ]


def read_json(text, read_float=float):
    """Reads JSON; of names that occur twice, the first counts."""

    def first_of_each(pairs):
        value = {}
        for name, part in pairs:
            value.setdefault(name, part)
        return value

    return json.loads(text, object_pairs_hook=first_of_each, parse_float=read_float)


def int32s(tokens):
    tokens = list(tokens)
    return (INT32 * len(tokens))(*tokens)


class Library:
    """The shared library."""

    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        self.functions = {}
        for name, (result, *parameters) in FUNCTIONS.items():
            function = getattr(library, "schemakit_" + name)
            function.restype = result
            function.argtypes = parameters + ([POINTER] if name in FALLIBLE else [])
            self.functions[name] = function
        if self.call("interface_version") < INTERFACE_VERSION:
            raise SchemaKitError("The library is older than this module.")

    def call(self, name, *arguments):
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

    def take(self, text):
        """A text of the library, which is freed."""
        try:
            return ctypes.string_at(text).decode()
        finally:
            self.call("text_free", text)

    def open_vocabulary(self, path, end_tokens=None):
        """Reads tokenizer.json, tekken.json or a GGUF file."""
        ends = None if end_tokens is None else int32s(end_tokens)
        return Vocabulary(
            self, self.call("vocabulary_open", str(path).encode(), ends, len(end_tokens or ())))

    def vocabulary(self, tokens, end_tokens):
        """Prepares tokens as bytes; None for those that stand for no text."""
        lengths = [NO_TEXT if token is None else len(token) for token in tokens]
        text = b"".join(token or b"" for token in tokens)
        ends = int32s(end_tokens)
        return Vocabulary(
            self, self.call(
                "vocabulary_create", text, (SIZE * len(lengths))(*lengths), len(lengths), ends,
                len(ends)))


class Handle:
    """A handle of the library, which is freed with the object."""

    kind = ""

    def __init__(self, library, handle):
        self.library = library
        self.handle = handle
        weakref.finalize(self, library.call, self.kind + "_free", handle)

    def call(self, name, *arguments):
        return self.library.call(f"{self.kind}_{name}", self.handle, *arguments)


class Vocabulary(Handle):
    """The tokens of a model. Threads may share it."""

    kind = "vocabulary"

    def __len__(self):
        return self.call("count")

    def token(self, token):
        """The bytes of a token; None if it stands for no text."""
        length = self.call("token", token, None, 0)
        if length == NO_TEXT:
            return None
        buffer = ctypes.create_string_buffer(length)
        self.call("token", token, buffer, length)
        return buffer.raw

    def grammar(self, schema, whitespace=0, maximum_whitespace=0, close=False, alternatives=0):
        """The grammar of a JSON Schema document's values: a dictionary, or its text."""
        text = schema if isinstance(schema, str) else json.dumps(schema)
        options = Options(whitespace, maximum_whitespace, close, alternatives)
        data = text.encode("utf-8", "surrogatepass")
        return Grammar(self, "from_json_schema", data, len(data), ctypes.byref(options))

    def pattern(self, pattern):
        """The grammar of plain texts in which a pattern matches."""
        return Grammar(self, "from_pattern", pattern.encode(), len(pattern.encode()))

    def choices(self, choices):
        """The grammar of some plain texts."""
        texts = [choice.encode() for choice in choices]
        return Grammar(self, "from_choices", (TEXT * len(texts))(*texts), len(texts))


class Grammar(Handle):
    """The texts that an answer may be. Threads may share it."""

    kind = "grammar"

    def __init__(self, vocabulary, name, *arguments):
        self.vocabulary = vocabulary
        library = vocabulary.library
        super().__init__(library, library.call("grammar_" + name, vocabulary.handle, *arguments))

    @property
    def unenforced(self):
        """What the masks do not hold a text to, as sentences."""
        count = self.call("unenforced_count")
        return [self.library.take(self.call("unenforced", index)) for index in range(count)]

    def cache(self):
        """A cache for the matchers of one thread."""
        return Cache(self.library, self.library.call("cache_create", self.handle))

    def matcher(self, cache=None):
        """Begins an answer."""
        handle = self.library.call("matcher_create", self.handle, cache.handle if cache else None)
        return Matcher(self.vocabulary, handle)


class Cache(Handle):
    """The masks that matchers of one grammar found."""

    kind = "cache"


class Matcher(Handle):
    """Follows one answer token by token."""

    kind = "matcher"

    def __init__(self, vocabulary, handle):
        super().__init__(vocabulary.library, handle)
        self.vocabulary = vocabulary
        self.words = (ctypes.c_uint32 * vocabulary.call("mask_word_count"))()

    def mask(self):
        """The tokens that may come next as bits, in a buffer that the next call writes again."""
        self.call("mask", self.words, len(self.words))
        return self.words

    def allows(self, token):
        """Whether the last mask has a token."""
        return self.words[token >> 5] >> (token & 31) & 1 == 1

    def commit(self, token):
        self.call("commit", token)

    def commit_tokens(self, tokens):
        tokens = int32s(tokens)
        self.call("commit_tokens", tokens, len(tokens))

    def commit_text(self, text):
        self.call("commit_text", text.encode(), len(text.encode()))

    def rollback(self, count):
        self.call("rollback", count)

    def copy(self):
        """A fork: both go on independently from the same text."""
        return Matcher(self.vocabulary, self.call("copy"))

    def validated_count(self, tokens):
        tokens = int32s(tokens)
        return self.call("validated_count", tokens, len(tokens))

    def set_token_budget(self, budget):
        self.call("set_token_budget", -1 if budget is None else budget)

    @property
    def forced_text(self):
        return self.library.take(self.call("forced_text"))

    @property
    def forced_tokens(self):
        count = self.call("forced_tokens", None, 0)
        tokens = (INT32 * count)()
        self.call("forced_tokens", tokens, count)
        return list(tokens)

    @property
    def can_end(self):
        return self.call("can_end") != 0

    @property
    def is_complete(self):
        return self.call("is_complete") != 0

    @property
    def is_finished(self):
        return self.call("is_finished") != 0

    @property
    def token_count(self):
        return self.call("token_count")

    @property
    def text(self):
        """The text so far, as bytes: it may end within a character."""
        length = self.call("text", None, 0)
        buffer = ctypes.create_string_buffer(length)
        self.call("text", buffer, length)
        return buffer.raw

    @property
    def content(self):
        """The content so far; of names that occur twice, the first counts."""
        return read_json(self.library.take(self.call("content")))
