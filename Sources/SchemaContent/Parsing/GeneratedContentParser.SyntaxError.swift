import ContentStorage

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GeneratedContentParser {
  /// A text is malformed, or incomplete.
  ///
  ///     line 3, column 7 (byte 31): expected "," or "}", found "x"
  public struct SyntaxError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The kind of a fault, for code to compare.
    ///
    /// A minor release may add cases.
    public enum Code: Sendable, Hashable {
      /// The grammar does not allow the text at this place.
      case unexpectedCharacter

      /// The text ends before the end of the value.
      case unexpectedEnd

      /// The bytes are not UTF-8.
      case invalidUTF8

      /// A string has a control character that is not escaped.
      case controlCharacter

      /// A backslash is followed by an invalid escape.
      case invalidEscape

      /// An escaped surrogate is not part of a pair.
      case loneSurrogate

      /// A number is incomplete or has a leading zero.
      case invalidNumber

      /// A key occurs twice in one object.
      case duplicateKey

      /// Arrays and objects nest deeper than the options allow.
      case tooDeep

      /// The text is larger than content can be, which is 64 GB.
      case tooLarge

      /// The value is followed by other text.
      case trailingText

      /// The text has no JSON value.
      case noValue
    }

    private let fault: JSONMachine.Fault

    init(_ fault: JSONMachine.Fault) { self.fault = fault }

    /// The kind of the fault.
    public var code: Code {
      switch fault.code {
      case .unexpectedCharacter: .unexpectedCharacter
      case .unexpectedEnd: .unexpectedEnd
      case .invalidUTF8: .invalidUTF8
      case .controlCharacter: .controlCharacter
      case .invalidEscape: .invalidEscape
      case .loneSurrogate: .loneSurrogate
      case .invalidNumber: .invalidNumber
      case .duplicateKey: .duplicateKey
      case .tooDeep: .tooDeep
      case .tooLarge: .tooLarge
      case .trailingText: .trailingText
      case .noValue: .noValue
      }
    }

    /// The place of the problem.
    public var position: TextPosition { fault.position }

    /// A description of the text that is expected there.
    public var expected: String { fault.expected }

    /// A description of the text that was found.
    public var found: String { fault.found }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The place, the expected and the found text, in one line.
    var finding: String { "\(position): expected \(expected), found \(found)" }

    /// The place, the expected and the found text, as a sentence.
    public var errorDescription: String? {
      "The text is not valid JSON at \(position): expected \(expected), found \(found)."
    }

    /// The remedy, as a sentence.
    public var recoverySuggestion: String? {
      switch code {
      case .unexpectedEnd:
        "If more text is to come, append it before finishing. If the answer has ended, the model "
          + "was cut off: allow it more tokens, or read the content so far as the partially "
          + "generated type."
      case .invalidUTF8:
        "Check that the bytes are passed on as they were received, and that they are UTF-8."
      case .duplicateKey:
        "Ask again, or choose with the option duplicateKeys which value is kept."
      case .tooDeep:
        "If this depth is intended, raise the option maximumDepth."
      case .tooLarge:
        "Split the text."
      case .trailingText, .noValue:
        "If the model wraps its answer, in Markdown or in words, set the option "
          + "skipsSurroundingText; otherwise ask again."
      case .controlCharacter, .loneSurrogate, .invalidEscape:
        "Set the option isLenient to accept text with a clear meaning; otherwise ask again, or use "
          + "a provider that enforces the grammar."
      default:
        "Ask again, or use a provider that enforces the schema. The option isLenient "
          + "accepts trailing commas and comments."
      }
    }
  }
}
