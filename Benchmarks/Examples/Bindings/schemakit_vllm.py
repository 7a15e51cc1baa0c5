"""A structured-output backend for vLLM by SchemaKit's plans.

    from schemakit_vllm import SchemaKitBackend
    backend = SchemaKitBackend(
        vllm_config, tokenizer, vocab_size, library=library, vocabulary=vocabulary)
    grammar = backend.compile_grammar(StructuredOutputOptions.STRUCTURAL_TAG, tag)
    bitmask = backend.allocate_token_bitmask(max_num_seqs)
    grammar.fill_bitmask(bitmask, 0)

The classes have the methods of `StructuredOutputBackend` and `StructuredOutputGrammar` in
`vllm.v1.structured_output.backend_types`. If vLLM is installed, they derive from these classes.
vLLM has no setting for other backends: set this backend in vLLM's manager.

A request of the kind STRUCTURAL_TAG can also be a request for tools as in schemakit.h, with a
"format" or a "template". Then thinking, text and calls are one plan, and `take_events()` of the
grammar returns the events, so no parser of reasoning and tool calls is needed.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Collection
from typing import Any

import numpy

import schemakit

try:
    from vllm.v1.structured_output.backend_types import (  # type: ignore[import-not-found]
        StructuredOutputBackend, StructuredOutputGrammar)
except ImportError:
    StructuredOutputBackend = StructuredOutputGrammar = object

# The largest number of plans that are kept for later requests.
MAXIMUM_PLANS = 128


class SchemaKitGrammar(StructuredOutputGrammar):  # type: ignore[misc]
    """The output of one request."""

    def __init__(
        self, plan: schemakit.Plan, cache: schemakit.PlanCache | None = None,
        stops: Collection[int] = (),
    ) -> None:
        self.plan = plan
        self.cache = cache
        self._output: schemakit.Output | None = None
        # Tokens that stand for text and end the request. The output must not contain them.
        self.stops = frozenset(stops)

    @property
    def output(self) -> schemakit.Output:
        """The output. The first thread that uses it creates it, and owns the cache."""
        if self._output is None:
            self._output = self.plan.output(self.cache)
        return self._output

    def accept_tokens(self, request_id: str, tokens: list[int]) -> bool:
        """Adds tokens. If one of them may not follow, changes nothing and returns False."""
        if self.output.is_finished:
            # A scheduler may run one more step after the end token.
            return not tokens
        try:
            self.output.commit_tokens(tokens)
        except schemakit.SchemaKitError as error:
            if error.status in (None, 1):
                raise
            return False
        return True

    def validate_tokens(self, tokens: list[int]) -> list[int]:
        """Returns the leading tokens of a draft that may follow."""
        stop = next((place for place, token in enumerate(tokens) if token in self.stops), None)
        draft = tokens[:stop]
        return draft[:self.output.validated_count(draft)]

    def rollback(self, num_tokens: int) -> None:
        self.output.rollback(num_tokens)

    def fill_bitmask(self, bitmask: Any, batch_index: int) -> None:
        """Writes a row of a tensor of 32-bit integers on the CPU, or of a NumPy array."""
        rows = bitmask.numpy() if hasattr(bitmask, "numpy") else bitmask
        row = rows[batch_index]
        self.output.fill(row)
        words = row.view(numpy.uint32)
        for token in self.stops:
            words[token >> 5] &= ~numpy.uint32(1 << (token & 31))

    def is_terminated(self) -> bool:
        return self.output.is_finished

    def reset(self) -> None:
        self._output = None

    def find_jump_string(self) -> str | None:
        """Returns the text that must follow, for versions of vLLM that use it."""
        return self.output.forced_text or None

    def take_events(self) -> list[dict[str, Any]]:
        return self.output.take_events()


class SchemaKitBackend(StructuredOutputBackend):  # type: ignore[misc]
    """Compiles requests, and keeps the plans of the last requests.

    Any thread may compile grammars. The cache of a plan and its outputs belong to the thread that
    fills the masks, which is one thread in vLLM's manager. If several threads fill rows, pass
    `shares_masks=False`.
    """

    def __init__(
        self, vllm_config: Any, tokenizer: Any, vocab_size: int, *, library: schemakit.Library,
        vocabulary: schemakit.Vocabulary, shares_masks: bool = True,
    ) -> None:
        self.vllm_config = vllm_config
        self.tokenizer = tokenizer
        self.vocab_size = vocab_size
        self.library = library
        self.vocabulary = vocabulary
        self.shares_masks = shares_masks
        self.lock = threading.Lock()
        self.plans: OrderedDict[
            tuple[str, str], tuple[schemakit.Plan, schemakit.PlanCache | None]] = OrderedDict()
        if vocab_size < len(vocabulary):
            raise ValueError(
                f"The model has {vocab_size} logits, but {len(vocabulary)} tokens. "
                "Open the vocabulary of this model.")

    def compile_grammar(
        self, request_type: Any, grammar_spec: str, stop_token_ids: set[int] | None = None
    ) -> SchemaKitGrammar:
        """Returns the grammar of a request.

        A stop token that stands for text would end the request within the output, so masks do not
        allow it. The vocabulary's end tokens do not stand for text, and end a complete output.
        """
        stops = [
            token for token in stop_token_ids or ()
            if 0 <= token < len(self.vocabulary) and self.vocabulary.token(token) is not None]
        name = getattr(request_type, "name", str(request_type))
        key = (name, grammar_spec)
        with self.lock:
            known = self.plans.get(key)
            if known:
                self.plans.move_to_end(key)
        if not known:
            plan = self.make_plan(name, grammar_spec)
            known = (plan, plan.cache() if self.shares_masks else None)
            with self.lock:
                known = self.plans.setdefault(key, known)
                while len(self.plans) > MAXIMUM_PLANS:
                    self.plans.popitem(last=False)
        return SchemaKitGrammar(*known, stops)

    def make_plan(self, kind: str, spec: str) -> schemakit.Plan:
        spaced = schemakit.Options(whitespace=1)
        if kind == "JSON":
            return self.vocabulary.grammar(spec, whitespace=1).plan()
        if kind == "JSON_OBJECT":
            return self.vocabulary.grammar({"type": "object"}, whitespace=1).plan()
        if kind == "REGEX":
            # In vLLM, a pattern must match the whole text.
            return self.vocabulary.pattern(f"^(?:{spec})$").plan()
        if kind == "CHOICE":
            return self.vocabulary.choices(json.loads(spec)).plan()
        if kind == "STRUCTURAL_TAG":
            request = json.loads(spec)
            if isinstance(request, dict) and ("template" in request or (
                    "format" in request and isinstance(request["format"], str))):
                return self.vocabulary.plan(spec, spaced)
            return self.vocabulary.structural_tag(spec, spaced)
        raise ValueError(
            f"Requests of the kind {kind} are not supported. Use JSON, a pattern, choices or a "
            "structural tag.")

    def allocate_token_bitmask(self, max_num_seqs: int) -> Any:
        """Returns a tensor of 32-bit integers for masks; without torch, a NumPy array."""
        width = (self.vocab_size + 31) // 32
        try:
            import torch  # type: ignore[import-not-found]
        except ImportError:
            return numpy.full((max_num_seqs, width), -1, dtype=numpy.int32)
        return torch.full((max_num_seqs, width), -1, dtype=torch.int32)

    def destroy(self) -> None:
        with self.lock:
            self.plans.clear()
