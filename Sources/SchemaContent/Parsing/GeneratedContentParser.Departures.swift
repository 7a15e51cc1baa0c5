import ContentStorage

extension GeneratedContentParser {
  /// The accepted departures of a text from RFC 8259.
  ///
  /// The options ``Options/isLenient``, ``Options/skipsSurroundingText`` and
  /// ``Options/duplicateKeys-swift.property`` allow them.
  public struct Departures: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There is text, a Markdown fence or a byte order mark around the value.
    public static let surroundingText = Departures(.surroundingText)

    /// A comma follows the last element or property.
    public static let trailingComma = Departures(.trailingComma)

    /// A string has a control character, such as a line break, without an escape.
    public static let controlCharacter = Departures(.controlCharacter)

    /// A string has the escape `\'`, or half of a surrogate pair.
    public static let escape = Departures(.escape)

    /// There is a comment.
    public static let comment = Departures(.comment)

    /// An object has the same key twice.
    public static let duplicateKey = Departures(.duplicateKey)

    init(_ departures: JSONMachine.Departures) { rawValue = departures.rawValue }

    /// The departures in words, separated by commas; empty for none.
    public var description: String {
      let names: [(Departures, String)] = [
        (.surroundingText, "text around the value"), (.trailingComma, "a trailing comma"),
        (.controlCharacter, "a control character in a string"), (.escape, "an invalid escape"),
        (.comment, "a comment"), (.duplicateKey, "a key twice"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
  }
}
