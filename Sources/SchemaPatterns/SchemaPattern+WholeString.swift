extension SchemaPattern {
  /// `true` if the pattern may name a Unicode property, as in `\p{L}`.
  ///
  /// A pattern with `p{` or `P{` after an escaped backslash also counts.
  public var usesUnicodeProperties: Bool { source.contains("\\p{") || source.contains("\\P{") }

  /// The pattern without anchors, for a reader that matches patterns against the whole string.
  ///
  /// `nil` if an anchor is in the middle of the pattern, or belongs to one of several alternatives.
  public var wholeStringSource: String? {
    var middle = elements[...]
    var hasStart = false
    var hasEnd = false
    if case .start? = middle.first {
      middle.removeFirst()
      hasStart = true
    }
    if case .end? = middle.last {
      middle.removeLast()
      hasEnd = true
    }
    var depth = 0
    for element in middle {
      switch element {
      case .start, .end: return nil
      case .groupStart: depth += 1
      case .groupEnd: depth -= 1
      case .alternation: if hasStart || hasEnd, depth == 0 { return nil }
      case .literal, .characters, .wordBoundary, .reference, .quantifier: continue
      }
    }
    // An anchor and a combining mark after it are one character, so scalars are dropped, not
    // characters.
    let scalars = source.unicodeScalars.dropFirst(hasStart ? 1 : 0)
    let body = String(scalars.dropLast(hasEnd ? 1 : 0))
    if hasStart, hasEnd { return body }
    return (hasStart ? "" : Self.anything) + "(?:\(body))" + (hasEnd ? "" : Self.anything)
  }

  /// A pattern for any text, line breaks included.
  private static let anything = #"[\s\S]*"#
}
