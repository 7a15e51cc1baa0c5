import SchemaKit

/// Finds where a value stands in a JSON text that is known to be well-formed.
struct ValueLocator {
  private let text: [UInt8]
  private var index = 0

  private init(_ text: [UInt8]) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The bytes of the value at a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: The bytes, or `nil` if nothing stands there.
  /// - Complexity: Linear in the length of the text, without recursion.
  static func range(of place: JSONPointer, in text: [UInt8]) -> Range<Int>? {
    var locator = ValueLocator(text)
    for token in place.tokens {
      guard locator.enter(token) else { return nil }
    }
    locator.skipSpace()
    let start = locator.index
    locator.skipValue()
    return start < locator.index ? start..<locator.index : nil
  }

  /// The text with nothing but the value at a place, where it stood.
  ///
  /// What is around it becomes spaces, so that lines and columns stay what they are.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: A JSON text as long as the other, or `nil` if nothing stands at the place.
  static func isolated(_ place: JSONPointer, in text: [UInt8]) -> [UInt8]? {
    guard let range = range(of: place, in: text) else { return nil }
    var isolated = [UInt8](repeating: 0x20, count: text.count)
    for index in text.indices where text[index] == 0x0A { isolated[index] = 0x0A }
    isolated.replaceSubrange(range, with: text[range])
    return isolated
  }

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  /// Goes to the value of a member or element, if the value that comes next has it.
  private mutating func enter(_ token: String) -> Bool {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"):
      index += 1
      while true {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { return false }
        let start = index
        skipString()
        let isMember = Self.string(text[start..<index])?.utf8.elementsEqual(token.utf8) == true
        skipSpace()
        index += 1
        if isMember { return true }
        skipMember()
      }
    case UInt8(ascii: "["):
      guard let position = Int(token), position >= 0, "\(position)" == token else { return false }
      index += 1
      for _ in 0..<position {
        skipSpace()
        guard let byte, byte != UInt8(ascii: "]") else { return false }
        skipMember()
      }
      skipSpace()
      return byte != UInt8(ascii: "]")
    default: return false
    }
  }

  /// Skips a value, and the comma behind it if there is one.
  private mutating func skipMember() {
    skipSpace()
    skipValue()
    skipSpace()
    if byte == UInt8(ascii: ",") { index += 1 }
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        index += 1
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return }
        index += 1
        continue
      case UInt8(ascii: ":"):
        index += 1
        continue
      default:
        // A number or a word.
        index += 1
        continue
      }
      if depth == 0 { return }
    }
  }

  private mutating func skipString() {
    index += 1
    while let byte, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, text.count)
  }

  private static func string(_ literal: ArraySlice<UInt8>) -> String? {
    guard let content = try? GeneratedContent(json: literal), case .string(let text) = content.kind
    else { return nil }
    return text
  }
}
