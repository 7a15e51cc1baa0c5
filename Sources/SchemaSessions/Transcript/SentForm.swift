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
