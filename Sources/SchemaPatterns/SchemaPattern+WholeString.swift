extension SchemaPattern {
  /// `true` if the pattern may name a Unicode property, as in `\p{L}`.
  ///
  /// A pattern with `p{` or `P{` after an escaped backslash also counts.
  package var usesUnicodeProperties: Bool {
    source.contains("\\p{") || source.contains("\\P{")
  }

  /// The pattern without anchors, for a reader that matches patterns against the whole string.
  ///
  /// `nil` if an anchor is in the middle of the pattern, or belongs to one of several alternatives.
  package var wholeStringSource: String? {
    var middle = elements[...]
    var start = Self.anything
    var end = Self.anything
    if case .start? = middle.first {
      middle.removeFirst()
      start = ""
    }
    if case .end? = middle.last {
      middle.removeLast()
      end = ""
    }
    let isAnchored = middle.count < elements.count
    var depth = 0
    for element in middle {
      switch element {
      case .start, .end: return nil
      case .groupStart: depth += 1
      case .groupEnd: depth -= 1
      case .alternation: if isAnchored, depth == 0 { return nil }
      case .literal, .characters, .wordBoundary, .reference, .quantifier: continue
      }
    }
    // An anchor and a combining mark after it are one character, so scalars are dropped, not
    // characters.
    let scalars = source.unicodeScalars.dropFirst(start.isEmpty ? 1 : 0)
    let body = String(scalars.dropLast(end.isEmpty ? 1 : 0))
    return start.isEmpty && end.isEmpty ? body : "\(start)(?:\(body))\(end)"
  }

  /// A pattern for any text, line breaks included.
  private static let anything = #"[\s\S]*"#
}
