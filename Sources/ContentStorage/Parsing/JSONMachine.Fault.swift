package import SchemaText

extension JSONMachine {
  /// A fault of a text, and its position.
  package struct Fault: Error, Sendable, Hashable {
    package enum Code: Sendable {
      case unexpectedCharacter, unexpectedEnd, invalidUTF8, controlCharacter, invalidEscape
      case loneSurrogate, invalidNumber, duplicateKey, tooDeep, tooLarge, trailingText, noValue
    }

    package let code: Code
    package let position: TextPosition
    /// The text that the grammar allows there.
    package let expected: String
    /// The text that was found.
    package let found: String
  }
}
