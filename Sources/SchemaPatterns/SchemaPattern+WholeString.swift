extension SchemaPattern {
  /// `true` if the pattern may name a Unicode property, as in `\p{L}`.
  ///
  /// A pattern with `p{` or `P{` after an escaped backslash also counts.
  package var usesUnicodeProperties: Bool {
    source.contains("\\p{") || source.contains("\\P{")
  }

  /// The pattern for a reader that compares it with the whole string, without anchors.
  ///
  /// It is `nil` if an anchor is in the middle, or belongs to one of several alternatives.
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
    // A mark behind an anchor is one character with it.
    let scalars = source.unicodeScalars.dropFirst(start.isEmpty ? 1 : 0)
    let body = String(scalars.dropLast(end.isEmpty ? 1 : 0))
    return start.isEmpty && end.isEmpty ? body : "\(start)(?:\(body))\(end)"
  }

  /// Any text, with line breaks.
  private static let anything = #"[\s\S]*"#
}
