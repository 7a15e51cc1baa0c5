import Foundation
import SchemaModel
import SchemaSessions

/// Reasoning in a transcript that a provider wants back, byte for byte.
struct ProviderReasoning {
  static let providerKey = "provider"
  static let kindKey = "kind"
  static let prefixKey = "prefix"

  /// The kind of an item that only its provider can read.
  ///
  /// The signature of such an item is the complete item as JSON.
  static let itemKind = "item"

  /// The kind of reasoning without a signature, for servers that want it back.
  static let unsignedKind = "unsigned"

  /// The kind of reasoning with an empty signature, for servers that want it back.
  static let emptySignatureKind = "emptySignature"

  /// The text of the reasoning.
  let text: String
  let signature: String
  /// The provider's name for this kind of reasoning.
  let kind: String
  let isUnsigned: Bool
  /// The fingerprint of the prefix that the reasoning is bound to, if any.
  let prefix: String?

  /// - Returns: `nil` for reasoning without a signature, and for reasoning of another provider.
  init?(_ reasoning: Transcript.Reasoning, of provider: String) {
    kind = reasoning.metadata[ProviderReasoning.kindKey]?.text ?? ""
    isUnsigned = [Self.unsignedKind, Self.emptySignatureKind].contains(kind)
    guard isUnsigned || reasoning.signature != nil,
      reasoning.metadata[ProviderReasoning.providerKey]?.text == provider
    else { return nil }
    text = reasoning.segments.joinedText
    signature = String(decoding: reasoning.signature ?? Data(), as: UTF8.self)
    prefix = reasoning.metadata[ProviderReasoning.prefixKey]?.text
  }

  /// `true` for reasoning that only another provider can read.
  static func isForeign(_ reasoning: Transcript.Reasoning, for provider: String) -> Bool {
    reasoning.signature != nil && reasoning.metadata[providerKey]?.text != provider
  }

  /// `true` for an item that only its provider can read, and `false` for reasoning.
  var isItem: Bool { kind == ProviderReasoning.itemKind }

  /// The signature as JSON, for a signature that is an item or a list; `nil` if the JSON is not
  /// complete.
  var signedItem: GeneratedContent? {
    (try? GeneratedContent(json: signature)).flatMap { $0.isComplete ? $0 : nil }
  }
}

/// The conversation before a part of an answer.
///
/// A provider may bind the part to this prefix.
struct BoundPrefix: Sendable {
  private var fingerprint = Fingerprint()
  /// The parts that are not yet in the fingerprint.
  ///
  /// ``value()`` adds them.
  private var pending: [(role: String, part: GeneratedContent)] = []

  /// Adds the next part.
  mutating func append(_ part: GeneratedContent, to role: String) { pending.append((role, part)) }

  /// Returns the fingerprint of all parts so far.
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
