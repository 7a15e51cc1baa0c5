/// Joins surrogate pairs whose halves are in different events.
///
/// A server that escapes text can end an event after the first half of a pair. JSON with such a
/// half has no text, so a mark takes the place of each half, and the marks are joined where the
/// pieces of a text meet. A half that stays alone is U+FFFD.
struct SplitSurrogates {
  /// The marks are the last scalars for private use, one for each of the 2,048 halves.
  private static let firstMark: UInt32 = 0x10F800

  /// Returns JSON with marks in place of halves; `nil` if the JSON has no halves.
  static func marking(_ json: String) -> String? {
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
    var hasHalf = false
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "\\") else {
        marked.append(bytes[place])
        place += 1
        continue
      }
      if let unit = half(at: place) {
        if unit < 0xDC00, let second = half(at: place + 6), second >= 0xDC00 {
          marked += bytes[place..<(place + 12)]
          place += 12
        } else {
          hasHalf = true
          marked += String(mark(unit)).utf8
          place += 6
        }
      } else {
        marked += bytes[place..<min(place + 2, bytes.count)]
        place += 2
      }
    }
    return hasHalf ? String(decoding: marked, as: UTF8.self) : nil
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
