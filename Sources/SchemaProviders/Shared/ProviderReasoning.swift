import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Thoughts in a transcript that a provider wants back, byte for byte.
struct ProviderReasoning {
  static let providerKey = "provider"
  static let kindKey = "kind"
  static let prefixKey = "prefix"

  /// The kind of a part of an answer that only its provider reads: the signature is the whole part,
  /// as JSON.
  static let itemKind = "item"

  /// The text of the thoughts.
  let text: String
  let signature: String
  /// The provider's name for this kind of thoughts.
  let kind: String
  /// The fingerprint of what the thoughts are bound to; `nil` if they are bound to nothing.
  let prefix: String?

  /// - Returns: `nil` for thoughts without a signature, and for those of another provider, which
  ///   are left out with a note.
  init?(_ reasoning: Transcript.Reasoning, of provider: String, _ options: inout OptionNotes) {
    guard let signature = reasoning.signature else { return nil }
    guard reasoning.metadata[ProviderReasoning.providerKey]?.text == provider else {
      options.note("\(provider) cannot read the thoughts of another provider. They were left out.")
      return nil
    }
    text = reasoning.segments.joinedText
    self.signature = String(decoding: signature, as: UTF8.self)
    kind = reasoning.metadata[ProviderReasoning.kindKey]?.text ?? ""
    prefix = reasoning.metadata[ProviderReasoning.prefixKey]?.text
  }

  /// The part of an answer that only its provider reads; `nil` for thoughts.
  var item: GeneratedContent? {
    kind == ProviderReasoning.itemKind ? try? GeneratedContent(json: signature) : nil
  }
}

/// What a provider has read before a part of an answer, to which it may bind the part.
struct BoundPrefix: Sendable {
  private var fingerprint = Fingerprint()
  /// What is not in the fingerprint, since nobody has asked for it.
  private var pending: [(role: String, part: GeneratedContent)] = []

  /// Adds a part that the provider reads next.
  mutating func append(_ part: GeneratedContent, to role: String) {
    pending.append((role, part))
  }

  /// The fingerprint of all parts so far.
  mutating func value() -> String {
    for (role, part) in pending {
      fingerprint.add(role.utf8)
      fingerprint.add(part.jsonBytes(.compact))
      fingerprint.add([0x0A])
    }
    pending = []
    return fingerprint.text
  }
}
