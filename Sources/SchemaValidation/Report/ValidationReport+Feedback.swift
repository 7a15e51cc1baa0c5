extension ValidationReport {
  /// The violations as text for the model that generated the content.
  ///
  ///     The answer does not fit its schema in 2 places:
  ///     - at /minutes: expected a whole number from 5 to 120, found the number 240
  ///     - at /steps/2: expected a string, found null
  ///     Answer again with the whole value.
  ///
  /// The text lists as many violations as its length allows, and the number of the others. If a
  /// value satisfies no alternative of a union, the text also names the alternative that the
  /// violations are about, if there is room. Long paths and values are shortened.
  ///
  /// - Parameter maximumLength: The largest length of the text, in characters; 200 at least.
  /// - Returns: The text; empty if the content is valid.
  public func modelFeedback(maximumLength: Int = 2_000) -> String {
    modelFeedback(maximumLength: maximumLength) { $0 }
  }

  /// The violations as text, with the places in the answer, whose form differs from the content.
  package func modelFeedback(
    maximumLength: Int = 2_000, at place: (SchemaPath) -> SchemaPath
  ) -> String {
    guard violationCount > 0 else { return "" }
    let places = violationCount == 1 ? "one place" : "\(violationCount) places"
    var text = "The answer does not fit its schema in \(places):\n"
    let end = "Answer again with the whole value."
    // 40 characters are reserved for the line with the number of the others.
    let room = max(200, maximumLength) - text.count - end.count - 40
    var used = 0
    var listed = 0
    func add(_ sentence: String, at path: SchemaPath) -> Bool {
      let line = "- \(Self.shortLine(sentence, at: place(path), atMost: min(400, room)))\n"
      guard used + line.count <= room else { return false }
      used += line.count
      text += line
      return true
    }
    for violation in violations {
      let sentence = "expected \(violation.expected), found \(violation.found)"
      guard add(sentence, at: violation.path) else { break }
      listed += 1
    }
    if listed < violationCount { text += "- and \(violationCount - listed) more\n" }
    for alternative in alternatives {
      guard add(alternative.sentence, at: alternative.path) else { break }
    }
    return text + end
  }

  /// A sentence about a place in one line.
  private static func shortLine(
    _ sentence: String, at path: SchemaPath, atMost length: Int
  ) -> String {
    var place = path.pointer
    let steps = place.unicodeScalars
    if steps.count > 120 {
      place = "\(String(steps.prefix(50)))…\(String(steps.suffix(60)))"
    }
    let line = (place.isEmpty ? "" : "at \(place): ") + sentence
    // A line feed in a finding would look like the next line.
    let flat = line.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: " ")
    // A character may have any number of scalars.
    let scalars = flat.unicodeScalars
    return scalars.count > length ? "\(String(scalars.prefix(max(0, length - 1))))…" : flat
  }
}

extension ValidationReport: PromptRepresentable {
  /// The violations, as in ``modelFeedback(maximumLength:)``.
  public var promptRepresentation: Prompt { modelFeedback() }
}
