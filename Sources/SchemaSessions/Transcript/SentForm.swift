import SchemaContent
import SchemaModel

/// The original text of a model's value, kept with the declared value of a transcript.
///
/// Providers accept reasoning, and find cached prompts, only after the same bytes as before. Later
/// requests therefore repeat the original text, even if they have another schema. The text of an
/// edited value is no longer used.
enum SentForm {
  private static let textsKey = "sentTexts"
  private static let valueKey = "sentValue"

  /// Keeps the text of a value, unless writing the value gives the same text.
  ///
  /// `texts` is the text, in the pieces in which the model wrote it.
  static func keep(_ texts: [String], of value: GeneratedContent, in metadata: inout Metadata) {
    let text = value.jsonBytes(.singleLine)
    guard texts.count != 1 || !texts[0].utf8.elementsEqual(text) else { return }
    metadata[textsKey] = texts.generatedContent
    metadata[valueKey] = fingerprint(of: text).generatedContent
  }

  /// The text of a value, in pieces; `nil` if the value has been edited, or no text was kept.
  static func texts(of value: GeneratedContent, in metadata: Metadata) -> [String]? {
    guard let texts = try? metadata[textsKey]?.value([String].self),
      metadata[valueKey]?.text == fingerprint(of: value.jsonBytes(.singleLine))
    else { return nil }
    return texts
  }

  private static func fingerprint(of text: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(text)
    return fingerprint.text
  }
}
