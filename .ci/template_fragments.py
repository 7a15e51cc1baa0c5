"""Random fragments of templates: expressions, filters, tests, calls and scopes.

The parts are those that SchemaTemplates supports. What `escape` returns is joined, since Python
writes it in a list as `Markup`. Results of filters that are generators in jinja2
are made lists, as the documentation of `Template` says, and no method is written.
"""

import random

VARIABLES = {
    "s": "Hello, World", "t": "  padded\ttext\n", "u": "ñandú 日本 🍲", "e": "",
    "q": "it's \"q\" \\",
    "w": "a\u00a0b\u200bc\x07\x1b\u2028", "p": "a.b.c", "y": "12", "n": 7, "z": 0, "k": -3,
    "big": 2 ** 70, "max": 2 ** 63 - 1, "f": 2.5, "g": -0.0, "h": 1e16, "r": 1.5e-7, "b": True,
    "c": False, "x": None, "l": [3, 1, 2], "m": ["b", "A", "a", ""], "a": [1, "a", None, 2.5, True],
    "nested": [[1, 2], [3, [4, 5]]], "v": [], "d": {"b": 1, "a": 2},
    "i": {"items": [1, 2], "keys": "k", "x": {"y": {"z": 1}}, "get": None}, "o": {},
    "people": [{"name": "Ann", "age": 30, "tags": ["x", "y"]}, {"name": "bob", "age": None},
               {"name": "Cy", "age": 30, "tags": []}],
    "tree": [{"name": "r", "children": [
        {"name": "s", "children": []}, {"name": "t", "children": [{"name": "u"}, {"name": "s"}]}]},
        {"name": "v", "children": [{"name": "w", "children": None}]}],
}
TEXTS = ["s", "t", "u", "e", "q", "w", "p", "y"]
NUMBERS = ["n", "z", "k", "big", "max", "f", "g", "h", "r", "b", "c"]
LISTS = ["l", "m", "a", "nested", "v", "people"]
OBJECTS = ["d", "i", "o", "people[0]"]
OTHERS = ["x", "missing", "people[1].age", "i.x.y", "d.missing"]
STRINGS = [
    "''", "'a'", '"b"', "'it\\'s'", '"\\t\\n"', "'\\x41\\101\\u00e9'", "'\\a\\v\\q\\\\'", "', '",
    "'l'", "'name'", "'{} {}'", "'0x1F'", "' 7 '", "'-1_000'", "'1e3'", "'a' 'b'",
    "'٣'", "'-５_０'", "'２.５'",
]
FORMATS = [
    ("%s", 1), ("%s-%s", 2), ("%5s|%-4s|", 2), ("%.2s%%", 1), ("%r", 1), ("%d", 1), ("%05d", 1),
    ("%+d % d", 2), ("%-5d|%.3i", 2), ("%%", 0), ("%s %", 1), ("%f", 1), ("%.2f", 1), ("%.0f|", 1),
    ("%+08.1f", 1), ("%-9.3f|", 1), ("%e", 1), ("%.3E", 1), ("%g", 1), ("%.3g|%G", 2), ("%#g", 1),
    ("%x", 1), ("%#X|%o", 2), ("%#08x", 1), ("%#.0f", 1),
]
TEXT_LAYOUTS = ["", ":>9", ":<9", ":^9", ":*^7.3", ":.2", ":05", "!r", "!r:>6", "!s:^8", ":s", ":d"]
NUMBER_LAYOUTS = [
    "", ":5", ":<5", ":^7", ":+", ": d", ":05", ":=+6", ":,", ":012,", ":_", ":.2f", ":.0f",
    ":8.3f", ":+09.2f", ":,.1f", ":e", ":.3e", ":g", ":.3g", ":.3", ":#.3g", ":%", ":.1%", ":x",
    ":#x", ":#_b", ":o", ":#X", ":E", ":G", ":x^9", ":s", ":#f", ":0>6", ":*=7",
]
INTEGERS = [
    "0", "1", "2", "-1", "7", "10", "1_000", "0x1F", "0b101", "0o17", "9223372036854775807",
    "9223372036854775808", "123456789012345678901234567890",
]
FLOATS = ["0.5", "-0.0", "1.0", "2.50", "1e3", "1e16", "1e-7", "123456789.125"]


class Fragments:
    """A source of fragments."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = []
        self.macros = {}

    def pick(self, *options):
        """One of several values; a function is called."""
        option = self.random.choice(options)
        return option() if callable(option) else option

    def chance(self, share):
        return self.random.random() < share

    # Values

    def text(self, depth):
        if depth <= 0:
            return self.pick(self.random.choice(TEXTS), self.random.choice(STRINGS))
        return self.pick(
            lambda: self.text(0),
            lambda: f"{self.text(depth - 1)} {self.pick('+', '~')} {self.text(depth - 1)}",
            lambda: f"{self.value(depth - 1)} ~ {self.value(depth - 1)}",
            lambda: f"({self.text(depth - 1)}){self.slice()}",
            lambda: f"{self.text(0)} * {self.random.randint(-1, 3)}",
            lambda: f"({self.text(depth - 1)})|{self.text_filter()}",
            lambda: f"({self.value(depth - 1)})|{self.value_filter()}",
            lambda: f"({self.text(depth - 1)}).{self.text_method()}",
            lambda: f"({self.list(depth - 1)})|join({self.text(0)})",
            lambda: f"{self.text(0)}.join({self.list_of_texts()})",
            self.formatted,
        )

    def formatted(self):
        """A format with values; most fit it."""
        text, count = self.random.choice(FORMATS)
        value = self.number if any(letter in text for letter in "diefgxoEGX") else self.value
        values = [value(0) for _ in range(count + self.pick(*([0] * 9), 1))]
        if self.chance(0.3):
            return self.laid_out()
        if self.chance(0.2):
            named = "'%(k)s|%(other)5s'"
            return self.pick(f"{named}|format(k={self.value(0)}, other={self.value(0)})",
                             f"({named} % {{'k': {self.value(0)}, 'other': 1}})")
        if self.chance(0.3) and count == 1:
            return f"('{text}' % {self.value(0)})"
        if self.chance(0.4):
            return f"('{text}' % ({''.join(value + ', ' for value in values)}))"
        return f"'{text}'|format({', '.join(values)})"

    def laid_out(self):
        """A format with layouts in its fields."""
        text, number = self.random.choice(TEXT_LAYOUTS), self.random.choice(NUMBER_LAYOUTS)
        return self.pick(
            lambda: f"'{{{text}}}|'.format({self.text(0)})",
            lambda: f"'{{{number}}}|'.format({self.number(0)})",
            lambda: f"'{{{number}}}|'.format({self.number(1)})",
            lambda: f"'{{1{number}}} {{0{text}}}'.format({self.text(0)}, {self.number(0)})",
            lambda: f"'{{a{number}}}{{b}}'.format(a={self.number(0)}, b={self.value(0)})",
            lambda: f"'{{0[name]}} {{0[tags][0]}} {{1.b{number}}}'.format(people[0], d)",
            lambda: f"'{{}}{{0}}'.format({self.value(0)})",
            lambda: f"'{{{text}}}'.format({self.value(0)})",
        )

    def value_filter(self):
        return self.pick(
            "string", "tojson", "trim", "upper", "tojson(indent=2)", "tojson(sort_keys=true)",
            "tojson(ensure_ascii=true)", "tojson(separators=(',', ':'))",
            "tojson(indent=1, separators=(',', ': '), sort_keys=true)", "tojson(indent='\\t')")

    def text_filter(self):
        return self.pick(
            "trim", "upper", "lower", "capitalize", "title", "string", "length", "list", "first",
            "last", "reverse", "escape|join", "int", "float", "int(5)", "int(0, 16)", "float(1.5)",
            lambda: f"replace({self.text(0)}, {self.text(0)})",
            lambda: f"replace('', {self.text(0)})",
            lambda: f"replace('', '-', {self.pick(0, 1, 2)})",
            lambda: f"trim({self.text(0)})", lambda: f"default({self.value(0)})",
            lambda: f"default({self.value(0)}, true)", "indent", "indent(2, true)",
            "indent(width=1, blank=true)", "center(9)", "center(width=12)", "wordcount",
            "urlencode", "truncate(7)", "truncate(5, true)", "truncate(6, false, '..', 0)",
            "truncate(3, leeway=2)",
        )

    def text_method(self):
        return self.pick(
            "upper()", "lower()", "strip()", "lstrip()", "rstrip()", "title()", "capitalize()",
            "split()", "splitlines()", "isdigit()", "isspace()", "split(',')",
            lambda: f"split({self.text(0)}, {self.pick(0, 1, 2)})",
            lambda: f"rsplit({self.text(0)}, 1)", lambda: f"strip({self.text(0)})",
            lambda: f"startswith({self.text(0)})", lambda: f"endswith(({self.text(0)}, 'd'))",
            lambda: f"replace({self.text(0)}, {self.text(0)})",
            lambda: f"replace('', '.', {self.pick(-1, 0, 1, 2)})",
            lambda: f"find({self.text(0)})", lambda: f"count({self.text(0)})",
            lambda: f"{self.pick('find', 'rfind', 'count', 'startswith', 'endswith', 'index')}"
                    f"({self.text(0)}, {self.pick(0, 1, -3, 99, 'none')})",
            lambda: f"{self.pick('find', 'rfind', 'count', 'startswith', 'endswith', 'rindex')}"
                    f"({self.pick(self.text(0), repr(''))}, {self.pick(0, 2, -9)}, "
                    f"{self.pick(-1, 1, 5, 99, 'none')})",
            lambda: f"{self.pick('center', 'ljust', 'rjust')}({self.pick(-1, 0, 8, 15)})",
            lambda: f"{self.pick('center', 'ljust', 'rjust')}(9, {self.text(0)})",
            lambda: f"zfill({self.pick(-1, 3, 9)})",
            lambda: f"expandtabs({self.pick('', 0, 3, 8)})",
            "swapcase()", "isupper()", "islower()", "istitle()", "isascii()", "isdecimal()",
            "isnumeric()", "isprintable()", "isidentifier()",
            lambda: f"format({self.value(0)}, {self.value(0)})",
        )

    def slice(self):
        def bound():
            return self.pick("", "0", "1", "2", "-1", "-2", "9", "z")
        step = self.pick("", "", ":1", ":2", ":-1")
        return self.pick(
            lambda: f"[{bound()}:{bound()}{step}]", lambda: f"[{self.pick(0, 1, -1, 9, -9)}]")

    def number(self, depth):
        if depth <= 0:
            return self.pick(
                self.random.choice(NUMBERS), self.random.choice(INTEGERS),
                self.random.choice(FLOATS))
        return self.pick(
            lambda: self.number(0),
            lambda: f"{self.pick('-', '+', '- ', '+ -')}{self.number(0)}",
            lambda: (f"({self.number(depth - 1)}) {self.pick('+', '-', '*', '/', '//', '%')} "
                     f"({self.number(depth - 1)})"),
            lambda: f"{self.number(0)} {self.pick('+', '-', '*', '//', '%')} {self.number(0)}",
            lambda: f"{self.pick('n', 'k', 2, 10, 'b')} ** {self.pick(0, 1, 2, 5, 70)}",
            lambda: f"({self.value(depth - 1)})|{self.pick('length', 'count', 'int', 'float')}",
            lambda: f"({self.number(depth - 1)})|{self.pick('abs', 'int', 'float')}",
            lambda: f"({self.list(depth - 1)})|{self.pick('min', 'max', 'first', 'last')}",
            lambda: f"({self.number(depth - 1)})|{self.rounding()}",
            lambda: f"({self.number(depth - 1)})|{self.rounding()}",
            lambda: f"[{self.number(0)}, {self.number(0)}]|sum",
            lambda: f"({self.list(depth - 1)})|sum",
            lambda: f"(1, n, k)|sum(start={self.number(0)})",
            "people|sum(attribute='name.0')", "[people[0], people[2]]|sum('age')",
            "[people[0], people[2]]|sum(attribute='age', start=0.5)",
        )

    def rounding(self):
        method = self.pick("", "", ", 'ceil'", ", 'floor'", ", 'common'")
        return "round" + self.pick(
            "", f"({self.pick(0, 1, 2, 5, -1, -2, -25, 17, 'b')}{method})", "(method='floor')",
            "(method='ceil')", "(none)", "(1, 'up')")

    def list_of_texts(self):
        return self.pick(
            "m", "[s, e, q]", "(s, 'x')", "d", "d.keys()", "[]", "p.split('.')",
            "people|map(attribute='name')|list")

    def list(self, depth):
        if depth <= 0:
            return self.pick(
                self.random.choice(LISTS), "[1, 'a']", "(1, 2)", "()", "(1,)", "[]", "range(3)",
                "[n, s, x]")
        return self.pick(
            lambda: self.list(0),
            lambda: f"[{self.value(depth - 1)}, {self.value(depth - 1)}]",
            lambda: f"({self.value(depth - 1)}, {self.value(depth - 1)})",
            lambda: f"({self.list(depth - 1)}){self.slice()}",
            lambda: f"{self.list(0)} + {self.list(0)}",
            lambda: f"{self.list(0)} * {self.pick(0, 1, 2)}",
            lambda: f"({self.list(depth - 1)})|{self.list_filter()}",
            lambda: f"({self.object(depth - 1)}).{self.pick('keys', 'values', 'items')}()|list",
            lambda: f"({self.object(depth - 1)})|{self.pick('items', 'dictsort', 'list')}|list",
            lambda: f"({self.object(depth - 1)})|dictsort(by='value')",
            lambda: f"range({self.pick(0, 1, 3)}, {self.pick(4, 'n')}, {self.pick(1, 2, -1)})",
            "people|map(attribute='name')|list", "people|map(attribute='tags.0')|list",
            "people|map(attribute='tags', default=[])|list",
            "people|selectattr('age')|map(attribute='name')|list",
            "people|selectattr('age', 'equalto', 30)|list",
            "people|rejectattr('age', 'none')|map(attribute='age')|list",
            "people|sort(attribute='name')|list", "people|map(attribute='name')|map('upper')|list",
            "people|groupby('name')", "people|groupby('tags.0', default='')",
            "people|groupby(attribute='age', default=1)", "m|groupby(0, default='z')",
            "people|groupby('name', case_sensitive=true)|map(attribute='grouper')|list",
            "people|groupby('tags', case_sensitive=true)|map(attribute=1)|list",
            "people|groupby('missing')", "(people[::2]|groupby('age')|first).list",
            "nested|sum(start=[])", "(l, [1])|sum(start=())", "o.fromkeys(m)|list",
            lambda: f"({self.list(0)})|groupby({self.pick('none', 0, repr('name'))})",
            lambda: f"dict({self.pick('[(1, 2)]', '[m[:2]]', '[(s, n), (s, l)]', 'nested', 'e')})"
                    "|list",
        )

    def list_filter(self):
        return self.pick(
            "list", "reverse|list", "sort", "sort(reverse=true)", "unique|list", "first", "last",
            "length", "tojson", "tojson(indent=2)", "string", "join", "join('-')", "select|list",
            "reject|list", "map('string')|list", "select('string')|list", "reject('none')|list",
            "select('in', [1, 'a'])|list", "map('default', 0)|list", "min", "max",
            "sort(case_sensitive=true)", "map('length')|list",
            lambda: f"batch({self.pick(0, 1, 2, 3, -1, 9)})|list",
            lambda: f"batch({self.pick(0, 2, 4)}, {self.value(0)})|list",
            lambda: f"slice({self.pick(0, 1, 2, 3, -1)})|list",
            lambda: f"slice({self.pick(1, 3, 9)}, {self.value(0)})|list",
            lambda: f"map('{self.pick('round', 'center', 'wordcount', 'sum')}')|list",
            lambda: f"select('divisibleby', {self.pick(1, 2, 3)})|list",
            "map('attr', 'count')|list|length")

    def object(self, depth):
        if depth <= 0:
            return self.pick(
                self.random.choice(OBJECTS), "{'a': 1, 'b': s}", "{}", "{1: 2, 'x': none}",
                "dict(a=1)", "dict(d, c=n)")
        return self.pick(
            lambda: self.object(0),
            lambda: f"{{{self.text(0)}: {self.value(depth - 1)}, 'a': {self.value(depth - 1)}}}",
            lambda: f"{{{self.number(0)}: {self.value(depth - 1)}}}",
            lambda: f"dict({self.object(0)}, **{{'k': {self.value(depth - 1)}}})",
            lambda: f"({self.object(depth - 1)}).copy()",
        )

    def condition(self, depth):
        if depth <= 0:
            return self.pick("b", "c", "x", "missing", "s", "e", "v", "n", "z")
        return self.pick(
            lambda: (f"({self.value(depth - 1)}) {self.pick('==', '!=')} "
                     f"({self.value(depth - 1)})"),
            lambda: f"{self.number(depth - 1)} {self.comparison()} {self.number(depth - 1)}",
            lambda: f"{self.text(0)} {self.comparison()} {self.text(0)}",
            lambda: f"{self.number(0)} {self.comparison()} {self.number(0)} "
                    f"{self.comparison()} {self.number(0)}",
            lambda: f"{self.list(0)} {self.comparison()} {self.list(0)}",
            lambda: f"{self.value(0)} {self.pick('in', 'not in')} ({self.list(depth - 1)})",
            lambda: f"{self.text(0)} {self.pick('in', 'not in')} {self.text(0)}",
            lambda: f"{self.text(0)} in {self.object(0)}",
            lambda: f"({self.value(depth - 1)}) is {self.pick('', 'not ')}{self.test()}",
            lambda: f"{self.member()} is {self.pick('', 'not ')}{self.test()}",
            lambda: f"not ({self.condition(depth - 1)})",
            lambda: (f"({self.condition(depth - 1)}) {self.pick('and', 'or')} "
                     f"({self.value(depth - 1)})"),
        )

    def comparison(self):
        return self.pick("<", "<=", ">", ">=", "==", "!=")

    def test(self):
        return self.pick(
            "defined", "undefined", "none", "string", "mapping", "boolean", "integer", "float",
            "number", "sequence", "iterable", "callable", "true", "false", "odd", "even", "lower",
            "upper", "eq 1", "equalto('a')", "gt 2", "in [1, 2]", "ne none", "divisibleby 2",
            "divisibleby(n)", "divisibleby z", "sameas none", "sameas true", "sameas(x)",
            "sameas 3", "sameas(l)", "sameas v", "filter", "test")

    def member(self):
        """A member, which may be a method; it is not written."""
        return self.pick(
            "i.items", "i['items']", "i.keys", "i['keys']", "i.get", "i['get']", "i.x.y.z",
            "d.items", "d['items']", "o.update", "o['update']", "s.upper", "s['upper']",
            "l.append", "l.0",
            "l['append']", "nested.1.0", "nested.1.1.0", "(1, 2).count", "(1, 2).append", "n.x",
            "missing", "s|attr('upper')", "d|attr('items')", "d|attr('a')", "x|attr('y')",
            "missing|attr('y')", "'upper'", "'odd'", "'=='", "'nothing'",
            "(people|groupby('name'))[0]",
            "(people|groupby('name'))[0].grouper", "(people|groupby('name'))[0]|attr('list')",
            "cycler", "joiner('-')", "cycler(1).next", "cycler(1, 2).pos", "cycler(1, 2).items",
            "d.values", "range(3).index", "d.a", "d[missing]", "l[missing]", "x.y",
            "p.x")

    def value(self, depth):
        own = list(self.names)
        return self.pick(
            *([lambda: self.random.choice(own)] if own else []),
            lambda: self.text(depth), lambda: self.number(depth), lambda: self.list(depth),
            lambda: self.object(depth), lambda: self.condition(depth),
            lambda: self.random.choice(OTHERS),
            "nested.1.1.0", "nested[1][1]", "people[0]['name']", "people.0.tags.1", "d['a']",
            "i.x['y'].z", "l[-1]", "d.get('a')", "d.get('zz', 5)", "i['items']",
            lambda: f"({self.value(depth - 1)} if {self.condition(depth - 1)} "
                    f"else {self.value(depth - 1)})" if depth > 0 else "n",
            lambda: f"({self.value(depth - 1)} if {self.condition(depth - 1)})"
            if depth > 0 else "s",
            *([lambda: self.call(depth - 1)] if self.macros and depth > 0 else []),
        )

    def call(self, depth):
        """A call of a macro."""
        name = self.random.choice(list(self.macros))
        parameters, takes = self.macros[name]
        # Most calls fit the macro.
        wild = self.chance(0.1)
        positional = self.random.randint(0, 2 if wild or "varargs" in takes else len(parameters))
        arguments = [self.value(depth) for _ in range(positional)]
        if wild or ("second" in parameters[positional:] and self.chance(0.5)):
            arguments.append(f"second={self.value(depth)}")
        if wild or ("kwargs" in takes and self.chance(0.4)):
            arguments.append(f"other={self.value(depth)}")
        if wild or ("varargs" in takes and self.chance(0.4)):
            arguments.append("*" + self.pick("l", "(1, 2)", "[]", "m[:1]"))
        elif positional == 0 and self.chance(0.2):
            arguments.append("*l[:0]")
        if wild or ("kwargs" in takes and self.chance(0.4)):
            arguments.append("**" + self.pick("{'third': 1}", "{'more': s}", "{}"))
        return f"{name}({', '.join(arguments)})"

    # Statements

    def block(self, text):
        """A block with some control of white space."""
        return self.pick("{%", "{%-", "{% ") + f" {text} " + self.pick("%}", "-%}", "%}")

    def filler(self):
        return self.pick("", " ", "\n", "x", " - ", "\n  ")

    def output(self, depth):
        return self.pick("{{", "{{-", "{{ ") + f" {self.value(depth)} " + self.pick("}}", "-}}")

    def body(self, depth, in_loop=False):
        parts = []
        for _ in range(self.random.randint(1, 3)):
            parts += [self.filler(), self.statement(depth - 1, in_loop)]
        return "".join(parts) + self.filler()

    def statement(self, depth, in_loop=False):
        if depth <= 0:
            return self.output(1)
        return self.pick(
            lambda: self.output(2), lambda: self.output(2), lambda: self.output(3),
            lambda: self.branches(depth, in_loop), lambda: self.loop(depth),
            lambda: self.loop(depth), lambda: self.assignment(depth),
            lambda: self.recursive_loop(depth), lambda: self.state(depth), lambda: self.change(),
            lambda: self.block(f"print {self.value(1)}" + self.pick("", f", {self.value(1)}")),
            lambda: self.macro(depth), lambda: self.macro(depth), lambda: self.call_block(depth),
            lambda: self.namespace(depth), lambda: self.with_block(depth, in_loop),
            lambda: self.scope("generation", depth),
            lambda: self.pick("{# a #}", "{#- a -#}", "{% raw %}{{ a }}{% endraw %}",
                              "{%- raw -%} {% a {%- endraw -%}", "{%+ if n %} a{%+ endif +%}"),
            lambda: self.block("filter " + self.pick("upper", "trim", "replace('', '.')"))
            + self.body(depth) + self.block("endfilter"),
        )

    def scope(self, head, depth, names=()):
        """A block whose variables are its own."""
        before, macros = list(self.names), dict(self.macros)
        self.names += names
        text = self.block(head) + self.body(depth) + self.block("end" + head.split()[0])
        self.names, self.macros = before, macros
        # A name that the block may have set.
        return text + "{{ " + self.pick("a1", "b1") + " }}"

    def with_block(self, depth, in_loop):
        head = self.pick(
            "with", f"with a1 = {self.value(1)}", f"with a1 = {self.value(0)}, b1 = a1",
            "with (a1, b1) = (1, s)")
        names = [name for name in ("a1", "b1") if name in head]
        text = self.scope(head, depth, names)
        if in_loop and self.chance(0.2):
            text = self.block("with") + text + self.block("break") + self.block("endwith")
        return text

    def branches(self, depth, in_loop):
        text = self.block(f"if {self.condition(2)}") + self.body(depth, in_loop)
        if in_loop and self.chance(0.3):
            text += self.block(self.pick("break", "continue"))
        if self.chance(0.3):
            text += self.block(f"elif {self.condition(1)}") + self.body(depth, in_loop)
        if self.chance(0.5):
            text += self.block("else") + self.body(depth, in_loop)
        return text + self.block("endif")

    def loop(self, depth):
        before = list(self.names)
        if self.chance(0.3):
            self.names = before + ["a1", "b1"]
            target = self.pick("a1, b1", "(a1, b1)")
            values = self.pick("d.items()", "d|items", "[(1, 2), (3, 4)]", "d|dictsort", "nested",
                               "i.x.items()", "{1: 2}.items()")
        else:
            self.names = before + ["a1"]
            target, values = "a1", self.pick(
                lambda: self.list(1), lambda: self.list(1), lambda: self.object(1), "1, 2", "e",
                "s")
        inner = list(self.names)
        head = f"for {target} in {values}"
        if self.chance(0.3):
            head += f" if {self.condition(1)}"
        self.names = inner + [
            "loop.index", "loop.index0", "loop.first", "loop.last", "loop.length", "loop.depth",
            "loop.revindex", "loop.depth0", "loop.previtem", "loop.nextitem",
            "loop.cycle('a', 'b')", "loop.changed(a1)", "loop.changed(loop.index // 2, 1)",
            "loop ~ ''", "loop|length", "loop['index']", "loop|attr('last')"]
        text = self.block(head) + self.body(depth, in_loop=True)
        self.names = before
        if self.chance(0.3):
            text += self.block("else") + self.body(depth)
        return text + self.block("endfor")

    def recursive_loop(self, depth):
        """A loop that calls itself for the children of its elements."""
        before, macros = list(self.names), dict(self.macros)
        values = self.pick("tree", "tree", "tree[0].children", "people", "v", "nested")
        head = f"for a1 in {values}"
        if self.chance(0.2):
            head += f" if {self.pick('a1.name', 'a1.children', self.condition(1))}"
        self.names += ["a1", "a1.name", "loop.index", "loop.depth", "loop.depth0", "loop.length",
                       "loop.previtem", "loop.last", "loop.changed(a1.name)"]
        children = self.pick("a1.children", "a1.children", "a1['children']", "a1.children or []",
                             "a1.tags", "a1", "missing", "iterable=v")
        call = "{{ loop(" + children + ") }}"
        deeper = self.pick(
            call, call, "[" + call + "]",
            self.block("if a1.children") + call + self.block("endif"),
            self.block("set c1") + call + self.block("endset") + "{{ c1|upper }}{{ c1|length }}",
            self.block("set c1 = loop") + self.block("for b1 in [1, 2]")
            + "{{ c1(" + children + ") }}{{ c1.index }}" + self.block("endfor"),
            self.block("macro f3(a)") + "({{ loop(a) }})" + self.block("endmacro")
            + "{{ f3(" + children + ") }}",
            self.block("for b1 in v") + self.block("endfor") + "{{ loop() }}")
        own = self.body(depth - 1, in_loop=True) + "{{ a1.name }}"
        text = self.block(head + self.pick(" recursive", " recursive", " recursive", ""))
        text += self.pick(own + deeper, deeper + own)
        self.names, self.macros = before, macros
        if self.chance(0.3):
            text += self.block("else") + self.pick(self.output(1), "none")
        return text + self.block("endfor")

    def state(self, depth):
        """A cycler or a joiner, and its use in a loop."""
        before = list(self.names)
        if self.chance(0.5):
            text = self.block(f"set c2 = cycler({self.value(0)}, {self.value(0)}, 'c')")
            self.names += ["c2.next()", "c2.current", "c2.pos", "c2.items", "c2.reset()"]
            use = self.pick("{{ c2.next() }}", "{{ c2.next() }}{{ c2.current }}", "{{ c2(1) }}")
        else:
            text = self.block(f"set c2 = joiner({self.pick('', repr('|'), self.value(0))})")
            self.names += ["c2()", "c2.used", "c2.sep", "c2['sep']"]
            use = self.pick("{{ c2() }}", "{{ c2() }}", "{{ c2(1) }}")
        text += self.block("for a1 in [1, 2, 3, 4]") + use + self.block("endfor")
        text += self.body(depth - 1)
        self.names = before
        return text

    def change(self):
        """A method that changes a copy of a list or an object."""
        if self.chance(0.5):
            start = self.pick("l", "m", "v", "[1, s, l]", "[]", "[2, k, f]")
            start = self.block(f"set c3 = {start}")
            method = self.pick(
                "append(1)", "insert(0, n)", "insert(-1, s)", "insert(99, x)", "pop()", "pop(0)",
                "remove(1)", "remove('A')", "reverse()", "clear()", "copy()", "sort()",
                "sort(reverse=true)", "extend('ab')", "index(2)", "index(1, 1)", "index(3, -3, 2)",
                "count(1)")
            return start + "{{ c3." + method + " }}{{ c3 }}"
        start = self.block(f"set c3 = {self.pick('d', 'o', '{1: 2}', 'dict(a=l)')}")
        method = self.pick(
            "setdefault('a', 5)", "setdefault('c')", "setdefault(1, s)", "popitem()", "clear()",
            "pop('a')", "pop('zz', 1)", "update(c=1)", "update([(1, 2), ('c', s)])", "update([1])",
            "update({'a': x})", "fromkeys('ab', 1)", "fromkeys([1, 1.0])", "copy()", "get('a')")
        return start + "{{ c3." + method + " }}{{ c3 }}"

    def assignment(self, depth):
        # A variable of the conversation that the template sets is undefined in macros before.
        name = self.pick("a1", "b1")
        if self.chance(0.3):
            filters = self.pick("", "", " | upper", " | trim | replace('a', '-')", " | length")
            text = self.block(f"set {name}{filters}") + self.body(depth) + self.block("endset")
        elif self.chance(0.3):
            text = self.block(f"set {name}, b1 = {self.pick('1, 2', '(s, n)', 'l[:2]', 'd')}")
        else:
            text = self.block(f"set {name} = {self.value(2)}")
        if name not in self.names:
            self.names.append(name)
        return text

    def macro(self, depth):
        name = self.pick("f1", "f2")
        parameters = self.pick("", "first", "first, second=2", "first, second=first", "second='z'")
        before, macros = list(self.names), dict(self.macros)
        self.names += [part.split("=")[0] for part in parameters.split(", ") if part]
        facts = self.pick("", "", f"{{{{ {name}.name }}}}{{{{ {name}.arguments }}}}"
                          f"{{{{ {name}.catch_kwargs }}}}{{{{ {name}['caller'] }}}}")
        takes = self.pick([], [], ["varargs"], ["kwargs"], ["varargs", "kwargs"], ["caller"])
        self.names += [use + "()" if use == "caller" else use for use in takes]
        # A macro that calls itself rarely ends.
        self.macros = {other: facts for other, facts in macros.items() if other != name}
        inside = self.body(depth) + "".join("{{ " + use + " }}" for use in takes if use != "caller")
        text = self.block(f"macro {name}({parameters})") + inside + self.block("endmacro")
        names = [part.split("=")[0] for part in parameters.split(", ") if part]
        self.names, self.macros = before, {**macros, name: (names, takes)}
        return text + facts + self.filler() + "{{ " + self.call(1) + " }}"

    def call_block(self, depth):
        if not self.macros:
            return self.macro(depth)
        return self.block(f"call {self.call(1)}") + self.body(depth) + self.block("endcall")

    def namespace(self, depth):
        text = self.block(f"set ns = namespace(count=0, last={self.value(1)})")
        text += self.block(f"for a1 in {self.list(0)}")
        text += self.block("set ns.count = ns.count + 1") + self.block("set ns.last = a1")
        return text + self.block("endfor") + "{{ ns.count }}{{ ns.last }}{{ ns.none is defined }}"

    def fragment(self):
        self.names, self.macros = [], {}
        return self.body(self.random.randint(1, 3))


def fragments(count, seed):
    """Yields templates."""
    source = Fragments(seed)
    for _ in range(count):
        yield source.fragment()
