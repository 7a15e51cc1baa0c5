"""A model of llama.cpp that a script makes in a second, and llama.cpp itself.

The model has random weights, the bytes and some hundred longer tokens, and so says nothing
sensible, but it is computed as a real one is. llama.cpp is the one inside of the package xllamacpp,
called through its C interface, whose structures are passed on without looking into them.
"""

import ctypes
import json

import gguf
import numpy

import tiny_gguf

END, WIDTH, CONTEXT = 1, 64, 512


def make_tokens():
    """The texts of the tokens: special ones, bytes, and pieces of JSON as longer tokens."""
    texts = [bytes([byte]) for byte in range(256)]
    sample = json.dumps(
        [{"name": "Ada Lovelace", "tags": ["first", "é日本"], "year": 1843, "score": -1.5e3},
         {"title": "", "ok": True, "no": False, "none": None, "date": "2026-01-31T12:00:00Z"}],
        ensure_ascii=False).encode()
    known = set(texts)
    for length in range(2, 7):
        for start in range(len(sample) - length + 1):
            known.add(sample[start : start + length])
    longer = sorted(known - set(texts), key=lambda text: (len(text), text))
    return texts + longer[:: 2]


def write_model(path, seed=1):
    """Writes the model as a GGUF file, and returns the bytes of its tokens."""
    spellings = tiny_gguf.byte_spellings()
    texts = [b"", b"", *make_tokens()]
    spelled = ["<s>", "</s>"]
    spelled += ["".join(spellings[byte] for byte in text) for text in texts[2:]]
    types = [gguf.TokenType.CONTROL] * 2 + [gguf.TokenType.NORMAL] * (len(texts) - 2)
    writer = tiny_gguf.begin(
        path, context=CONTEXT, width=WIDTH, feed_forward=WIDTH * 2, tokens=spelled, types=types,
        begin=0, end=END, merge=f"{spelled[2 + ord('a')]} {spelled[2 + ord('b')]}",
        spelling="default")
    random = numpy.random.default_rng(seed)

    def tensor(name, *shape, scale=1.0):
        values = random.standard_normal(shape) * scale
        writer.add_tensor(name, values.astype(numpy.float32))

    def ones(name):
        writer.add_tensor(name, numpy.ones(WIDTH, dtype=numpy.float32))

    tensor("token_embd.weight", len(texts), WIDTH)
    tensor("output.weight", len(texts), WIDTH, scale=0.3)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        tensor(f"blk.0.{name}.weight", WIDTH, WIDTH, scale=0.2)
    tensor("blk.0.ffn_gate.weight", WIDTH * 2, WIDTH, scale=0.2)
    tensor("blk.0.ffn_up.weight", WIDTH * 2, WIDTH, scale=0.2)
    tensor("blk.0.ffn_down.weight", WIDTH, WIDTH * 2, scale=0.2)
    for name in ("output_norm.weight", "blk.0.attn_norm.weight", "blk.0.ffn_norm.weight"):
        ones(name)
    tiny_gguf.end(writer)
    return texts


class Parameters(ctypes.Structure):
    """Parameters of any kind: llama.cpp fills in the defaults, and reads as much as it knows."""

    _fields_ = [("content", ctypes.c_uint64 * 128)]


class Batch(ctypes.Structure):
    """llama_batch."""

    _fields_ = [("count", ctypes.c_int32)] + [
        (name, ctypes.c_void_p)
        for name in ("token", "embeddings", "position", "sequence_counts", "sequences", "logits")
    ]


class LlamaCpp:
    """A model in llama.cpp: tokens in, logits out."""

    def __init__(self, path):
        import xllamacpp

        library = ctypes.CDLL(xllamacpp.xllamacpp.__file__)
        pointer, parameters = ctypes.c_void_p, Parameters

        def function(name, result, *arguments):
            found = getattr(library, name)
            found.restype, found.argtypes = result, arguments
            return found

        silence = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, pointer)
        self.silent = silence(lambda level, text, data: None)
        function("llama_log_set", None, silence, pointer)(self.silent, None)
        function("llama_backend_init", None)()
        model = function("llama_model_load_from_file", pointer, ctypes.c_char_p, parameters)(
            str(path).encode(), function("llama_model_default_params", parameters)())
        if not model:
            raise RuntimeError("llama.cpp does not load the model")
        self.context = function("llama_init_from_model", pointer, pointer, parameters)(
            model, function("llama_context_default_params", parameters)())
        if not self.context:
            raise RuntimeError("llama.cpp makes no context of the model")
        threads = function(
            "llama_set_n_threads", None, pointer, ctypes.c_int32, ctypes.c_int32)
        threads(self.context, 1, 1)
        vocabulary = function("llama_model_get_vocab", pointer, pointer)(model)
        self.size = function("llama_vocab_n_tokens", ctypes.c_int32, pointer)(vocabulary)
        self.memory = function("llama_get_memory", pointer, pointer)(self.context)
        self.clear = function("llama_memory_clear", None, pointer, ctypes.c_bool)
        self.batch = function("llama_batch_get_one", Batch, pointer, ctypes.c_int32)
        self.decode = function("llama_decode", ctypes.c_int32, pointer, Batch)
        self.read = function(
            "llama_get_logits_ith", ctypes.POINTER(ctypes.c_float), pointer, ctypes.c_int32)

    def begin(self):
        """Forgets the text so far."""
        self.clear(self.memory, True)

    def logits(self, tokens):
        """The logits after some more tokens."""
        data = (ctypes.c_int32 * len(tokens))(*tokens)
        status = self.decode(self.context, self.batch(data, len(tokens)))
        if status != 0:
            raise RuntimeError(f"llama.cpp does not decode: {status}")
        return numpy.ctypeslib.as_array(self.read(self.context, -1), (self.size,))
