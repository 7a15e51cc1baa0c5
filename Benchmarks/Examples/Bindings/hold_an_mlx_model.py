#!/usr/bin/env python3
"""Constrains a model of MLX to a schema. Masks are sent to the model's device as bits.

usage: hold_an_mlx_model.py LIBRARY TOKENIZER

In place of a model, the logits are random. `MaskProcessor` can be an element of the list
`logits_processors` of mlx-lm. The program needs the packages mlx and numpy.
"""

from __future__ import annotations

import sys

import mlx.core as mx
import numpy

import schemakit
from hold_a_model import SCHEMA


def additions() -> mx.array:
    """For each byte of a mask, the numbers that are added to the logits of its eight tokens."""
    bits = numpy.unpackbits(
        numpy.arange(256, dtype=numpy.uint8)[:, None], axis=1, bitorder="little")
    return mx.array(numpy.where(bits == 1, 0, -numpy.inf).astype(numpy.float32))


def masked(logits: mx.array, words: numpy.ndarray, table: mx.array) -> mx.array:
    """Returns the logits. The logits of tokens that are not in the mask are minus infinity."""
    width = logits.shape[-1]
    missing = max((width + 31) // 32 - len(words), 0)
    # Some models have more logits than tokens. These logits are not allowed.
    mask = mx.array(numpy.pad(words, (0, missing)))
    return logits + table[mask.view(mx.uint8)].reshape(-1)[:width].astype(logits.dtype)


class MaskProcessor:
    """Allows only tokens that a plan allows."""

    def __init__(self, output: schemakit.Output) -> None:
        self.output = output
        self.table = additions()
        self.words = numpy.zeros((len(output.vocabulary) + 31) // 32, dtype=numpy.uint32)
        self.seen: int | None = None

    def __call__(self, tokens: mx.array, logits: mx.array) -> mx.array:
        """Returns the logits of the next token. `tokens` has the prompt and the chosen tokens."""
        # In the first call, all tokens belong to the prompt.
        if self.seen is not None:
            self.output.commit_tokens(tokens[self.seen:].tolist())
        self.seen = tokens.size
        if self.output.is_finished:
            return logits
        self.output.fill(self.words)
        return masked(logits, self.words, self.table)


def main() -> None:
    library = schemakit.Library(sys.argv[1])
    vocabulary = library.open_vocabulary(sys.argv[2])
    output = vocabulary.grammar(SCHEMA, whitespace=1).plan().output()
    output.set_token_budget(60)
    process = MaskProcessor(output)
    mx.random.seed(7)
    tokens = mx.array([0, 0, 0])
    while not output.is_finished:
        # A model's logits are often wider than its vocabulary.
        logits = process(tokens, mx.random.normal((1, len(vocabulary) + 70)))
        if not output.is_finished:
            tokens = mx.concatenate([tokens, mx.argmax(logits, axis=-1)])
    print(output.text.decode())


if __name__ == "__main__":
    main()
