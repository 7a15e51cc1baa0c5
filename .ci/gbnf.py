"""Reads grammars in the form of llama.cpp (GBNF), and matches texts against them.

Matching keeps all ends that a part of a text may have, so that ambiguity costs nothing but time.
"""

import re

TOKEN = re.compile(
    r'\s*(?:(?P<literal>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<count>\{[0-9,]+\})'
    r"|(?P<name>[A-Za-z0-9-]+)|(?P<sign>[()|?*+]))"
)
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
NAMED = {"n": "\n", "r": "\r", "t": "\t"}


def unescaped(text):
    def character(match):
        escape = match.group(1)
        if len(escape) > 1:
            return chr(int(escape[1:], 16))
        return NAMED.get(escape, escape)

    return ESCAPE.sub(character, text)


class Grammar:
    """A grammar, whose rule `root` is what a text has to match as a whole."""

    def __init__(self, text):
        # Literals may contain line breaks.
        parts = re.split(r"^([A-Za-z0-9-]+) ::=", text, flags=re.MULTILINE)[1:]
        self.rules = {
            name: Reader(body).choice() for name, body in zip(parts[::2], parts[1::2])
        }
        for rule in list(self.rules.values()):
            self._check(rule)

    def _check(self, part):
        if part[0] == "rule" and part[1] not in self.rules:
            raise ValueError(f"there is no rule {part[1]}")
        for child in part[1:]:
            if isinstance(child, tuple):
                self._check(child)
            elif isinstance(child, list):
                for each in child:
                    self._check(each)

    def accepts(self, text):
        """Whether the grammar takes a whole text."""
        return len(text) in self._ends(self.rules["root"], text, 0, {})

    def _ends(self, part, text, start, known):
        """Where the matches of a part that begin at an offset end."""
        kind = part[0]
        if kind == "literal":
            end = start + len(part[1])
            return {end} if text.startswith(part[1], start) else set()
        if kind == "set":
            return {start + 1} if start < len(text) and part[1].match(text, start) else set()
        if kind == "rule":
            key = (part[1], start)
            if key not in known:
                known[key] = self._ends(self.rules[part[1]], text, start, known)
            return known[key]
        if kind == "sequence":
            ends = {start}
            for child in part[1]:
                ends = {end for at in ends for end in self._ends(child, text, at, known)}
            return ends
        if kind == "choice":
            return {end for child in part[1] for end in self._ends(child, text, start, known)}
        child, least, most = part[1:]
        ends, latest, times = ({start} if least == 0 else set()), {start}, 0
        while latest and (most is None or times < most):
            times += 1
            latest = {end for at in latest for end in self._ends(child, text, at, known)}
            if times >= least:
                latest -= ends
                ends |= latest
        return ends


class Reader:
    """Reads the body of a rule."""

    def __init__(self, text):
        self.tokens = []
        index = 0
        while text[index:].strip():
            match = TOKEN.match(text, index)
            if match is None:
                raise ValueError(f"no GBNF: {text[index:]!r}")
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            index = match.end()
        self.index = 0

    def _next(self):
        return self.tokens[self.index] if self.index < len(self.tokens) else (None, None)

    def choice(self):
        parts = [self._sequence()]
        while self._next() == ("sign", "|"):
            self.index += 1
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else ("choice", parts)

    def _sequence(self):
        parts = []
        while self._next()[0] is not None and self._next()[1] not in ("|", ")"):
            parts.append(self._repeated(self._single()))
        return ("sequence", parts)

    def _single(self):
        kind, token = self._next()
        self.index += 1
        if kind == "literal":
            return ("literal", unescaped(token[1:-1]))
        if kind == "set":
            # The same signs, except that Python asks for a backslash before a bracket.
            return ("set", re.compile(token.replace("[", r"\[").replace(r"\[", "[", 1)))
        if kind == "name":
            return ("rule", token)
        if token != "(":
            raise ValueError(f"no GBNF: {token!r}")
        part = self.choice()
        if self._next()[1] != ")":
            raise ValueError("no GBNF: a group without an end")
        self.index += 1
        return part

    def _repeated(self, part):
        while True:
            kind, token = self._next()
            if kind == "count":
                least, _, most = token[1:-1].partition(",")
                exact = "," not in token
                bounds = (int(least or 0), int(least) if exact else (int(most) if most else None))
            elif kind == "sign" and token in "?*+":
                bounds = {"?": (0, 1), "*": (0, None), "+": (1, None)}[token]
            else:
                return part
            self.index += 1
            part = ("repeat", part, *bounds)
