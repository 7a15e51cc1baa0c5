#!/usr/bin/env python3
"""Constrains a model's output to a schema from Python.

usage: hold_a_model.py LIBRARY TOKENIZER

In place of a model, all allowed tokens are equally likely. Use the logits of your model instead.
"""

import random
import sys

import schemakit

SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 20},
        "minutes": {"type": "integer", "minimum": 1, "maximum": 120},
        "diet": {"enum": ["vegan", "vegetarian", None]},
    },
    "required": ["title", "minutes", "diet"],
    "additionalProperties": False,
}


def main():
    library = schemakit.Library(sys.argv[1])
    vocabulary = library.open_vocabulary(sys.argv[2])
    grammar = vocabulary.grammar(SCHEMA, whitespace=1)
    for sentence in grammar.unenforced:
        print(sentence, file=sys.stderr)
    chance = random.Random(7)
    matcher = grammar.matcher()
    matcher.set_token_budget(60)
    while not matcher.is_finished:
        # Forced tokens, such as the names of required properties, need no model.
        for token in matcher.forced_tokens:
            matcher.commit(token)
        matcher.mask()
        allowed = [token for token in range(len(vocabulary)) if matcher.allows(token)]
        matcher.commit(chance.choice(allowed))
    print(matcher.text.decode())


if __name__ == "__main__":
    main()
