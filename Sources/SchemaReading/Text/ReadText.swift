import SchemaText

/// A text in UTF-8, and the tests of a place in it.
///
/// A test that needs a byte behind the last one records it if the text is still arriving: with more
/// text, it may have another result. So each test of a place has this effect. ``hasReachedEnd``
/// tells whether a test since ``forgetEnd()`` did so.
struct ReadText {
  private(set) var bytes: [UInt8]

  /// The keys of the schema.
  let keys: SchemaKeys

  /// The record of the tests that needed more text; `nil` for a whole text, whose end is known.
  private let record: EndRecord?

  /// It is a class because the tests of a place, which write it, do not change the text.
  private final class EndRecord {
    var isReached = false
  }

  init(bytes: [UInt8], keys: SchemaKeys, isArriving: Bool = false) {
    self.bytes = bytes
    self.keys = keys
    record = isArriving ? EndRecord() : nil
  }

  /// `true` if a test needed more text than has arrived; always `false` for a whole text.
  var hasReachedEnd: Bool { record?.isReached == true }

  /// Begins a decision, for which tests of earlier ones do not count.
  func forgetEnd() { record?.isReached = false }

  /// Records that a decision depends on the bytes before a place.
  func require(upTo end: Int) {
    if end > bytes.count { record?.isReached = true }
  }

  /// Adds the next part of a text that is arriving.
  mutating func append(_ part: some Sequence<UInt8>) { bytes.append(contentsOf: part) }

  /// The largest number of bytes in which a key with its colon is looked for.
  private static let keyLimit = 256

  var count: Int { bytes.count }

  var isBlank: Bool { skippingBlanks(from: 0) >= count }

  subscript(index: Int) -> UInt8? { index < 0 || isEnd(index) ? nil : bytes[index] }

  /// `true` if a place is behind the last byte, which is recorded.
  func isEnd(_ index: Int) -> Bool {
    require(upTo: index + 1)
    return index >= bytes.count
  }

  func has(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index >= 0 else { return false }
    let part = bytes[min(index, bytes.count)..<min(index + count, bytes.count)]
    guard text.withUTF8Buffer({ unsafe $0.starts(with: part) }) else { return false }
    return part.count == count || !isEnd(index + count - 1)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// A part of the text, for messages.
  func excerpt(_ range: Range<Int>) -> String {
    let end = min(range.upperBound, range.lowerBound + 60)
    let part = text(range.lowerBound..<max(range.lowerBound, end))
    let line = part.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: " ")
    return end < range.upperBound ? line + "…" : line
  }

  /// The number of bytes of the blank at a place; 0 if there is none.
  func blankLength(at index: Int) -> Int {
    guard let byte = self[index] else { return 0 }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return 1
    case 0xC2: return self[index + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard let second = self[index + 1], let third = self[index + 2] else { return 0 }
      let isBlank =
        second == 0x80 && (0x80...0x8F).contains(third)
        || second == 0x80 && (third == 0xA8 || third == 0xA9 || third == 0xAF)
        || second == 0x81 && (third == 0x9F || third == 0xA0)
      return isBlank ? 3 : 0
    case 0xE3: return has("\u{3000}", at: index) ? 3 : 0
    case 0xEF: return has("\u{FEFF}", at: index) ? 3 : 0
    default: return 0
    }
  }

  /// The next place that is not blank.
  func skippingBlanks(from index: Int) -> Int {
    var index = index
    while true {
      let length = blankLength(at: index)
      if length == 0 { return index }
      index += length
    }
  }

  /// The end of the text before a place without the blanks of JSON there.
  func endWithoutBlanks(before place: Int, from start: Int = 0) -> Int {
    var end = place
    while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The place behind the name of a language, such as that of a fence.
  func skippingLanguage(from index: Int) -> Int {
    var index = index
    while let byte = self[index], Self.isNameByte(byte) || byte == UInt8(ascii: "+") { index += 1 }
    return index
  }

  /// `true` if only blanks of one line are before a place.
  func isLineStart(_ index: Int) -> Bool {
    var index = index - 1
    while let byte = self[index], byte == 0x20 || byte == 0x09 { index -= 1 }
    return index < 0 || bytes[index] == 0x0A
  }

  /// `true` if a fence of Markdown begins a line here.
  func isFence(at index: Int) -> Bool {
    (has("```", at: index) || has("~~~", at: index)) && isLineStart(index)
  }

  /// The mark of punctuation at a place, and its length: ASCII, or full-width.
  func mark(at index: Int) -> (mark: UInt8, length: Int)? {
    guard let byte = self[index] else { return nil }
    if byte < 0x80 { return (byte, 1) }
    if byte == 0xEF, self[index + 1] == 0xBC, let third = self[index + 2] {
      switch third {
      case 0x8C: return (UInt8(ascii: ","), 3)
      case 0x9A: return (UInt8(ascii: ":"), 3)
      case 0x9B: return (UInt8(ascii: ";"), 3)
      case 0xBB: return (UInt8(ascii: "["), 3)
      case 0xBD: return (UInt8(ascii: "]"), 3)
      default: return nil
      }
    }
    if has("｛", at: index) { return (UInt8(ascii: "{"), 3) }
    if has("｝", at: index) { return (UInt8(ascii: "}"), 3) }
    if has("［", at: index) { return (UInt8(ascii: "["), 3) }
    if has("］", at: index) { return (UInt8(ascii: "]"), 3) }
    if has("、", at: index) { return (UInt8(ascii: ","), 3) }
    return nil
  }

  /// The beginning of a comment at a place.
  func isComment(at index: Int) -> Bool {
    if has("//", at: index) || has("/*", at: index) || has("<!--", at: index) { return true }
    return self[index] == UInt8(ascii: "#")
  }

  /// `true` if a key with its colon begins at a place, within a limit.
  ///
  /// If it must be known, only a key of the schema counts.
  func isKey(at index: Int, mustBeKnown: Bool) -> Bool {
    guard self[index] != nil else { return false }
    let limit = min(bytes.count, index + Self.keyLimit)
    var end = index
    let name: String
    if let quote = Quote(at: index, in: self) {
      end += quote.length
      let start = end
      while end < limit, !quote.isClosed(at: end, in: self) {
        if bytes[end] == 0x0A { return false }
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < limit else {
        return (end >= index + Self.keyLimit || !isEnd(end)) && !mustBeKnown
      }
      name = text(start..<end)
      end += quote.closingLength(at: end, in: self)
      if !mustBeKnown, name.utf8.count > 100 { return false }
    } else {
      guard
        bytes[index].isASCIILetter || bytes[index] == UInt8(ascii: "_") || bytes[index] >= 0x80
          || bytes[index] == UInt8(ascii: "$")
          || bytes[index].isASCIIDigit && !mustBeKnown && keys.allowsOthers
      else { return false }
      while end < limit, Self.isNameByte(bytes[end]) || bytes[end] == 0x20 { end += 1 }
      if end == limit { require(upTo: end + 1) }
      name = text(index..<end).trimmed
      if !mustBeKnown, name.contains(" ") { return false }
    }
    end = skippingBlanks(from: end)
    guard let mark = mark(at: end), [UInt8(ascii: ":"), UInt8(ascii: "=")].contains(mark.mark),
      !has("://", at: end)
    else { return false }
    return !mustBeKnown || isKnown(name)
  }

  func isKnown(_ name: String) -> Bool { keys.names.contains(FoldedName.of(name)) }

  /// `true` if a key is that of a property that is text without choices.
  func isText(_ key: String) -> Bool { keys.textNames.contains(FoldedName.of(key)) }

  /// `true` if a key of several words begins at a place, with its colon and a value.
  func isKeyOfWords(at index: Int) -> Bool {
    guard let first = self[index], first.isASCIILetter || first >= 0x80 else { return false }
    let limit = min(bytes.count, index + 60)
    var end = index
    while end < limit, Self.isNameByte(bytes[end]) || bytes[end] == 0x20 { end += 1 }
    guard self[end] == UInt8(ascii: ":") else { return false }
    return isValue(at: skippingBlanks(from: end + 1), hasColon: false)
  }

  /// `true` if a value in quotes or brackets, a number, or a word of JSON or Python begins at a
  /// place.
  ///
  /// A sign or a point needs a digit, since in a string it may be a dash or the end of a sentence.
  ///
  /// Behind a key whose colon is missing, a word does not count, since it may begin a text without
  /// quotes, as in `"title" None of us`. Nor does a number before a colon, which may be a part of
  /// the key.
  func isValue(at index: Int, hasColon: Bool = true) -> Bool {
    if isOpening(at: index) || Quote(at: index, in: self) != nil { return true }
    var digit = index
    if self[digit] == UInt8(ascii: "-") || self[digit] == UInt8(ascii: "+") { digit += 1 }
    if self[digit] == UInt8(ascii: ".") { digit += 1 }
    if self[digit]?.isASCIIDigit == true {
      if hasColon { return true }
      while self[digit]?.isASCIIDigit == true, digit < index + Self.keyLimit { digit += 1 }
      return self[digit] != UInt8(ascii: ":")
    }
    return hasColon
      && (has("true", at: index) || has("false", at: index) || has("null", at: index)
        || has("True", at: index) || has("False", at: index) || has("None", at: index))
  }

  /// `true` if an object or an array begins at a place.
  func isOpening(at index: Int) -> Bool {
    let mark = mark(at: index)?.mark
    return mark == UInt8(ascii: "{") || mark == UInt8(ascii: "[")
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"), UInt8(ascii: ".")].contains(byte)
  }
}

/// The keys of a schema, as texts are read by them.
struct SchemaKeys: Sendable {
  /// The names of the properties, without case and word borders.
  var names: Set<String> = []

  /// The names of the properties that are text without choices in each object.
  var textNames: Set<String> = []

  /// `true` if an object allows keys that it does not name.
  var allowsOthers = true
}

/// The quotes around a string.
struct Quote {
  enum Form {
    case double, single, backtick, typographicDouble, typographicSingle, tripleDouble, tripleSingle
  }

  let form: Form
  let length: Int

  /// The quote that begins at a place.
  init?(at index: Int, in text: ReadText) {
    switch text[index] {
    case UInt8(ascii: "\""):
      let isTriple = text.has("\"\"\"", at: index)
      (form, length) = isTriple ? (.tripleDouble, 3) : (.double, 1)
    case UInt8(ascii: "'"):
      let isTriple = text.has("'''", at: index)
      (form, length) = isTriple ? (.tripleSingle, 3) : (.single, 1)
    case UInt8(ascii: "`"):
      if text.has("```", at: index) { return nil }
      (form, length) = (.backtick, 1)
    case 0xC2:
      guard text.has("«", at: index) else { return nil }
      (form, length) = (.typographicDouble, 2)
    case 0xE2, 0xEF:
      if text.has("“", at: index) || text.has("”", at: index) || text.has("„", at: index)
        || text.has("＂", at: index)
      {
        (form, length) = (.typographicDouble, 3)
      } else if text.has("‘", at: index) || text.has("’", at: index) || text.has("‚", at: index) {
        (form, length) = (.typographicSingle, 3)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// The length of the closing quote at a place; 0 if there is none.
  func closingLength(at index: Int, in text: ReadText) -> Int {
    switch form {
    case .double: text[index] == UInt8(ascii: "\"") ? 1 : 0
    case .single: text[index] == UInt8(ascii: "'") ? 1 : 0
    case .backtick: text[index] == UInt8(ascii: "`") ? 1 : 0
    case .tripleDouble: text.has("\"\"\"", at: index) ? 3 : 0
    case .tripleSingle: text.has("'''", at: index) ? 3 : 0
    case .typographicDouble:
      if text[index] == UInt8(ascii: "\"") {
        1
      } else if text.has("»", at: index) {
        2
      } else {
        text.has("”", at: index) || text.has("“", at: index) || text.has("＂", at: index) ? 3 : 0
      }
    case .typographicSingle:
      if text[index] == UInt8(ascii: "'") {
        1
      } else {
        text.has("’", at: index) || text.has("‘", at: index) ? 3 : 0
      }
    }
  }

  func isClosed(at index: Int, in text: ReadText) -> Bool {
    closingLength(at: index, in: text) > 0
  }

  var isTriple: Bool { form == .tripleDouble || form == .tripleSingle }

  /// `true` if the quote is also an apostrophe.
  var isApostrophe: Bool { form == .single || form == .typographicSingle }
}
