import SchemaContent

/// The text of a value as a model wrote it, kept with the declared value of a transcript.
///
/// Providers bind reasoning, and cached prompts, to the bytes before them. So later requests repeat
/// the text, whatever schema they have themselves. An edited value loses its text.
enum SentForm {
  private static let textsKey = "sentTexts"
  private static let valueKey = "sentValue"

  /// Keeps the text of a value, unless writing the value gives the same text.
  ///
  /// - Parameters:
  ///   - texts: The text, in the pieces in which the model wrote it.
  ///   - value: The declared value.
  ///   - metadata: The metadata of the entry.
  static func keep(_ texts: [String], of value: GeneratedContent, in metadata: inout Metadata) {
    let text = value.jsonString
    guard texts != [text] else { return }
    metadata[textsKey] = texts.generatedContent
    metadata[valueKey] = Fingerprint(of: text).text.generatedContent
  }

  /// The text of a value, in pieces; `nil` if the value has been edited, or no text was kept.
  ///
  /// - Parameters:
  ///   - value: The declared value.
  ///   - metadata: The metadata of the entry.
  /// - Returns: The pieces.
  static func texts(of value: GeneratedContent, in metadata: Metadata) -> [String]? {
    guard let texts = try? metadata[textsKey]?.value([String].self),
      metadata[valueKey]?.text == Fingerprint(of: value.jsonString).text
    else { return nil }
    return texts
  }
}

/// A hash of a text that is the same in every process: 64-bit FNV-1a.
///
/// It detects changes. It is not safe against attackers.
package struct Fingerprint: Sendable, Hashable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the fingerprint of an empty text.
  package init() {}

  /// Creates the fingerprint of a text.
  ///
  /// - Parameter text: The text.
  package init(of text: String) {
    add(text.utf8)
  }

  /// Adds a text.
  ///
  /// - Parameter text: The text.
  package mutating func add(_ text: String) { add(text.utf8) }

  /// Adds bytes.
  ///
  /// - Parameter bytes: The bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The fingerprint as hexadecimal digits.
  package var text: String { String(value, radix: 16) }
}
