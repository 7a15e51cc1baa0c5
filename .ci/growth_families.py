"""Families of inputs that grow, for the search of `check-growth`.

A family makes an input for any number of parts. Those of documents make a schema, a value that is
valid by it, and one that is not; those of texts, patterns and streams make a text.
"""

import itertools
import json

DRAFT = {
    4: "http://json-schema.org/draft-04/schema#",
    6: "http://json-schema.org/draft-06/schema#",
    7: "http://json-schema.org/draft-07/schema#",
    2019: "https://json-schema.org/draft/2019-09/schema",
    2020: "https://json-schema.org/draft/2020-12/schema",
}


# Names, for properties, definitions and titles: of the number of a part.
NAMES = {
    "plain": lambda i: f"p{i}",
    "capitals": lambda i: "".join(
        c.upper() if i >> n & 1 else c for n, c in enumerate("abcdefghijklmnopqrst")),
    "long": lambda i: f"{'name ' * 12}{i}",
    "escapes": lambda i: f'~/%"\\\u00e9\u0001 {i}',
    "composed": lambda i: ("\u00e9" if i % 2 else "e\u0301") + f"{i // 2}",
    "numbers": lambda i: f"{i}",
}


# Each keyword alone: the draft, and for the number of a part the schema, a value that is valid by
# it and one that is not.
def _text(**more):
    return lambda i: ({"type": "string", **{k: v(i) for k, v in more.items()}}, f"a{i}", 7)


def _number(**more):
    return lambda i: ({"type": "number", **{k: v(i) for k, v in more.items()}}, 0, "x")


def _array(**more):
    return lambda i: ({"type": "array", **{k: v(i) for k, v in more.items()}}, [1, "a"], {})


def _object(**more):
    return lambda i: ({"type": "object", **{k: v(i) for k, v in more.items()}}, {"a": 1}, [])


def _always(value):
    return lambda i: value


KEYWORDS = {
    "type": (2020, lambda i: ({"type": ["string", "null"]}, None, 7)),
    "boolean": (2020, lambda i: ({"type": "boolean"}, True, 7)),
    "any": (2020, lambda i: ({}, 1, 1)),
    "true": (2020, lambda i: (True, 1, 1)),
    "minLength": (2020, _text(minLength=lambda i: i % 3)),
    "maxLength": (2020, _text(maxLength=lambda i: i + 20)),
    "pattern": (2020, _text(pattern=lambda i: f"^a{i}")),
    "pattern-lookahead": (2020, _text(pattern=lambda i: f"^(?=a)[a-z]{i}$")),
    "format": (2020, lambda i: ({"type": "string", "format": "date"}, "2024-01-01", 7)),
    "content": (2020, _text(contentMediaType=_always("application/json"))),
    "enum": (2020, lambda i: ({"enum": [f"v{i}", "w", i]}, "w", None)),
    "enum-typed": (2020, lambda i: ({"type": "string", "enum": [f"v{i}", "w"]}, "w", None)),
    "const": (2020, lambda i: ({"const": f"v{i}"}, f"v{i}", None)),
    "const-object": (2020, lambda i: ({"const": {"a": i}}, {"a": i}, {"a": None})),
    "const-array": (2020, lambda i: ({"const": [i, [i]]}, [i, [i]], [])),
    "minimum": (2020, _number(minimum=lambda i: -i)),
    "maximum": (2020, _number(maximum=lambda i: i)),
    "exclusiveMinimum": (2020, _number(exclusiveMinimum=lambda i: -1 - i)),
    "exclusiveMaximum-4": (
        4, lambda i: ({"type": "number", "maximum": i, "exclusiveMaximum": True}, -1, "x")),
    "exclusiveMaximum": (6, _number(exclusiveMaximum=lambda i: i + 1)),
    "multipleOf": (2020, _number(multipleOf=lambda i: i + 1)),
    "multipleOf-decimal": (2020, _number(multipleOf=lambda i: (i % 50 + 1) / 100)),
    "items": (2020, _array(items=_always({"type": ["integer", "string"]}))),
    "items-list": (7, _array(items=_always([{"type": "integer"}]), additionalItems=_always(True))),
    "prefixItems": (2020, _array(prefixItems=_always([{"type": "integer"}]))),
    "contains": (2020, _array(contains=_always({"type": "integer"}))),
    "minContains": (
        2020, _array(contains=_always({"type": "integer"}), maxContains=lambda i: i + 1)),
    "minItems": (2020, _array(minItems=lambda i: i % 3)),
    "maxItems": (4, _array(maxItems=lambda i: i + 2)),
    "contains-6": (6, _array(contains=lambda i: {"enum": [1, i]})),
    "uniqueItems": (2020, _array(uniqueItems=_always(True))),
    "unevaluatedItems": (2020, _array(unevaluatedItems=_always({"type": ["integer", "string"]}))),
    "properties": (2020, _object(properties=lambda i: {"a": {"type": "integer"}})),
    "properties-own": (2020, _object(properties=lambda i: {f"q{i}": {"type": "integer"}})),
    "required": (2020, _object(required=_always(["a"]))),
    "closed": (
        2020, _object(properties=_always({"a": {}}), additionalProperties=_always(False))),
    "additionalProperties": (2020, _object(additionalProperties=_always({"type": "integer"}))),
    "patternProperties": (2020, _object(patternProperties=lambda i: {f"^b{i}": {"type": "null"}})),
    "propertyNames": (2020, _object(propertyNames=_always({"maxLength": 9}))),
    "propertyNames-enum": (
        6, _object(propertyNames=lambda i: {"enum": ["a", f"b{i}"]})),
    "minProperties": (2020, _object(minProperties=_always(1))),
    "maxProperties": (2020, _object(maxProperties=lambda i: i + 1)),
    "dependentRequired": (2020, _object(dependentRequired=lambda i: {f"b{i}": ["a"]})),
    "dependentSchemas": (2020, _object(dependentSchemas=lambda i: {"a": {"minProperties": 1}})),
    "dependencies": (7, _object(dependencies=lambda i: {f"b{i}": ["a"], "c": {"type": "object"}})),
    "unevaluatedProperties": (
        2020, _object(properties=_always({"a": {}}), unevaluatedProperties=_always(False))),
    "allOf": (2020, lambda i: ({"allOf": [{"type": "number"}, {"minimum": -i}]}, 0, "x")),
    "anyOf": (2020, lambda i: ({"anyOf": [{"type": "number"}, {"const": f"v{i}"}]}, 0, None)),
    "oneOf": (2020, lambda i: ({"oneOf": [{"type": "number"}, {"const": f"v{i}"}]}, 0, None)),
    "not": (2020, lambda i: ({"not": {"const": i}}, "x", i)),
    "not-required": (4, _object(**{"not": lambda i: {"required": [f"b{i}", f"c{i}"]}})),
    "if": (2020, lambda i: (
        {"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "number"}}, 0, None)),
    "title": (2020, lambda i: ({"type": "object", "title": "Same", "properties": {}}, {}, 1)),
    "title-own": (
        2020, lambda i: (
            {"type": "object", "title": f"T{i}", "properties": {"a": {"const": i}}}, {"a": i}, 1)),
    "description": (2020, _text(description=lambda i: f"Number {i}.")),
    "default": (2020, _text(default=lambda i: f"v{i}")),
    "examples": (2020, _text(examples=lambda i: [f"v{i}"])),
    "unknown": (2020, _text(**{"x-own": lambda i: {"a": [i]}})),
    "annotations": (2019, _text(
        readOnly=_always(True), writeOnly=_always(False), deprecated=_always(True),
        **{"$comment": lambda i: f"Number {i}."})),
    "contentSchema": (2019, _text(
        contentMediaType=_always("application/json"), contentEncoding=_always("base64"),
        contentSchema=lambda i: {"const": i})),
    "nullable": (7, _text(nullable=_always(True))),
    "id": (2020, lambda i: ({"$id": f"urn:x:{i}", "type": "string"}, "a", 1)),
    "id-4": (4, lambda i: ({"id": f"urn:x:{i}", "type": "string"}, "a", 1)),
    "anchor": (2020, lambda i: ({"$anchor": f"a{i}", "type": "string"}, "a", 1)),
    "ref": (2020, lambda i: ({"$ref": "#/$defs/s"}, "a", 1)),
    "ref-root": (2020, lambda i: ({"anyOf": [{"$ref": "#"}, {"type": "string"}]}, "a", 1)),
    "dynamicRef": (2020, lambda i: ({"$dynamicRef": "#d"}, "a", 1)),
    "recursiveRef": (
        2019, lambda i: ({"anyOf": [{"$recursiveRef": "#"}, {"type": "string"}]}, "a", 1)),
}
SHARED = {"s": {"type": "string"}, "d": {"$dynamicAnchor": "d", "type": "string"}}


def beside(first, second):
    """Two keywords side by side in one schema."""
    (draft, one), (other, two) = KEYWORDS[first], KEYWORDS[second]

    def make(i):
        (a, good, bad), (b, _, _) = one(i), two(i)
        if not isinstance(a, dict) or not isinstance(b, dict): return a, good, bad
        merged = {**b, **a}
        if "type" in a and "type" in b and a["type"] != b["type"]: del merged["type"]
        return merged, good, bad

    return max(draft, other) if min(draft, other) > 7 else min(draft, other), make


# How parts are put together: a function of the parts and of their names.
def side(parts, names):
    return (
        {"type": "object", "properties": {n: p[0] for n, p in zip(names, parts)},
         "required": names, "additionalProperties": False},
        {n: p[1] for n, p in zip(names, parts)}, {n: p[2] for n, p in zip(names, parts)})


def optional(parts, names):
    return (
        {"type": "object", "properties": {n: p[0] for n, p in zip(names, parts)}},
        {n: p[1] for n, p in zip(names, parts)}, {n: p[2] for n, p in zip(names, parts)})


def patterned(parts, names):
    return (
        {"type": "object", "patternProperties": {f"^{i}_": p[0] for i, p in enumerate(parts)}},
        {f"{i}_": p[1] for i, p in enumerate(parts)}, {f"{i}_": p[2] for i, p in enumerate(parts)})


def dependent(parts, names):
    return (
        {"type": "object", "dependentSchemas": {n: {"properties": {n: p[0]}}
         for n, p in zip(names, parts)}},
        {n: p[1] for n, p in zip(names, parts)}, {n: p[2] for n, p in zip(names, parts)})


def tuple_(parts, names):
    return (
        {"type": "array", "prefixItems": [p[0] for p in parts], "items": False},
        [p[1] for p in parts], [p[2] for p in parts])


def listed(keyword):
    return lambda parts, names: ({keyword: [p[0] for p in parts]}, parts[-1][1], parts[-1][2])


def tagged(parts, names):
    return (
        {"oneOf": [
            {"type": "object", "properties": {"type": {"const": n}, "value": p[0]},
             "required": ["type", "value"]} for n, p in zip(names, parts)]},
        {"type": names[-1], "value": parts[-1][1]}, {"type": names[-1], "value": parts[-1][2]})


def elements(parts, names):
    schema, good, bad = parts[0]
    return {"type": "array", "items": schema}, [p[1] for p in parts], [p[2] for p in parts]


def entries(parts, names):
    schema = {"type": "object", "additionalProperties": parts[0][0]}
    return (
        schema, {n: p[1] for n, p in zip(names, parts)}, {n: p[2] for n, p in zip(names, parts)})


def definitions(parts, names):
    schema, good, bad = side(
        [({"$ref": f"#/$defs/{pointer(n)}"}, p[1], p[2]) for n, p in zip(names, parts)], names)
    return {**schema, "$defs": {n: p[0] for n, p in zip(names, parts)}}, good, bad


def choices(parts, names):
    """A union of references to definitions."""
    schema = {"anyOf": [{"$ref": f"#/$defs/{pointer(n)}"} for n in names]}
    return {**schema, "$defs": {n: p[0] for n, p in zip(names, parts)}}, parts[-1][1], parts[-1][2]


def nest(wrap, wrap_value, bottom=0):
    """Each part holds the next one."""
    def make(parts, names):
        schema, good, bad = parts[-1]
        for name, part in zip(reversed(names), reversed(parts)):
            schema = wrap(name, schema, part[0])
            good, bad = wrap_value(name, good, part[1]), wrap_value(name, bad, part[2])
        return schema, good, bad
    return make


def chain(link):
    """Each part is a definition that refers to the next one."""
    def make(parts, names):
        definitions, good, bad = {}, parts[-1][1], parts[-1][2]
        following = {}
        for i in reversed(range(len(parts))):
            name = names[i]
            definitions[name] = link(name, following, parts[i][0])
            following = {"$ref": f"#/$defs/{pointer(name)}"}
            good, bad = {"next": good, "own": parts[i][1]}, {"next": bad, "own": parts[i][2]}
        return {**following, "$defs": definitions}, good, bad
    return make


def inherited(link):
    """Each part is a definition that extends the one before it, and that a property has."""
    def make(parts, names):
        definitions, base = {}, None
        for name, part in zip(names, parts):
            definitions[name] = part[0] if base is None else link(base, part[0])
            base = {"$ref": f"#/$defs/{pointer(name)}"}
        properties = {name: {"$ref": f"#/$defs/{pointer(name)}"} for name in names}
        schema = {"type": "object", "properties": properties, "$defs": definitions}
        return schema, {names[0]: parts[0][1]}, {names[-1]: parts[0][2]}
    return make


def extended(keyword):
    """Each part is a property that extends one definition, which combines all parts."""
    def make(parts, names):
        base = {"$ref": "#/$defs/all"}
        schema = {
            "type": "object",
            "properties": {n: {"allOf": [base, p[0]]} for n, p in zip(names, parts)},
            "$defs": {"all": {keyword: [p[0] for p in parts]}}}
        return schema, {}, {names[-1]: parts[-1][2]}
    return make


def linked(name, following, own):
    return {"type": "object", "properties": {"own": own, "next": following},
            "required": ["own"], "additionalProperties": False}


SHAPES = {
    "side": side, "optional": optional, "patterned": patterned, "dependent": dependent,
    "tuple": tuple_, "elements": elements, "entries": entries, "tagged": tagged,
    "allOf": listed("allOf"), "anyOf": listed("anyOf"), "oneOf": listed("oneOf"),
    "definitions": definitions, "choices": choices,
    # A part that is `true` or a reference itself stands beside the one that it extends.
    "inherited": inherited(
        lambda base, own: {**own, **base} if isinstance(own, dict) and "$ref" not in own
        else {"allOf": [base, own]}),
    "inherited-all": inherited(lambda base, own: {"allOf": [base, own]}),
    "extended": extended("allOf"), "extended-any": extended("anyOf"),
    "nested": nest(
        lambda n, s, own: {"type": "object", "properties": {"own": own, n: s}},
        lambda n, v, own: {"own": own, n: v}),
    "nested-items": nest(
        lambda n, s, own: {"type": "array", "items": s, "description": n},
        lambda n, v, own: [v]),
    "nested-any": nest(
        lambda n, s, own: {"anyOf": [own, {"type": "object", "properties": {n: s}}]},
        lambda n, v, own: {n: v}),
    "nested-all": nest(
        lambda n, s, own: {"allOf": [own, s]}, lambda n, v, own: v),
    "nested-not": nest(lambda n, s, own: {"not": s}, lambda n, v, own: v),
    "nested-else": nest(
        lambda n, s, own: {"if": {"const": n}, "then": own, "else": s}, lambda n, v, own: v),
    "nested-entries": nest(
        lambda n, s, own: {"type": "object", "additionalProperties": s}, lambda n, v, own: {n: v}),
    "chain": chain(linked),
    "chain-beside": chain(
        lambda name, following, own: {
            "type": "object", "title": name, "description": "A part.",
            "properties": {
                "next": {"description": f"The one after {name}.", **(following or {})}, "own": own,
                "first": {"$ref": "#"}}}),
    "chain-any": chain(lambda name, following, own: {"anyOf": [own, linked(name, following, own)]}),
}
# A large document of these depths is not JSON for most tools.
DEEP = {name for name in SHAPES if name.startswith("nested")}


def pointer(name):
    text = name.replace("~", "~0").replace("/", "~1")
    return "".join(
        c if c.isascii() and (c.isalnum() or c in "-._~/") else
        "".join(f"%{b:02X}" for b in c.encode()) for c in text)


def whole(draft, schema):
    if not isinstance(schema, dict): return schema
    document = {"$schema": DRAFT[draft], **schema}
    document["$defs"] = {**SHARED, **document.get("$defs", {})}
    if draft <= 7:
        text = json.dumps(document).replace("#/$defs/", "#/definitions/")
        document = json.loads(text.replace('"$defs"', '"definitions"'))
    return document


def grown(shape, keyword, naming="plain"):
    """The family of documents of a keyword, or of two side by side, in a shape."""
    draft, make = (
        beside(*keyword.split("+")) if "+" in keyword else KEYWORDS[keyword])

    def family(count):
        names = [NAMES[naming](i) for i in range(count)]
        schema, good, bad = SHAPES[shape]([make(i) for i in range(count)], names)
        return whole(draft, schema), good, bad

    return family


def _single(schema, good, bad):
    return lambda n: (whole(2020, schema(n)), good(n), bad(n))


def diamonds(n):
    """Definitions of which each refers to the next one twice; written out, they double."""
    levels = min(n, 400)
    definitions = {
        f"d{i}": {"type": "object", "properties": {
            "a": {"$ref": f"#/$defs/d{i + 1}"}, "b": {"$ref": f"#/$defs/d{i + 1}"}}}
        for i in range(levels)}
    definitions[f"d{levels}"] = {"type": "string"}
    return {"$ref": "#/$defs/d0", "$defs": definitions}


def ring(n):
    return {"$ref": "#/$defs/d0", "$defs": {
        f"d{i}": {"type": "object", "properties": {
            "next": {"$ref": f"#/$defs/d{(i + 1) % n}"}, "value": {"type": "string"}}}
        for i in range(n)}}


def mesh(n):
    """Recursive definitions of which each refers to several others."""
    return {"$ref": "#/$defs/d0", "$defs": {
        f"d{i}": {"type": "object", "properties": {
            f"p{step}": {"$ref": f"#/$defs/d{(i * step + step) % n}", "description": "Other."}
            for step in (1, 2, 3, 5)}} for i in range(n)}}


SINGLE = {
    "enum-strings": _single(
        lambda n: {"enum": [f"value {i}" for i in range(n)]}, lambda n: f"value {n - 1}",
        lambda n: "x"),
    "enum-numbers": _single(
        lambda n: {"enum": list(range(n))}, lambda n: n - 1, lambda n: -1),
    "enum-objects": _single(
        lambda n: {"enum": [{"a": i, "b": [i]} for i in range(n)]},
        lambda n: {"a": n - 1, "b": [n - 1]}, lambda n: {}),
    "enum-prefixes": _single(
        lambda n: {"enum": ["a" * i for i in range(int(n ** 0.5) + 1)]}, lambda n: "a",
        lambda n: "b"),
    "enum-capitals": _single(
        lambda n: {"enum": [NAMES["capitals"](i) for i in range(n)]},
        lambda n: NAMES["capitals"](n - 1), lambda n: ""),
    "enum-beside-union": _single(
        lambda n: {"enum": [f"v{i}" for i in range(n)],
                   "anyOf": [{"const": f"v{i}"} for i in range(n)]},
        lambda n: f"v{n - 1}", lambda n: ""),
    "enum-beside-pattern": _single(
        lambda n: {"enum": [f"v{i}" for i in range(n)], "pattern": "^v", "minLength": 1},
        lambda n: f"v{n - 1}", lambda n: ""),
    "enum-not": _single(
        lambda n: {"type": "string", "not": {"enum": [f"v{i}" for i in range(n)]}},
        lambda n: "x", lambda n: "v0"),
    "enums-allOf": _single(
        lambda n: {"allOf": [{"enum": [f"v{i}" for i in range(n)]} for _ in range(2)]},
        lambda n: "v0", lambda n: ""),
    "const-object-wide": _single(
        lambda n: {"const": {f"p{i}": i for i in range(n)}},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {}),
    "const-array-long": _single(
        lambda n: {"const": list(range(n))}, lambda n: list(range(n)), lambda n: []),
    "const-deep": _single(
        lambda n: {"const": deep(min(n, 400))}, lambda n: deep(min(n, 400)), lambda n: []),
    "const-string": _single(
        lambda n: {"const": 'a"\\\n' * n}, lambda n: 'a"\\\n' * n, lambda n: ""),
    "string-long": _single(
        lambda n: {"type": "string", "minLength": 1}, lambda n: "a\"b" * n, lambda n: n),
    "array-unique": _single(
        lambda n: {"type": "array", "uniqueItems": True}, lambda n: list(range(n)),
        lambda n: [1] * n),
    "array-unique-objects": _single(
        lambda n: {"type": "array", "uniqueItems": True},
        lambda n: [{"a": i, "b": [i]} for i in range(n)], lambda n: [{"a": 1, "b": [1]}] * n),
    "array-contains": _single(
        lambda n: {"type": "array", "contains": {"const": n}, "minContains": n // 2},
        lambda n: [n] * n, lambda n: list(range(n))),
    "number-long": _single(
        lambda n: {"type": "number", "multipleOf": 0.1}, lambda n: int("7" * min(n, 4000)),
        lambda n: "x"),
    "description-long": _single(
        lambda n: {"type": "string", "description": "Words, and \"more\".\n" * n},
        lambda n: "", lambda n: 1),
    "title-long": _single(
        lambda n: {"type": "object", "title": "Title " * n, "properties": {"a": {}}},
        lambda n: {}, lambda n: 1),
    "name-long": _single(
        lambda n: {"type": "object", "properties": {"a~/" * n: {"type": "string"}}},
        lambda n: {"a~/" * n: "x"}, lambda n: {"a~/" * n: 1}),
    "pattern-long": _single(
        lambda n: {"type": "string", "pattern": "^(" + "|".join(f"a{i}b" for i in range(n)) + ")$"},
        lambda n: f"a{n - 1}b", lambda n: "x"),
    "pattern-classes": _single(
        lambda n: {"type": "string", "pattern": "^" + "[a-c]?" * n + "$"}, lambda n: "a" * n,
        lambda n: "d" * n),
    "required-many": _single(
        lambda n: {"type": "object", "required": [f"p{i}" for i in range(n)]},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {}),
    "dependentRequired-many": _single(
        lambda n: {"type": "object", "dependentRequired": {
            f"p{i}": [f"p{i + 1}"] for i in range(n)}},
        lambda n: {f"p{i}": i for i in range(n + 1)}, lambda n: {f"p{2 * i}": i for i in range(n)}),
    "unevaluated-branches": _single(
        lambda n: {"type": "object", "allOf": [
            {"properties": {f"p{i}": {}}} for i in range(n)], "unevaluatedProperties": False},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {f"q{i}": i for i in range(n)}),
    "unevaluated-items": _single(
        lambda n: {"type": "array", "anyOf": [
            {"prefixItems": [{}] * (i % 7)} for i in range(n)], "unevaluatedItems": False},
        lambda n: [1] * 6, lambda n: [1] * 50),
    "patterns-beside-properties": _single(
        lambda n: {"type": "object", "properties": {f"p{i}": {"type": "integer"} for i in range(n)},
                   "patternProperties": {f"^p{i}": {"minimum": 0} for i in range(n)}},
        lambda n: {"p1": 1}, lambda n: {"p1": "x"}),
    "names-by-pattern": _single(
        lambda n: {"type": "object", "propertyNames": {"pattern": "^p"},
                   "properties": {f"p{i}": {} for i in range(n)}},
        lambda n: {f"p{i}": 1 for i in range(n)}, lambda n: {f"q{i}": 1 for i in range(n)}),
    "diamonds": _single(diamonds, lambda n: {}, lambda n: []),
    "ring": _single(ring, lambda n: {}, lambda n: []),
    "mesh": _single(mesh, lambda n: {}, lambda n: []),
    "recursion-value": _single(
        lambda n: {"type": "object", "properties": {
            "own": {"type": "string"}, "next": {"$ref": "#"}}},
        lambda n: nested_value(min(n, 400), "x"), lambda n: nested_value(min(n, 400), 1)),
    "diamonds-twenty": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {**diamonds(20)["$defs"]["d0"], "description": f"Number {i}."}
            for i in range(n)}, "$defs": diamonds(20)["$defs"]},
        lambda n: {f"p{i}": {"a": {}} for i in range(n)},
        lambda n: {f"p{i}": {"a": []} for i in range(n)}),
    "diamonds-any": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}, {
                "type": "array", "items": {"$ref": f"#/$defs/d{i + 1}"}}]} for i in range(n)},
            f"d{n}": {"type": "string"}}},
        lambda n: "", lambda n: deep(min(n, 200))),
    "diamonds-all": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}, {"$ref": f"#/$defs/d{i + 1}"}],
                         "minLength": i} for i in range(n)}, f"d{n}": {"type": "string"}}},
        lambda n: "a" * n, lambda n: ""),
    "chain-invalid": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"type": "object", "properties": {
                "next": {"$ref": f"#/$defs/d{i + 1}"}, "own": {"type": "integer"}},
                "required": ["own", "more"]} for i in range(n)}, f"d{n}": {}}},
        lambda n: {"own": 1, "more": 1}, lambda n: nested_value(min(n, 900), "x")),
    "chain-invalid-any": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {
                "next": {"$ref": f"#/$defs/d{i + 1}"}, "own": {"type": "integer"}},
                "required": ["own"]}]} for i in range(n)}, f"d{n}": {}}},
        lambda n: None, lambda n: nested_value(min(n, 900), "x")),
    "recursion-wide": _single(
        lambda n: {"anyOf": [{"type": "array", "items": {"$ref": "#"}}, {"type": "string"}]},
        lambda n: [["a"]] * n, lambda n: [[1]] * n),
    "unused-definitions": _single(
        lambda n: {"type": "string", "$defs": {
            f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} if i + 1 < n else {} for i in range(n)}},
        lambda n: "", lambda n: 1),
    "aliases": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} if i + 1 < n else {"type": "string"}
            for i in range(n)}},
        lambda n: "", lambda n: 1),
    "union-under-definitions": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"$ref": f"#/$defs/d{i}"} for i in range(n)}, "$defs": {
            f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{max(0, i - 1)}"}, {"const": i}]}
            for i in range(n)}},
        lambda n: {"p0": 0}, lambda n: {"p0": "x"}),
    "union-of-unions": _single(
        lambda n: {"anyOf": [
            {"anyOf": [{"const": f"{i} {j}"} for j in range(8)]} for i in range(n // 8 + 1)]},
        lambda n: "0 0", lambda n: ""),
    "union-of-objects": _single(
        lambda n: {"anyOf": [
            {"type": "object", "properties": {f"p{i}": {"type": "string"}}, "required": [f"p{i}"],
             "additionalProperties": False} for i in range(n)]},
        lambda n: {f"p{n - 1}": ""}, lambda n: {f"p{n - 1}": 1}),
    "union-of-arrays": _single(
        lambda n: {"type": "array", "items": {"anyOf": [
            {"type": "array", "prefixItems": [{"const": i}], "minItems": 1} for i in range(n)]}},
        lambda n: [[i] for i in range(n)], lambda n: [["x"]] * n),
    "titles-collide-definitions": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"$ref": f"#/$defs/d{i}"} for i in range(n)}, "$defs": {
            f"d{i}": {"type": "object", "title": "Same", "properties": {"a": {"const": i}}}
            for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "properties-of-branches": _single(
        lambda n: {"allOf": [
            {"type": "object", "properties": {"a": {"minLength": i % 5}, f"p{i}": {}}}
            for i in range(n)]},
        lambda n: {"a": "aaaaa"}, lambda n: {"a": ""}),
    "verdicts": _single(
        lambda n: {"$ref": "#/$defs/all", "$defs": {
            "all": {"anyOf": [{"$ref": f"#/$defs/d{i}"} for i in range(n)]},
            **{f"d{i}": {"type": "array", "items": {"$ref": "#/$defs/all"}, "minItems": i}
               for i in range(n)}}},
        lambda n: [], lambda n: deep(3 * n)),
    "multiples": _single(
        lambda n: {"type": "integer", "allOf": [{"multipleOf": i + 1} for i in range(n)]},
        lambda n: 0, lambda n: 1),
    "multiples-of-primes": _single(
        lambda n: {"type": "integer", "allOf": [{"multipleOf": 2 * i + 3} for i in range(n)]},
        lambda n: 0, lambda n: 1),
    "enum-beside-types": _single(
        lambda n: {"type": ["string", "integer", "object"], "enum": [
            f"v{i}" if i % 3 else {"a": i} if i % 2 else i for i in range(n)]},
        lambda n: "v1", lambda n: ""),
    "enum-beside-objects": _single(
        lambda n: {"enum": [{"kind": f"k{i}"} for i in range(n)], "oneOf": [
            {"type": "object", "properties": {"kind": {"const": f"k{i}"}}, "required": ["kind"]}
            for i in range(n)]},
        lambda n: {"kind": f"k{n - 1}"}, lambda n: {"kind": ""}),
    "enum-beside-reference": _single(
        lambda n: {"type": "array", "items": {
            "enum": [f"v{i}" for i in range(n)], "$ref": "#/$defs/all"}, "$defs": {
            "all": {"anyOf": [{"$ref": f"#/$defs/d{i}"} for i in range(n)]},
            **{f"d{i}": {"type": "string", "pattern": f"^v{i}"} for i in range(n)}}},
        lambda n: [f"v{i}" for i in range(n)], lambda n: ["x"] * n),
    "enum-of-properties": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"enum": [f"v{k}" for k in range(int(n ** 0.5) + 1)]}
            for i in range(int(n ** 0.5) + 1)}},
        lambda n: {"p0": "v0"}, lambda n: {"p0": 1}),
    "consts-beside-enum-items": _single(
        lambda n: {"type": "array", "items": {"anyOf": [
            {"const": f"v{i}", "description": f"Number {i}."} for i in range(n)]}},
        lambda n: [f"v{i}" for i in range(n)], lambda n: [f"w{i}" for i in range(n)]),
    "const-objects-alike": _single(
        lambda n: {"enum": [{"a": "same text", "b": [1, 2, 3], "c": i} for i in range(n)]},
        lambda n: {"a": "same text", "b": [1, 2, 3], "c": n - 1}, lambda n: {"a": 1}),
    "const-objects-in-array": _single(
        lambda n: {"const": [{"a": i, "b": {"c": f"x{i}"}} for i in range(n)]},
        lambda n: [{"a": i, "b": {"c": f"x{i}"}} for i in range(n)], lambda n: []),
    "const-objects-of-union": _single(
        lambda n: {"type": "array", "items": {"anyOf": [
            {"const": {"kind": f"k{i}", "list": [i, {"a": None}]}} for i in range(n)]}},
        lambda n: [{"kind": f"k{i}", "list": [i, {"a": None}]} for i in range(n)],
        lambda n: [{"kind": f"k{i}", "list": [i, {"a": 1}]} for i in range(n)]),
    "const-objects-prefixes": _single(
        lambda n: {"enum": [{f"p{k}": k for k in range(i + 1)} for i in range(int(n ** 0.5) + 1)]},
        lambda n: {"p0": 0}, lambda n: {"p0": 1}),
    "const-of-properties": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"const": {"a": i, "b": {"c": [i]}}} for i in range(n)},
            "required": [f"p{i}" for i in range(n)]},
        lambda n: {f"p{i}": {"a": i, "b": {"c": [i]}} for i in range(n)},
        lambda n: {f"p{i}": {"a": i} for i in range(n)}),
    "defaults-wide": _single(
        lambda n: {"type": "object", "default": {f"p{i}": i for i in range(n)},
                   "examples": [{f"p{i}": i} for i in range(n)]},
        lambda n: {}, lambda n: 1),
    "patterns-of-one-name": _single(
        lambda n: {"type": "object", "patternProperties": {
            f"^a{{{i % 900}}}": {"maximum": i} for i in range(n)}},
        lambda n: {"a" * 9: 0}, lambda n: {"a" * (i % 900): n + 1 for i in range(n)}),
    "patterns-closed": _single(
        lambda n: {"type": "object", "properties": {f"p{i}": {} for i in range(n)},
                   "patternProperties": {f"^x{i}_": {"type": "string"} for i in range(n)},
                   "additionalProperties": False},
        lambda n: {f"x{i}_": "" for i in range(n)}, lambda n: {f"y{i}_": 1 for i in range(n)}),
    "patterns-unanchored": _single(
        lambda n: {"type": "object", "patternProperties": {
            f"a{i}": {"maximum": i} for i in range(n)}},
        lambda n: {f"a{i}": 0 for i in range(n)}, lambda n: {f"a{i}": n for i in range(n)}),
    "patterns-beside-names": _single(
        lambda n: {"type": "object", "patternProperties": {
            f"^x{i}_": {"type": "object", "properties": {"a": {"const": i}}} for i in range(n)},
            "additionalProperties": {"type": "object", "properties": {"a": {"const": -1}}}},
        lambda n: {f"x{i}_": {"a": i} for i in range(n)},
        lambda n: {f"x{i}_": 1 for i in range(n)}),
    "patterns-in-branches": _single(
        lambda n: {"allOf": [{"type": "object", "patternProperties": {
            f"^a{i}": {"type": "integer"}}} for i in range(n)]},
        lambda n: {f"a{i}": i for i in range(n)}, lambda n: {f"a{i}": "" for i in range(n)}),
    "patterns-of-strings": _single(
        lambda n: {"type": "string", "allOf": [{"pattern": f"a{i}"} for i in range(n)]},
        lambda n: "".join(f"a{i}" for i in range(n)), lambda n: ""),
    "names-of-enum": _single(
        lambda n: {"type": "object", "propertyNames": {"enum": [f"p{i}" for i in range(n)]},
                   "additionalProperties": {"type": "integer"}},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {f"q{i}": i for i in range(n)}),
    "names-unlisted": _single(
        lambda n: {"type": "object", "properties": {f"p {i}": {"type": "string"} for i in range(n)},
                   "additionalProperties": {"type": "integer"}},
        lambda n: {f"q {i}": i for i in range(n)}, lambda n: {f"q {i}": "x" for i in range(n)}),
    "names-renamed": _single(
        lambda n: {"type": "object", "properties": {
            f"p{'.$ /-'[i % 5]}{i // 5}": {"type": "string"} for i in range(n)}},
        lambda n: {f"p{'.$ /-'[i % 5]}{i // 5}": "" for i in range(n)},
        lambda n: {f"p{i}": "" for i in range(n)}),
    "names-alike": _single(
        lambda n: {"type": "object", "properties": {
            "p" + "_" * (i % 40) + f"{i // 40}" + "-" * (i % 7): {"type": "string"}
            for i in range(n)}},
        lambda n: {}, lambda n: 1),
    "titles-equal": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": "Same", "properties": {f"a{i}": {}}}
            for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "titles-equal-union": _single(
        lambda n: {"anyOf": [
            {"type": "object", "title": "Same", "properties": {"a": {"const": i}},
             "required": ["a"]} for i in range(n)]},
        lambda n: {"a": n - 1}, lambda n: {"a": ""}),
    "titles-numbered": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": f"Same{i % (n // 2 + 1) or ''}",
                      "properties": {f"a{i}": {}}} for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "titles-equal-recursive": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            f"d{i}": {"type": "object", "title": "Same", "properties": {
                "next": {"$ref": f"#/$defs/d{(i + 1) % n}"}, f"p{i}": {}}} for i in range(n)}},
        lambda n: {}, lambda n: 1),
    "titles-of-escapes": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": "\"\\\u0001/~ %" * (i % 9 + 1),
                      "properties": {"a": {"const": i}}} for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "titles-equal-nested": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": "Same", "properties": {
                "q": {"type": "object", "title": "Same", "properties": {f"a{i}": {}}}}}
            for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "titles-by-capitals": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": NAMES["capitals"](i), "properties": {f"a{i}": {}}}
            for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "titles-escaped": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": "A/~\u00e9 \"" + "b" * (i % 50),
                      "properties": {f"a{i}": {}}} for i in range(n)}},
        lambda n: {}, lambda n: {"p0": 1}),
    "unions-under-definitions": _single(
        lambda n: {"type": "array", "items": {"$ref": "#/$defs/all"}, "$defs": {
            "all": {"anyOf": [{"$ref": f"#/$defs/d{i}"} for i in range(n)]},
            **{f"d{i}": {"anyOf": [{"const": f"a{i}"}, {"const": i}, {"type": "object",
               "properties": {f"p{i}": {"$ref": "#/$defs/all"}}, "required": [f"p{i}"]}]}
               for i in range(n)}}},
        lambda n: [f"a{i}" for i in range(n)], lambda n: [None] * n),
    "unions-in-chain": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"anyOf": [{"const": i}, {"$ref": f"#/$defs/d{i + 1}"}]}
               for i in range(n)}, f"d{n}": {"type": "string"}}},
        lambda n: "a", lambda n: None),
    "unions-in-chain-one": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"oneOf": [{"const": f"c{i}"}, {"$ref": f"#/$defs/d{i + 1}"}]}
               for i in range(n)}, f"d{n}": {"type": "integer"}}},
        lambda n: 1, lambda n: None),
    "unions-in-layers": _single(
        lambda n: {"$ref": "#/$defs/d0x0", "$defs": {
            **{f"d{i}x{k}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}x{m}"} for m in range(4)]}
               for i in range(n // 16 + 1) for k in range(4)},
            **{f"d{n // 16 + 1}x{k}": {"const": f"v{k}"} for k in range(4)}}},
        lambda n: "v0", lambda n: "x"),
    "unions-of-one-list": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"anyOf": [{"$ref": "#/$defs/list"}, {"const": f"v{i}"}]}
            for i in range(n)}, "$defs": {"list": {"enum": [f"w{i}" for i in range(n)]}}},
        lambda n: {"p0": "w0"}, lambda n: {f"p{i}": "x" for i in range(n)}),
    "unions-of-one-union": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"oneOf": [{"$ref": "#/$defs/all"}, {"type": "null"}]}
            for i in range(n)}, "$defs": {"all": {"oneOf": [
                {"type": "object", "properties": {"k": {"const": f"k{i}"}}, "required": ["k"]}
                for i in range(n)]}}},
        lambda n: {f"p{i}": None for i in range(n)}, lambda n: {f"p{i}": "x" for i in range(n)}),
    "unions-of-lists-beside": _single(
        lambda n: {"anyOf": [
            {"enum": [f"a{i} {k}" for k in range(4)]} if i % 2 else
            {"type": "object", "properties": {f"p{i}": {"type": "string"}}} for i in range(n)]},
        lambda n: "a1 1", lambda n: 1),
    "union-of-references": _single(
        lambda n: {"allOf": [{"anyOf": [{"$ref": f"#/$defs/d{i}"} for i in range(n)]}
                             for _ in range(2)], "$defs": {
            f"d{i}": {"type": "object", "properties": {f"p{i}": {"type": "string"}},
                      "required": [f"p{i}"]} for i in range(n)}},
        lambda n: {"p0": ""}, lambda n: {}),
    "union-of-ranges": _single(
        lambda n: {"anyOf": [{"type": "integer", "minimum": 10 * i, "maximum": 10 * i + 5}
                             for i in range(n)]},
        lambda n: 10 * n - 10, lambda n: -1),
    "union-of-lengths": _single(
        lambda n: {"oneOf": [{"type": "string", "minLength": i, "maxLength": i}
                             for i in range(n)]},
        lambda n: "a", lambda n: 1),
    "union-of-patterns": _single(
        lambda n: {"oneOf": [{"type": "string", "pattern": f"^a{i}:"} for i in range(n)]},
        lambda n: "a0:", lambda n: "b"),
    "union-of-tuples": _single(
        lambda n: {"type": "array", "items": {"oneOf": [
            {"type": "array", "prefixItems": [{"type": "string"}] * (i % 9) + [{"const": i}],
             "items": False, "minItems": i % 9 + 1} for i in range(n)]}},
        lambda n: [[0]] * n, lambda n: [["x"]] * n),
    "union-of-closed": _single(
        lambda n: {"type": "array", "items": {"anyOf": [
            {"type": "object", "properties": {"a": {"type": "string"}, f"p{i}": {}},
             "additionalProperties": False} for i in range(n)]}},
        lambda n: [{"a": "", f"p{i}": 1} for i in range(n)], lambda n: [{"b": 1}] * n),
    "unions-beside-union": _single(
        lambda n: {"type": "object", "allOf": [
            {"oneOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(n)]},
        lambda n: {f"a{i}": 1 for i in range(n)}, lambda n: {}),
    "conditions": _single(
        lambda n: {"type": "object", "allOf": [
            {"if": {"properties": {"kind": {"const": f"k{i}"}}, "required": ["kind"]},
             "then": {"properties": {f"p{i}": {"type": "string"}}, "required": [f"p{i}"]}}
            for i in range(n)]},
        lambda n: {"kind": "k0", "p0": ""}, lambda n: {"kind": "k0"}),
    "unevaluated-nested": _single(
        lambda n: nested_unevaluated(min(n, 100)),
        lambda n: nested_value(min(n, 100), 1), lambda n: nested_value(min(n, 100), "x")),
    "unevaluated-chain": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"$ref": f"#/$defs/d{i + 1}", "properties": {f"p{i}": {}},
                         "unevaluatedProperties": {"type": "integer"}} for i in range(n)},
            f"d{n}": {"type": "object"}}},
        lambda n: {f"p{i}": 1 for i in range(n)}, lambda n: {f"q{i}": "" for i in range(n)}),
    "unevaluated-union": _single(
        lambda n: {"type": "object", "anyOf": [
            {"properties": {f"p{i}": {"type": "integer"}}, "required": [f"p{i}"]}
            for i in range(n)], "unevaluatedProperties": False},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {f"q{i}": i for i in range(n)}),
    "unevaluated-conditions": _single(
        lambda n: {"type": "object", "allOf": [
            {"if": {"required": [f"p{i}"]}, "then": {"properties": {f"q{i}": {}}}}
            for i in range(n)], "unevaluatedProperties": {"type": "integer"}},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {f"p{i}": "" for i in range(n)}),
    "unevaluated-defined": _single(
        lambda n: {"type": "object", "allOf": [{"$ref": f"#/$defs/d{i}"} for i in range(n)],
                   "unevaluatedProperties": False, "$defs": {
            f"d{i}": {"properties": {f"p{i}": {"type": "integer"}}, "required": [f"p{i}"]}
            for i in range(n)}},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {f"q{i}": i for i in range(n)}),
    "unevaluated-patterns": _single(
        lambda n: {"type": "object", "allOf": [
            {"patternProperties": {f"^p{i}_": {"type": "integer"}}} for i in range(n)],
            "unevaluatedProperties": False},
        lambda n: {f"p{i}_": i for i in range(n)}, lambda n: {f"q{i}_": i for i in range(n)}),
    "unevaluated-of-items": _single(
        lambda n: {"type": "array", "items": {
            "allOf": [{"properties": {"a": {}}}, {"$ref": "#/$defs/s"}],
            "unevaluatedProperties": False}, "$defs": {
            "s": {"properties": {"b": {"type": "string"}}}}},
        lambda n: [{"a": i, "b": ""} for i in range(n)], lambda n: [{"c": i} for i in range(n)]),
    "unevaluated-contains": _single(
        lambda n: {"type": "array", "allOf": [
            {"contains": {"const": i}} for i in range(n)], "unevaluatedItems": False},
        lambda n: list(range(n)), lambda n: [-1] * n),
    "items-unlike": _single(
        lambda n: {"type": "array", "items": {"type": "object", "properties": {
            "a": {"type": "string", "maxLength": 3}, "b": {"type": "integer", "minimum": 0}},
            "required": ["a", "b"], "additionalProperties": False}},
        lambda n: [{"a": "x", "b": i} for i in range(n)],
        lambda n: [{"a": "long text", "b": -1, "c": 1} for i in range(n)]),
    "items-missing": _single(
        lambda n: {"type": "array", "items": {"type": "object", "properties": {
            f"p{i}": {} for i in range(int(n ** 0.5))},
            "required": [f"p{i}" for i in range(int(n ** 0.5))]}},
        lambda n: [], lambda n: [{}] * int(n ** 0.5)),
    "tree-deep": _single(
        lambda n: {"type": "object", "properties": {
            "own": {"type": "integer"}, "next": {"$ref": "#"}}, "additionalProperties": False},
        lambda n: nested_value(min(n, 900), 1), lambda n: nested_value(min(n, 900), "x")),
    "tree-wide": _single(
        lambda n: {"type": "object", "properties": {
            "own": {"type": "integer"}, "parts": {"type": "array", "items": {"$ref": "#"}}}},
        lambda n: {"parts": [{"own": i, "parts": []} for i in range(n)]},
        lambda n: {"parts": [{"own": "x", "parts": 1} for i in range(n)]}),
    "any-value": _single(
        lambda n: {"type": "object", "properties": {"a": {}, "b": True}},
        lambda n: {"a": [{f"k{i}": [i]} for i in range(n)], "b": {f"k{i}": i for i in range(n)}},
        lambda n: [{f"k{i}": [i]} for i in range(n)]),
    "string-wide": _single(
        lambda n: {"type": "array", "items": {"type": "string", "format": "email"}},
        lambda n: [f"a{i}@example.com" for i in range(n)], lambda n: ["\u00e9 \u0001 \"a"] * n),
    "format-long": _single(
        lambda n: {"type": "object", "properties": {
            f: {"type": "string", "format": f} for f in (
                "email", "uri", "date-time", "hostname", "ipv6", "uuid", "duration", "regex",
                "json-pointer", "uri-template", "idn-hostname", "iri", "time")}},
        lambda n: {"uri": "http://a/" + "b/" * n, "hostname": "a." * n + "b",
                   "email": "a" * n + "@b", "regex": "(a|b)" * n, "json-pointer": "/a~0" * n,
                   "uri-template": "{a}" * n},
        lambda n: {f: "a:" * n for f in (
            "email", "uri", "date-time", "hostname", "ipv6", "uuid", "duration", "regex",
            "json-pointer", "uri-template", "idn-hostname", "iri", "time")}),
    "definitions-unused": _single(
        lambda n: {"type": "string", "$defs": {
            f"d{i}": {"type": "object", "properties": {"a": {"$ref": f"#/$defs/d{i // 2}"}}}
            for i in range(n)}},
        lambda n: "", lambda n: 1),
    "references-by-pointer": _single(
        lambda n: {"type": "object", "properties": {
            "p0": {"type": "object", "properties": {"a": {"type": "integer"}}},
            **{f"p{i}": {"$ref": f"#/properties/p{i - 1}"} for i in range(1, n)}}},
        lambda n: {f"p{i}": {"a": 1} for i in range(n)}, lambda n: {f"p{n - 1}": {"a": ""}}),
    "references-into": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"$ref": f"#/$defs/all/anyOf/{i}"} for i in range(n)}, "$defs": {
            "all": {"anyOf": [{"type": "object", "properties": {"a": {"const": i}}}
                              for i in range(n)]}}},
        lambda n: {"p0": {"a": 0}}, lambda n: {f"p{i}": {"a": -1} for i in range(n)}),
    "references-beside": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"$ref": "#/$defs/s", "description": f"Number {i}.", "default": {"a": i}}
            for i in range(n)}, "$defs": {"s": {
                "type": "object", "properties": {"a": {"type": "integer"}, "n": {"$ref": "#"}}}}},
        lambda n: {f"p{i}": {"a": 1} for i in range(n)},
        lambda n: {f"p{i}": {"a": ""} for i in range(n)}),
    "references-to-root": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"$ref": "#", "description": f"Number {i}."} for i in range(n)}},
        lambda n: {f"p{i}": {} for i in range(n)}, lambda n: {f"p{i}": 1 for i in range(n)}),
    "identifiers": _single(
        lambda n: {"$id": "https://x/root", "type": "object", "properties": {
            f"p{i}": {"$ref": f"s{i}"} for i in range(n)}, "$defs": {
            f"d{i}": {"$id": f"s{i}", "type": "object", "properties": {
                "n": {"$ref": f"s{(i + 1) % n}"}}} for i in range(n)}},
        lambda n: {"p0": {}}, lambda n: {"p0": 1}),
    "dynamic-anchors": _single(
        lambda n: {"$id": "https://x/root", "$ref": "s0", "$defs": {
            f"d{i}": {"$id": f"s{i}", "$dynamicAnchor": "a", "type": "object", "properties": {
                "n": {"$dynamicRef": "#a"}, "m": {"$ref": f"s{(i + 1) % n}"}}}
            for i in range(n)}},
        lambda n: {"m": {"n": {}}}, lambda n: {"m": {"n": 1}}),
    "presence-rules": _single(
        lambda n: {"type": "object", "properties": {f"p{i}": {} for i in range(n)}, "allOf": [
            {"anyOf": [{"required": [f"p{i}"]}, {"required": [f"p{(i * 7 + 1) % n}"]},
                       {"not": {"required": [f"p{(i * 3 + 2) % n}"]}}]} for i in range(n)]},
        lambda n: {f"p{i}": i for i in range(n)}, lambda n: {}),
    "presence-of-all": _single(
        lambda n: {"type": "object", "anyOf": [{"required": [f"p{i}"]} for i in range(n)],
                   "not": {"required": [f"p{i}" for i in range(n)]}},
        lambda n: {"p0": 1}, lambda n: {}),
    "nots": _single(
        lambda n: {"allOf": [{"not": {"required": [f"p{i}", f"q{i}"]}} for i in range(n)]},
        lambda n: {"p0": 1}, lambda n: {"p0": 1, "q0": 1}),
    "not-of-union": _single(
        lambda n: {"not": {"anyOf": [
            {"type": "object", "required": [f"p{i}"]} for i in range(n)]}},
        lambda n: 1, lambda n: {f"p{n - 1}": 1}),
    "allOf-of-numbers": _single(
        lambda n: {"type": "number", "allOf": [
            {"minimum": -i, "maximum": i + 10, "not": {"const": i + 1}} for i in range(n)]},
        lambda n: 0, lambda n: 1),
    "allOf-of-references": _single(
        lambda n: {"allOf": [{"$ref": f"#/$defs/d{i}"} for i in range(n)], "$defs": {
            f"d{i}": {"type": "object", "properties": {
                "same": {"type": "object", "properties": {f"p{i}": {"type": "integer"}}}}}
            for i in range(n)}},
        lambda n: {"same": {f"p{i}": i for i in range(n)}}, lambda n: {"same": {"p0": ""}}),
    "allOf-of-items": _single(
        lambda n: {"allOf": [{"type": "array", "items": {"minimum": -i}, "prefixItems": [
            {"type": "integer"}] * (i % 5), "minItems": i % 3} for i in range(n)]},
        lambda n: [1, 2, 3], lambda n: ["x"] * 50),
    "inherited": _single(
        lambda n: {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}, {
                "type": "object", "properties": {f"p{i}": {"type": "string"}}}]}
               for i in range(n)}, f"d{n}": {"type": "object"}}},
        lambda n: {"p0": ""}, lambda n: {"p0": 1}),
    "comments": _single(
        lambda n: {"type": "object", "$comment": "Words. " * n, "properties": {
            f"p{i}": {"type": "string", "$comment": f"Number {i}."} for i in range(n)}},
        lambda n: {}, lambda n: 1),
    "unknown-deep": _single(
        lambda n: {"type": "object", "x-own": [deep(min(n, 400)), {f"k{i}": i for i in range(n)}],
                   "properties": {f"p{i}": {"x-own": i, "foo": {"bar": i}} for i in range(n)}},
        lambda n: {}, lambda n: 1),
    "wrong-keywords": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "strin", "minLength": "a", "pattern": "(", "items": 1, "enum": 3}
            for i in range(n)}},
        lambda n: {}, lambda n: 1),
    "wrong-references": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"$ref": f"#/$defs/none{i}"} for i in range(n)}},
        lambda n: {}, lambda n: 1),
    "wrong-patterns": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "string", "pattern": f"(a{i}|["} for i in range(n)}},
        lambda n: {"p0": ""}, lambda n: {"p0": 1}),
    "pattern-counted": _single(
        lambda n: {"type": "array", "items": {"type": "string", "pattern": "^[a-z]{1,200}x?$"},
                   "prefixItems": [{"type": "string", "pattern": f"^[a-z]{{1,{i % 200 + 1}}}$"}
                                   for i in range(n)]},
        lambda n: ["abc"] * n, lambda n: ["7"] * n),
    "numbers-decimal": _single(
        lambda n: {"enum": [i / 100 for i in range(n)], "multipleOf": 0.01, "minimum": 0},
        lambda n: 0.01, lambda n: -1),
    "numbers-large": _single(
        lambda n: {"type": "object", "properties": {
            f"p{i}": {"type": "number", "minimum": 10 ** (i % 300), "multipleOf": 1e-7}
            for i in range(n)}},
        lambda n: {f"p{i}": 10 ** 300 for i in range(n)},
        lambda n: {f"p{i}": 0.5 for i in range(n)}),
}


def nested_unevaluated(n):
    schema = {"type": "object"}
    for _ in range(n):
        schema = {"type": "object", "allOf": [{"properties": {"own": {"type": "integer"}}}],
                  "properties": {"next": schema}, "unevaluatedProperties": False}
    return schema


def deep(n):
    value = 1
    for _ in range(n): value = [value]
    return value


def nested_value(n, own):
    value = {"own": own}
    for _ in range(n): value = {"own": own, "next": value}
    return value


def documents():
    """The names of all families of documents with one keyword, or with a list of their own."""
    for shape, keyword in itertools.product(SHAPES, KEYWORDS): yield f"{shape}/{keyword}"
    for naming, shape in itertools.product(NAMES, ("side", "optional", "definitions", "chain",
                                                   "tagged", "entries")):
        for keyword in ("title-own", "minLength", "enum"): yield f"{shape}/{keyword}/{naming}"
    for name in SINGLE: yield name


def pairs():
    """The names of the families of documents with two keywords side by side."""
    for shape in ("side", "nested", "anyOf", "allOf", "chain"):
        for first, second in itertools.permutations(KEYWORDS, 2): yield f"{shape}/{first}+{second}"


def document(name):
    """The family of documents of a name."""
    return SINGLE[name] if name in SINGLE else grown(*name.split("/"))


# Texts of models, which are read along a schema.
ANSWER = {
    "type": "object",
    "properties": {
        "name": {"type": "string"}, "count": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "parts": {"type": "array", "items": {"$ref": "#"}},
        "kind": {"enum": ["red", "green", "dark blue"]},
    },
}
PART = '{"name": "a", "count": 1, "tags": ["x"], "kind": "red"}'


def _parts(part, before="", after=""):
    return lambda n: f'{before}{{"parts": [{", ".join([part] * n)}]}}{after}'


TEXTS = {
    "strict": _parts(PART),
    "fenced": _parts(PART, "Here it is:\n```json\n", "\n```\nThat is all."),
    "fences": lambda n: "```json\n{\"name\": 1}\n```\n" * n,
    "words-before": lambda n: "Well, let me think. " * n + PART,
    "words-after": lambda n: PART + " That is all, I think." * n,
    "braces-in-words": lambda n: "{ so to say } " * n + PART,
    "open-braces": lambda n: "{" * n + PART,
    "open-brackets": lambda n: "[" * n + PART,
    "quotes-in-words": lambda n: 'the "name" is ' * n + PART,
    "single-quotes": _parts("{'name': 'it''s', 'count': 1}"),
    "unquoted": _parts("{name: a b c, count: 1, kind: dark blue}"),
    "no-commas": _parts('{"name": "a" "count": 1 "tags": ["x" "y"]}'),
    "more-commas": _parts('{"name": "a",, "count": 1,}'),
    "comments": _parts('{"name": "a", // a name\n "count": 1 /* a count */}'),
    "numbers-as-words": _parts('{"name": 1, "count": "12,500"}'),
    "inner-quotes": _parts('{"name": "the "big" one", "count": 1}'),
    "newlines": _parts('{"name": "a\nb\tc", "count": 1}'),
    "python": _parts("{'name': None, 'count': True, 'tags': ('x', 'y')}"),
    "other-names": _parts('{"Name": "a", "COUNT": 1, "colour": "Red"}'),
    "other-choices": _parts('{"kind": "Dark-Blue"}'),
    "json-in-string": _parts(json.dumps({"name": json.dumps({"a": 1}), "count": 1})),
    "unfinished": lambda n: '{"parts": [' + ", ".join([PART] * n),
    "deep": lambda n: '{"parts": [' * min(n, 900) + "]}" * min(n, 900),
    "deep-unfinished": lambda n: '{"parts": [' * min(n, 900),
    "repeated": lambda n: f"{PART}\n" * n,
    "yaml": lambda n: "parts:\n" + "  - name: a\n    count: 1\n" * n,
    "tags-of-thoughts": lambda n: "<think>" * n + PART,
    "thoughts": lambda n: "<think>{</think>" * n + PART,
    "long-string": lambda n: json.dumps({"name": 'a "b"\n' * n}),
    "long-number": lambda n: '{"count": ' + "1" * n + "}",
    "long-spaces": lambda n: '{"name":' + " " * n + '"a"}',
    "escapes": lambda n: '{"name": "' + "\\u00e9\\x\\" * n + '"}',
    "byte-marks": lambda n: "\ufeff" * n + PART,
}

# A pattern, and a text that it is tried on.
PATTERNS = {
    "alternatives": lambda n: ("^(a|b|ab)*$", "ab" * n + "c"),
    "nested-stars": lambda n: ("^((a*)*)*$", "a" * n + "c"),
    "optional": lambda n: ("^" + "a?" * n + "$", "a" * n),
    "counted": lambda n: (f"^(a{{1,{min(n, 900)}}}b?)*$", "a" * n),
    "anywhere": lambda n: ("[ab]*a[ab]*c", "ab" * n),
    "reference": lambda n: (r"^(a+)b\1$", "a" * n + "b" + "a" * n),
    "references": lambda n: (r"(.+)\1c", "ab" * n),
    "reference-anywhere": lambda n: (r"(a+)-\1-\1", "a" * n + "-" + "a" * n + "-" + "a" * n),
    "lookahead": lambda n: (r"^(?=.*c)(?=.*d)[a-d]+$", "abcd" * n),
    "lookahead-each": lambda n: (r"^(a(?=.*b))*", "a" * n + "b"),
    "lookbehind": lambda n: (r"(?<=a.*)b$", "a" * n + "c"),
    "lookbehind-each": lambda n: (r"^(?:a(?<!b.*))*$", "a" * n),
    "negative": lambda n: (r"^(?!.*aab)[ab]*$", "ab" * n),
    "words": lambda n: (r"\b\w+\b\s*$", "word " * n),
    "classes": lambda n: (r"^[\p{L}\p{N}_]+$", "a\u00e9" * n),
}


# Streams of Chat Completions, as the events of a server.
def _chat(delta, **more):
    return "data: " + json.dumps({
        "id": "1", "object": "chat.completion.chunk", "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": None}], **more}) + "\n\n"


END = (
    'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
    "data: [DONE]\n\n")


def _pieces(text, size):
    return (text[start:start + size] for start in range(0, len(text), size))


STREAMS = {
    "words": lambda n: "".join(_chat({"content": f"word {i} "}) for i in range(n)),
    "json": lambda n: "".join(
        _chat({"content": p}) for p in _pieces(_parts(PART)(n // 4 + 1), 8)),
    "reasoning": lambda n: "".join(_chat({"reasoning_content": "hm "}) for _ in range(n)) +
    _chat({"content": "a"}),
    "empty": lambda n: "".join(_chat({"content": ""}) for _ in range(n)) + _chat({"content": "a"}),
    "comments": lambda n: ": keep alive\n\n" * n + _chat({"content": "a"}),
    "blank-lines": lambda n: "\n" * n + _chat({"content": "a"}),
    "returns": lambda n: "".join(_chat({"content": "a"}) for _ in range(n)).replace("\n", "\r\n"),
    "unknown-fields": lambda n: "event: x\nid: 1\nretry: 5\n" * n + _chat({"content": "a"}),
    "one-event": lambda n: _chat({"content": "word " * n}),
    "data-lines": lambda n: "data: {\"id\":\"1\",\n" + 'data: "a":1,\n' * n +
    'data: "choices":[]}\n\n' + _chat({"content": "a"}),
    "choices": lambda n: "".join(
        _chat({"content": "a"}).replace('"index": 0', f'"index": {i}') for i in range(n)),
    "tool-arguments": lambda n: _chat({"tool_calls": [
        {"index": 0, "id": "c", "type": "function", "function": {"name": "t", "arguments": "{"}}]})
    + "".join(_chat({"tool_calls": [{"index": 0, "function": {"arguments": f'"a{i}":1,'}}]})
              for i in range(n)),
    "tool-calls": lambda n: "".join(_chat({"tool_calls": [
        {"index": i, "id": f"c{i}", "type": "function",
         "function": {"name": "t", "arguments": "{}"}}]}) for i in range(n)),
    "long-line": lambda n: ": " + "word " * n + "\n\n" + _chat({"content": "a"}),
    "long-field": lambda n: "x" * n + ": 1\n" + _chat({"content": "a"}),
    "long-line-of-no-json": lambda n: "data: " + "word " * n + "\n\n" + _chat({"content": "a"}),
    "long-line-unfinished": lambda n: _chat({"content": "a"}) + "data: " + "x" * n,
    "deep": lambda n: 'data: {"choices":' + "[" * n + "]" * n + "}\n\n" + _chat({"content": "a"}),
    "escapes": lambda n: _chat({"content": "\u0001\"\\\u00e9\U0001f600" * n}),
    "tool-names": lambda n: "".join(_chat({"tool_calls": [
        {"index": 0, "id": "c", "type": "function",
         "function": {"name": "t" * 4, "arguments": ""}}]}) for _ in range(n)),
    "tool-arguments-deep": lambda n: "".join(_chat({"tool_calls": [
        {"index": 0, "id": "c", "type": "function",
         "function": {"name": "t", "arguments": '{"a":['}}]}) for _ in range(n)),
    "errors": lambda n: 'data: {"error":{"message":"' + "no " * n + '"}}\n\n',
    "usage": lambda n: "".join(
        _chat({"content": "a"}, usage={"prompt_tokens": i, "completion_tokens": i})
        for i in range(n)),
    "annotations": lambda n: "".join(_chat({"content": "a", "annotations": [
        {"type": "url_citation", "url_citation": {"url": f"https://x/{i}", "title": "x"}}]})
        for i in range(n)),
}


# Messages to a server of tools, a line each.
def _request(i, method, parameters):
    return json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": parameters}) + "\n"


HELLO = _request(0, "initialize", {
    "protocolVersion": "2025-06-18", "capabilities": {},
    "clientInfo": {"name": "check", "version": "1"}}) + (
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
MESSAGES = {
    "lists": lambda n: "".join(_request(i + 1, "tools/list", {}) for i in range(n)),
    "unknown": lambda n: "".join(_request(i + 1, f"own/{i}", {"a": [i]}) for i in range(n)),
    "notifications": lambda n: '{"jsonrpc":"2.0","method":"notifications/own"}\n' * n,
    "cancellations": lambda n: "".join(
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n' % i
        for i in range(n)),
    "blank-lines": lambda n: "\n" * n,
    "no-json": lambda n: "no json\n" * n,
    "deep": lambda n: _request(1, "tools/call", {"name": "x", "arguments": deep(min(n, 900))}),
    "long-line": lambda n: _request(1, "tools/call", {"name": "x" * n, "arguments": {}}),
    "long-line-of-words": lambda n: "word " * n + "\n",
    "long-line-unfinished": lambda n: '{"jsonrpc":"2.0","id":1,"method":"' + "x" * n,
    "long-line-of-list": lambda n: _request(1, "tools/list", {"cursor": "x" * n}),
    "long-identifier": lambda n: _request("x" * n, "tools/list", {}),
    "batch": lambda n: "[" + ",".join(
        [_request(1, "tools/list", {}).strip()] * n) + "]\n",
    "deep-unfinished": lambda n: "[" * n + "\n",
    "escapes": lambda n: _request(
        1, "tools/call", {"name": "\u0001\"\\\u00e9" * n, "arguments": {}}),
    "many-calls": lambda n: "".join(
        _request(i + 1, "tools/call", {"name": "x", "arguments": {"a": i}}) for i in range(n)),
    "wide": lambda n: _request(
        1, "tools/call", {"name": "x", "arguments": {f"p{i}": i for i in range(n)}}),
    "one-id": lambda n: "".join(_request(1, "tools/list", {}) for _ in range(n)),
    "responses": lambda n: '{"jsonrpc":"2.0","id":7,"result":{}}\n' * n,
}


# Requests with tools, and structural tags, of plans; with a text that is written under each.
def _tool(name, parameters):
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def _constants(names):
    return {"type": "or", "elements": [{"type": "const_string", "value": n} for n in names]}


TAGS = {
    "constants": lambda n: (_constants([f"value {i}" for i in range(n)]), f"value {n - 1}"),
    "constants-prefixes": lambda n: (
        _constants(["a" * (i + 1) for i in range(int(n ** 0.5) + 1)]), "aa"),
    "sequence": lambda n: (
        {"type": "sequence", "elements": [
            {"type": "const_string", "value": f"part {i} "} for i in range(n)]},
        "".join(f"part {i} " for i in range(n))),
    "nested": lambda n: (nested_tag(min(n, 400)), "a"),
    "tags": lambda n: (
        {"type": "triggered_tags", "triggers": ["<f"], "tags": [
            {"begin": f"<f{i}>", "content": {"type": "json_schema", "json_schema": {
                "type": "object", "properties": {f"p{i}": {"type": "integer"}}}}, "end": "</f>"}
            for i in range(n)], "at_least_one": False, "stop_after_first": False},
        'some words <f0>{"p0":1}</f> and more'),
    "triggers": lambda n: (
        {"type": "triggered_tags", "triggers": [f"<f{i}>" for i in range(n)], "tags": [
            {"begin": f"<f{i}>", "content": {"type": "any_text"}, "end": "</f>"}
            for i in range(n)], "at_least_one": False, "stop_after_first": False},
        "<f0>a</f> words " * 3),
    "long-text": lambda n: ({"type": "any_text"}, "some words < and more " * n),
    "long-tag": lambda n: (
        {"type": "tag", "begin": "", "content": {"type": "any_text"}, "end": "</think>"},
        "</think" * n + ">"),
    "patterns": lambda n: (
        {"type": "or", "elements": [
            {"type": "regex", "pattern": f"a{i}[0-9]+"} for i in range(n)]}, "a1"),
    "optional-parts": lambda n: (
        {"type": "sequence", "elements": [
            {"type": "optional", "content": {"type": "const_string", "value": f"p{i} "}}
            for i in range(n)]}, "p0 p1 "),
    "optional-texts": lambda n: (
        {"type": "sequence", "elements": [
            {"type": "optional", "content": {"type": "regex", "pattern": "[a-c]"}}
            for i in range(n)]}, "a" * n),
    "repeated-parts": lambda n: (
        {"type": "sequence", "elements": [
            {"type": "star", "content": {"type": "const_string", "value": f"p{i % 5} "}}
            for i in range(n)]}, "p0 p1 " * 20),
    "pattern-long": lambda n: (
        {"type": "regex", "pattern": "[a-c]?" * n}, "a" * n),
    "schemas": lambda n: (
        {"type": "or", "elements": [
            {"type": "json_schema", "json_schema": {"const": {"a": i}}} for i in range(n)]},
        '{"a":1}'),
}


# Tools of a request, and the arguments of a call of the tool `t`.
TOOLS = {
    "many": lambda n: (
        [_tool("t", {"type": "object"})] + [
            _tool(f"tool_{i}", {"type": "object", "properties": {"a": {"type": "string"}}})
            for i in range(n)], {}),
    "prefixes": lambda n: (
        [_tool("t" * (i + 1), {"type": "object"}) for i in range(int(n ** 0.5) + 1)], {}),
    "lists": lambda n: (
        [_tool("t", {"type": "object"})] + [
            _tool(f"tool_{i}", {"type": "object", "properties": {
                "a": {"enum": [f"v{i} {k}" for k in range(5)]}}}) for i in range(n)], {}),
    "large": lambda n: (
        [_tool("t", {"type": "object", "properties": {
            f"p{i}": {"type": "object", "title": "Same", "properties": {"a": {"const": i}}}
            for i in range(n)}})], {"p0": {"a": 0}}),
    "deep": lambda n: (
        [_tool("t", nested_unevaluated(min(n, 100)))], nested_value(min(n, 100), 1)),
    "same": lambda n: (
        [_tool("t", {"type": "object"})] + [
            _tool(f"tool_{i}", {"type": "object", "properties": {"a": {"enum": ["x", "y"]}},
                                "required": ["a"]}) for i in range(n)], {}),
    "names-long": lambda n: (
        [_tool("t", {"type": "object"}), _tool("x" * min(n, 60), {
            "type": "object", "properties": {"a" * n: {"type": "string"}}})], {}),
    "constants": lambda n: (
        [_tool("t", {"type": "object"})] + [
            _tool(f"tool_{i}", {"const": {"a": i}}) for i in range(n)], {}),
}


# Templates of chats, which a plan renders to see how a model writes calls.
TEMPLATES = {
    "text": lambda n: "words and more\n" * n,
    "comments": lambda n: "{# words #}" * n,
    "open": lambda n: "{{" * n,
    "closed": lambda n: "}}" * n,
    "calls": lambda n: (
        "{% for m in messages %}{% for c in m.tool_calls %}" + "{{ c.function.name }}" * n +
        "{% endfor %}{% endfor %}"),
    "tools": lambda n: "{{ tools | tojson }}" * n,
    "conditions": lambda n: "{% if tools %}a{% elif messages %}b{% else %}c{% endif %}" * n,
    "nested": lambda n: (
        "{% if tools %}" * min(n, 400) + "a" + "{% endif %}" * min(n, 400)),
    "parentheses": lambda n: "{{ " + "(" * min(n, 400) + "1" + ")" * min(n, 400) + " }}",
    "sums": lambda n: "{{ 1" + " + 1" * n + " }}",
    "list": lambda n: "{% set l = [" + "1, " * n + "] %}{{ l | length }}",
    "list-joined": lambda n: "{% set l = [" + "'a', " * n + "] %}" + "{{ l | join }}" * n,
    "sets": lambda n: "".join(f"{{% set v{i} = {i} %}}" for i in range(n)) + "{{ v0 }}",
    "doubling": lambda n: "{% set s = 'ab' %}" + "{% set s = s + s %}" * n + "{{ s }}",
    "doubling-lists": lambda n: "{% set s = [1] %}" + "{% set s = s + s %}" * n + "{{ s }}",
    "appending": lambda n: (
        "{% set ns = namespace(s='') %}{% for i in range(" + str(n) +
        ") %}{% set ns.s = ns.s + 'words' %}{% endfor %}{{ ns.s }}" + " " * n),
    "loops": lambda n: "{% for i in range(1000) %}" * min(n, 400) + "{% endfor %}" * min(n, 400),
    "loops-side": lambda n: "{% for i in range(10) %}{{ i }}{% endfor %}" * n,
    "macros": lambda n: "".join(
        f"{{% macro m{i}() %}}{{{{ m{i + 1}() }}}}{{% endmacro %}}" for i in range(n)) +
    f"{{% macro m{n}() %}}a{{% endmacro %}}{{{{ m0() }}}}",
    "macro-itself": lambda n: (
        "{% macro m(i) %}{{ m(i + 1) }}{{ m(i + 1) }}{% endmacro %}" + "{{ m(0) }}" * n),
    "filters": lambda n: "{{ 'Ab'" + " | upper | lower" * n + " }}",
    "replacing": lambda n: "{{ '" + "a" * n + "'" + " | replace('a', 'aa')" * min(n, 40) + " }}",
    "slices": lambda n: "{% set l = messages %}" + "{% set l = l[::-1] %}" * n,
    "strings": lambda n: "{{ '" + "\\n\\'" * n + "' }}",
}


def nested_tag(n):
    tag = {"type": "const_string", "value": "a"}
    for _ in range(n): tag = {"type": "optional", "content": tag}
    return tag
