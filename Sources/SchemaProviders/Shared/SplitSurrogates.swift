/// Joins surrogate pairs whose halves are in different events.
///
/// A server that escapes text can end an event after the first half of a pair. JSON with such a
/// half has no text, so a mark takes the place of each half, and the marks are joined where the
/// pieces of a text meet. A half that stays alone is U+FFFD.
///
/// A character of the server that looks like a mark is also a pair of marks, so that each mark in
/// the content of an event is a half.
struct SplitSurrogates {
  /// The marks are the last scalars for private use, one for each of the 2,048 halves.
  private static let firstMark: UInt32 = 0x10F800
  /// The first half of the pair for ``firstMark``.
  private static let firstMarkHigh: UInt32 = 0xDBFE

  /// Returns JSON with marks in place of halves and of characters that look like marks; `nil` if
  /// the JSON has neither.
  static func marking(_ json: String) -> String? {
    guard mayNeedMarks(json) else { return nil }
    let bytes = Array(json.utf8)
    func half(at place: Int) -> UInt32? {
      guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
        bytes[place + 1] == UInt8(ascii: "u")
      else { return nil }
      let digits = String(decoding: bytes[(place + 2)..<(place + 6)], as: UTF8.self)
      return UInt32(digits, radix: 16).flatMap { (0xD800...0xDFFF).contains($0) ? $0 : nil }
    }
    var marked: [UInt8] = []
    var place = 0
    var hasMarks = false
    func appendMarks(high: UInt32, low: UInt32) {
      hasMarks = true
      marked += String([mark(high), mark(low)]).utf8
    }
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "\\") else {
        if let scalar = markScalar(in: bytes[place...]) {
          let offset = scalar - 0x10000
          appendMarks(high: 0xD800 + offset >> 10, low: 0xDC00 + offset & 0x3FF)
          place += 4
        } else {
          marked.append(bytes[place])
          place += 1
        }
        continue
      }
      if let unit = half(at: place) {
        if unit < 0xDC00, let second = half(at: place + 6), second >= 0xDC00 {
          if unit >= firstMarkHigh {
            appendMarks(high: unit, low: second)
          } else {
            marked += bytes[place..<(place + 12)]
          }
          place += 12
        } else {
          hasMarks = true
          marked += String(mark(unit)).utf8
          place += 6
        }
      } else {
        marked += bytes[place..<min(place + 2, bytes.count)]
        place += 2
      }
    }
    return hasMarks ? String(decoding: marked, as: UTF8.self) : nil
  }

  /// Returns `false` for JSON without an escaped half of a pair and without the byte that begins a
  /// mark.
  private static func mayNeedMarks(_ json: String) -> Bool {
    // The bytes of an escape sequence before the next byte.
    var escape = 0
    for byte in json.utf8 {
      switch (escape, byte) {
      case (_, 0xF4), (2, UInt8(ascii: "d")), (2, UInt8(ascii: "D")): return true
      // In `\\`, the second backslash begins no sequence.
      case (0, UInt8(ascii: "\\")), (2, UInt8(ascii: "\\")): escape = 1
      case (1, UInt8(ascii: "u")): escape = 2
      default: escape = 0
      }
    }
    return false
  }

  /// Returns the value of the scalar at the beginning of UTF-8 if it looks like a mark.
  private static func markScalar(in bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.first == 0xF4 else { return nil }
    let scalar = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first?.value
    return scalar.flatMap { $0 >= firstMark ? $0 : nil }
  }

  private static func mark(_ unit: UInt32) -> Character {
    Character(Unicode.Scalar(firstMark + unit - 0xD800) ?? "\u{FFFD}")
  }

  /// The first half of a pair at the end of the text so far.
  private var first: UInt32?

  /// Returns a piece of a text without marks, after the previous pieces.
  mutating func join(_ piece: String) -> String {
    var joined = String.UnicodeScalarView()
    for scalar in piece.unicodeScalars {
      let unit = scalar.value >= Self.firstMark ? scalar.value - Self.firstMark + 0xD800 : nil
      if let high = first, let unit, unit >= 0xDC00 {
        first = nil
        joined.append(
          Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + unit & 0x3FF) ?? "\u{FFFD}")
        continue
      }
      if first != nil { joined.append("\u{FFFD}") }
      first = unit.flatMap { $0 < 0xDC00 ? $0 : nil }
      if first == nil { joined.append(unit == nil ? scalar : "\u{FFFD}") }
    }
    return String(joined)
  }

  /// Ends the text, and returns the rest of it.
  mutating func finish() -> String {
    defer { first = nil }
    return first == nil ? "" : "\u{FFFD}"
  }

  /// Returns a complete text without marks.
  static func joined(_ text: String) -> String {
    var halves = SplitSurrogates()
    return halves.join(text) + halves.finish()
  }
}
