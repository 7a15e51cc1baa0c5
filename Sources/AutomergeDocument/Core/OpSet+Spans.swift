/// The parts of rich text.
extension OpSet {
  /// Returns the blocks of a text at a point in the history and the characters between them, split
  /// where marks change.
  func spans(_ object: ObjectIndex, at clock: Clock?) throws(AutomergeError) -> [Span] {
    var state = MarkState(set: self, clock: clock)
    var spans = SpanBuilder()
    var blocks: [(row: RowIndex, place: Int)] = []
    var names: [String: StringIndex] = [:]
    var equalName: String?
    objects[object].sequence?.forEach { element, _ in
      if rows[element].action == .mark { state.visit(element) }
      guard let row = winner(registerKey(object, ObjectKey(element)), at: clock)
      else { return true }
      for name in state.takeChangedNames() {
        let text = strings[name]
        // Names that differ only in normalization are equal as Swift strings.
        if let other = names.updateValue(name, forKey: text), other != name { equalName = text }
        if case .Scalar(let value)? = state.value(name) {
          spans.setMark(text, value)
        } else {
          spans.setMark(text, nil)
        }
      }
      if case .Object(_, .Map) = value(row) {
        blocks.append((row, spans.addBlock()))
      } else {
        appendText(of: row, to: &spans.characters)
      }
      return true
    }
    if let equalName {
      throw AutomergeError(
        .limitExceeded,
        "Two names of marks are equal as Swift strings, '\(equalName)'; read them by marks(obj:).")
    }
    var result = spans.finish()
    for (row, place) in blocks {
      guard case .Object(let block, _) = value(row),
        case .dict(let content) = try tree(of: block, at: clock)
      else { continue }
      result[place] = .block(content)
    }
    return result
  }
}

/// Collects the spans of a text.
private struct SpanBuilder {
  private var spans: [Span] = []
  private var marks: [String: ScalarValue] = [:]
  /// The characters after the last span.
  var characters: [UInt8] = []

  /// Sets or removes a mark for the next characters.
  mutating func setMark(_ name: String, _ value: ScalarValue?) {
    guard marks[name] != value else { return }
    endText()
    marks[name] = value
  }

  /// Adds a block without content, and returns its place.
  mutating func addBlock() -> Int {
    endText()
    spans.append(.block([:]))
    return spans.count - 1
  }

  private mutating func endText() {
    guard !characters.isEmpty else { return }
    spans.append(.text(String(decoding: characters, as: UTF8.self), marks: marks))
    characters = []
  }

  mutating func finish() -> [Span] {
    endText()
    return spans
  }
}
