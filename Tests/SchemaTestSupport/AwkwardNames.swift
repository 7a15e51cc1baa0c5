/// Names that are hard to write, to escape, or to tell apart.
package enum AwkwardNames {
  package static let all = [
    "a", "name", "a/b", "m~n", "~0", "~1", "%25", "100%", "with space", "\"quoted\"", "back\\slash",
    "line\nbreak", "tab\t", "\u{1}", "é", "e\u{301}x", "Größe", "日本語", "😀", "👩‍👩‍👧", "<T>",
    "Page<Item>",
    "a.b", "A.B<C.D>", "(x)", "[y]", "{z}", "#", "#/$defs/a", "$ref", "$defs", "properties", "type",
    "items", "anyOf", "x-order", "?", "&", "'", "`tick`", "\u{2028}", "\u{FEFF}", "0", "-1", "null",
    "__proto__", "constructor", "a b c d e f g h i j k l m n o p q r s t u v w x y z",
  ]
}

extension SplitMix64 {
  /// A name, awkward as a rule, that no other number gives.
  package mutating func name(_ number: Int) -> String {
    oneIn(3) ? "n\(number)" : "\(pick(AwkwardNames.all))\(number)"
  }
}
