/// The features that a pattern uses, for readers that support only some of them.
extension SchemaPattern {
  /// Whether the pattern contains a lookahead or a lookbehind.
  ///
  /// - Complexity: O(*n*) in the length of the pattern, as for its neighbors.
  public var usesLookaround: Bool {
    elements.contains {
      if case .groupStart(let kind) = $0 { kind.isLookaround } else { false }
    }
  }

  /// Whether the pattern refers back to what a group matched.
  public var usesBackreferences: Bool {
    elements.contains {
      if case .reference = $0 { true } else { false }
    }
  }

  /// Whether the pattern asks for the edge of a word: `\b` or `\B` outside of a class.
  package var usesWordBoundaries: Bool {
    elements.contains {
      if case .wordBoundary = $0 { true } else { false }
    }
  }
}
