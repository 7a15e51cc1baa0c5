package import SchemaText

extension JSONMachine {
  /// What is wrong with a text, and where.
  package struct Fault: Error, Sendable, Hashable {
    package enum Code: Sendable {
      case unexpectedCharacter, unexpectedEnd, invalidUTF8, controlCharacter, invalidEscape
      case loneSurrogate, invalidNumber, duplicateKey, tooDeep, tooLarge, trailingText, noValue
    }

    package let code: Code
    package let position: TextPosition
    /// What would have been right there.
    package let expected: String
    /// What is there.
    package let found: String
  }
}
