import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The parts of an answer of Gemini, in order of arrival, and the form in which later requests
/// repeat these parts.
///
/// A signature belongs to one part, so a part with a signature is not joined with a part without
/// one.
struct GeminiParts {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// A part of the answer.
  ///
  /// A text or reasoning has its position, and whether its last piece has a signature, so that the
  /// next piece does not continue it.
  private enum Part {
    case text(Int, isSigned: Bool)
    case reasoning(Int, isSigned: Bool)
    case other
  }

  private var places = ReplyPlaces()
  /// The previous part, which the next part may continue.
  private var last = Part.other
  /// The signatures of the segments of each text, by its position; empty for those without one.
  private var signatures: [Int: [String]] = [:]

  /// Reads a part.
  ///
  /// - Throws: `ProviderRequestFailure` for a call without a name.
  mutating func read(_ part: GeneratedContent, in context: inout ReplyContext) throws -> [Event] {
    let signature = part.text(named: GeminiReader.signatureKey)
    if let call = part.value("functionCall") { return try read(call, of: part, in: &context) }
    guard let text = part.text(named: "text") else {
      return part.childCount == 0 ? [] : item(part, in: context)
    }
    if part.value("thought")?.isTrue == true {
      return read(reasoning: text, signature, in: context)
    }
    // A part without text can have a signature. Requests repeat it unchanged.
    if text.isEmpty { return signature == nil ? [] : item(part, in: context) }
    return read(text: text, signature, in: context)
  }

  private mutating func read(
    text: String, _ signature: String?, in context: ReplyContext
  ) -> [Event] {
    let position: Int
    let beginsSegment: Bool
    switch last {
    case .text(let previous, let isSigned):
      position = previous
      beginsSegment = isSigned || signature != nil
    case .reasoning, .other:
      position = places.add(.text)
      beginsSegment = true
    }
    if beginsSegment { signatures[position, default: []].append(signature ?? "") }
    last = .text(position, isSigned: signature != nil)
    return context.text(
      text, part: places[position].part, segment: signatures[position, default: []].count - 1)
  }

  private mutating func read(
    reasoning text: String, _ signature: String?, in context: ReplyContext
  ) -> [Event] {
    let position =
      if case .reasoning(let previous, isSigned: false) = last { previous } else {
        places.add(.reasoning)
      }
    last = .reasoning(position, isSigned: signature != nil)
    let part = places[position].part
    let reasoning = context.reasoning(text, part: part)
    guard let signature else { return reasoning }
    places.setMetadata(context.reasoningMetadata(kind: "thought", prefix: nil), at: position)
    return reasoning + context.signature(Data(signature.utf8), part: part, kind: "thought")
  }

  /// A part that only the server reads, such as a call of its own tools.
  private mutating func item(_ part: GeneratedContent, in context: ReplyContext) -> [Event] {
    last = .other
    let position = places.add(.reasoning)
    places.setMetadata(
      context.reasoningMetadata(kind: ProviderReasoning.itemKind, prefix: nil), at: position)
    return context.item(part, part: places[position].part)
  }

  /// Reads a call, which arrives complete.
  ///
  /// Older versions and Vertex AI send no identifier, and Vertex AI accepts none then. The metadata
  /// has the server's identifier, for later requests.
  private mutating func read(
    _ call: GeneratedContent, of part: GeneratedContent, in context: inout ReplyContext
  ) throws -> [Event] {
    last = .other
    let name = try context.toolName(call.text(named: "name"))
    let serverID = call.nonEmptyText(named: "id")
    let id = context.callID(serverID)
    let position = places.add(.call(id: id, name: name))
    var metadata = CallForm.gemini.metadata(of: part, provider: context.provider)
    metadata[GeminiReader.signatureKey] =
      part.text(named: GeminiReader.signatureKey)?.generatedContent
    metadata[GeminiReader.callIDKey] = serverID?.generatedContent
    places.setMetadata(metadata, at: position)
    return [context.call(id, name, CallArguments.text(of: call.value("args")))]
  }

  /// The metadata of the parts at the end of the answer.
  func metadata(in context: ReplyContext) -> [Event] {
    var places = places
    for (position, signatures) in signatures where signatures != [""] {
      let kept =
        signatures.count == 1 ? signatures[0].generatedContent : signatures.generatedContent
      places.setMetadata([GeminiReader.signatureKey: kept], at: position)
    }
    return places.events(in: context)
  }
}
