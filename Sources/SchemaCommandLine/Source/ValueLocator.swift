import SchemaKit
import SchemaText

/// Finds where a value stands in a JSON text that is known to be well-formed.
enum ValueLocator {
  /// The bytes of the value at a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: The bytes, or `nil` if nothing stands there.
  /// - Complexity: Linear in the length of the text, without recursion.
  static func range(of place: SchemaPath, in text: [UInt8]) -> Range<Int>? {
    var scanner = JSONScanner(text)
    for step in place.components {
      guard enter(step, &scanner) else { return nil }
    }
    return scanner.skipValue()
  }

  /// The text with nothing but the value at a place, where it stood.
  ///
  /// What is around it becomes spaces, so that lines and columns stay what they are.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: A JSON text as long as the other, or `nil` if nothing stands at the place.
  static func isolated(_ place: SchemaPath, in text: [UInt8]) -> [UInt8]? {
    guard let range = range(of: place, in: text) else { return nil }
    var isolated = [UInt8](repeating: 0x20, count: text.count)
    for index in text.indices where text[index] == 0x0A { isolated[index] = 0x0A }
    isolated.replaceSubrange(range, with: text[range])
    return isolated
  }

  /// Goes to the value of a member or element, if the value that comes next has it.
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
