import SchemaKit
import SchemaText

/// Finds the place of a value in a JSON text that is known to be well-formed.
enum ValueLocator {
  /// The bytes of the value at a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: The bytes, or `nil` if there is no value.
  /// - Complexity: Linear in the length of the text, without recursion.
  static func range(of place: SchemaPath, in text: [UInt8]) -> Range<Int>? {
    var scanner = JSONScanner(text)
    for step in place.components {
      guard enter(step, &scanner) else { return nil }
    }
    return scanner.skipValue()
  }

  /// The text with spaces for everything except the value at a place.
  ///
  /// Lines and columns stay the same.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: A JSON text of the same length, or `nil` if there is no value at the place.
  static func isolated(_ place: SchemaPath, in text: [UInt8]) -> [UInt8]? {
    guard let range = range(of: place, in: text) else { return nil }
    var isolated = [UInt8](repeating: 0x20, count: text.count)
    for index in text.indices where text[index] == 0x0A { isolated[index] = 0x0A }
    isolated.replaceSubrange(range, with: text[range])
    return isolated
  }

  /// Moves to the value of a member or an element, if the next value has it.
  private static func enter(_ step: SchemaPath.Component, _ scanner: inout JSONScanner) -> Bool {
    switch scanner.next()?.kind {
    case .beginObject:
      while let token = scanner.next(), token.kind == .name {
        if step == .key(scanner.string(token)) { return true }
        guard scanner.skipValue() != nil else { return false }
      }
      return false
    case .beginArray:
      guard case .index(let position) = SchemaPath.Component(token: step.token) else {
        return false
      }
      for _ in 0..<position {
        guard scanner.skipValue() != nil else { return false }
      }
      return true
    default: return false
    }
  }
}
