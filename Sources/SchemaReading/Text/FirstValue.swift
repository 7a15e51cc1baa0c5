import SchemaText

/// The first value of a text that is arriving.
enum FirstValue {
  /// More text is needed.
  case unknown
  /// The value begins at a place.
  case found(at: Int, isInFence: Bool)
  /// The text has no value that is shown before its end.
  case none

  /// Finds the value whose parts can be shown: it begins the text behind its thoughts, or a fence,
  /// or it is an object with a key of the schema that begins a line.
  ///
  /// A value between words may be a draft, and words may announce an example, so nothing of these
  /// is shown. A bracket that may belong to words shows nothing either.
  static func find(in text: ReadText) -> FirstValue {
    let first = text.skippingBlanks(from: 0)
    if Thoughts.mayBegin(at: first, in: text) { return .unknown }
    guard let start = try? Thoughts.end(in: text) else { return .unknown }
    text.forgetEnd()
    let begin = text.skippingBlanks(from: start)
    if Thoughts.mayBegin(at: begin, in: text) { return .unknown }
    if let value = value(at: begin, isInFence: false, in: text) { return value }
    var index = begin
    while !text.isEnd(index) {
      let byte = text.bytes[index]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        let isObject =
          byte == UInt8(ascii: "{") && text.isLineStart(index)
          && text.isKey(at: text.skippingBlanks(from: index + 1), mustBeKnown: true)
        if text.hasReachedEnd { return .unknown }
        return isObject && !announcesNoAnswer(before: index, from: start, in: text)
          ? .found(at: index, isInFence: false) : FirstValue.none
      }
      guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~"), text.isFence(at: index) else {
        index += 1
        continue
      }
      if announcesNoAnswer(before: index, from: start, in: text) { return .none }
      let inner = text.skippingBlanks(from: text.skippingLanguage(from: index + 3))
      if let value = value(at: inner, isInFence: true, in: text) {
        return text.isLineStart(inner) ? value : FirstValue.none
      }
      return text.hasReachedEnd ? .unknown : FirstValue.none
    }
    return .unknown
  }

  private static func announcesNoAnswer(
    before index: Int, from start: Int, in text: ReadText
  ) -> Bool {
    Prose.announcesNoAnswer(text.text(max(start, index - 2_000)..<index))
  }

  /// The value at a place; `nil` if no bracket stands there.
  private static func value(at index: Int, isInFence: Bool, in text: ReadText) -> FirstValue? {
    text.isOpening(at: index) ? .found(at: index, isInFence: isInFence) : nil
  }
}
