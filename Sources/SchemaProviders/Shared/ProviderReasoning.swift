import SchemaSessions

/// Thoughts in a transcript that a provider wants back, byte for byte.
struct ProviderReasoning {
  static let providerKey = "provider"
  static let kindKey = "kind"

  /// The text of the thoughts.
  let text: String
  let signature: String
  /// The provider's name for this kind of thoughts.
  let kind: String

  /// - Returns: `nil` for thoughts without a signature, and for those of another provider, which are left
  ///   out with a note.
  init?(_ reasoning: Transcript.Reasoning, of provider: String, _ options: inout OptionNotes) {
    guard let signature = reasoning.signature else { return nil }
    guard reasoning.metadata[ProviderReasoning.providerKey]?.text == provider else {
      options.note("\(provider) cannot read the thoughts of another provider. They were left out.")
      return nil
    }
    text = reasoning.segments.joinedText
    self.signature = String(decoding: signature, as: UTF8.self)
    kind = reasoning.metadata[ProviderReasoning.kindKey]?.text ?? ""
  }
}
