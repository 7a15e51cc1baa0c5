import ContentStorage

extension AnswerMapping {
  /// The node of the alternative that a value is of, or `nil` while that is not known.
  ///
  /// A value that is of no alternative stays as it is.
  static func node(for value: StoredContent, among alternatives: [Alternative]) -> Int? {
    var found: Int?
    for alternative in alternatives {
      switch verdict(on: value, alternative.answers) {
      case .no: continue
      case .yes where found == nil: return alternative.value
      case .yes, .undecided:
        // Two of one node need not be told apart.
        if let found, found != alternative.value { return nil }
        found = alternative.value
      }
    }
    return value.shape == .nothing ? nil : found ?? 0
  }

  /// Whether content has one of some shapes.
  private static func verdict(
    on value: StoredContent, _ shapes: [ValueShape]
  ) -> ValueShape.Verdict {
    var best = ValueShape.Verdict.no
    for shape in shapes {
      switch shape.verdict(on: value) {
      case .yes: return .yes
      case .undecided: best = .undecided
      case .no: continue
      }
    }
    return best
  }
}
