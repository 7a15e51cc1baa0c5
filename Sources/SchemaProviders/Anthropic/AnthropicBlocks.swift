import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The blocks of an answer of Anthropic, in order of arrival, and the form in which later requests
/// repeat these blocks.
struct AnthropicBlocks {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  private struct Block {
    enum Kind {
      case text
      case thinking
      case redacted
      /// A call, with the arguments in the event that begins the block.
      case call(id: String, name: String, start: GeneratedContent?)
      /// A block that only the server reads, such as a call of its own tools.
      case other(GeneratedContent)
    }

    let kind: Kind
    /// The position of the block's part in ``places``.
    let position: Int
    /// The position of a text among the segments of its part.
    var segment = 0
    /// The text, the reasoning, the data, or the JSON of the input so far.
    var text = ""
    var arguments = CallArguments()
    /// `nil` if the server has sent none.
    var signature: String?
    var citations: [GeneratedContent] = []
  }

  /// The largest number of segments of a part.
  ///
  /// The limit keeps the time to end the segments linear.
  private static let maximumSegments = 256

  /// The unfinished blocks, by their index, which can be any number.
  private var open: [String: Block] = [:]
  /// The index of the last call.
  private var lastCall = ""
  /// The places of the blocks so far, in order.
  private var places = ReplyPlaces()
  /// The number of segments in the last text part.
  ///
  /// Each text block is one segment.
  private var textCount = 0
  /// The conversation and the blocks so far, to which reasoning is bound.
  private var prefix: BoundPrefix
  /// The blocks since the request, as later requests repeat them.
  private(set) var written: [GeneratedContent] = []

  /// `true` if later requests repeat reasoning without a signature.
  private let keepsUnsigned: Bool

  init(after prefix: BoundPrefix, keepsUnsigned: Bool = false) {
    self.prefix = prefix
    self.keepsUnsigned = keepsUnsigned
  }

  /// Begins a request that continues the answer.
  mutating func beginRequest() {
    open = [:]
    written = []
  }

  /// Begins a block.
  ///
  /// If an unfinished block has the same index, that block ends first.
  ///
  /// - Throws: `ProviderRequestFailure` for a call without a name, or if the input of a tool of the
  ///   server in the unfinished block is not JSON. `result` then has the events before the fault.
  mutating func begin(
    _ content: GeneratedContent, _ index: String, in context: inout ReplyContext,
    into result: inout [Event]
  ) throws {
    result += try end(index, in: &context)
    result += try addBlock(content, index, in: &context)
  }

  private mutating func addBlock(
    _ content: GeneratedContent, _ index: String, in context: inout ReplyContext
  ) throws -> [Event] {
    switch content.text(named: "type") {
    case "text":
      let text = content.text(named: "text") ?? ""
      let citations = content.value("citations")?.elementList ?? []
      return beginText(text, citations, index, in: context)
    case "thinking":
      let text = content.text(named: "thinking") ?? ""
      let position = places.add(.reasoning)
      open[index] = Block(
        kind: .thinking, position: position, text: text,
        signature: content.text(named: "signature"))
      return context.reasoning(text, part: places[position].part)
    case AnthropicReader.redacted:
      open[index] = Block(
        kind: .redacted, position: places.add(.reasoning), text: content.text(named: "data") ?? "")
      return []
    case "tool_use":
      let name = try context.toolName(content.text(named: "name"))
      let id = context.callID(content.text(named: "id"))
      let position = places.add(.call(id: id, name: name))
      open[index] = Block(
        kind: .call(id: id, name: name, start: content.value("input")), position: position)
      lastCall = index
      var metadata = CallForm.anthropic.metadata(of: content, provider: context.provider)
      if let caller = content.value("caller"), caller.text(named: "type") != "direct" {
        metadata[AnthropicConversation.callerKey] = caller
      }
      places.setMetadata(metadata, at: position)
      return [context.call(id, name, "")]
    default:
      open[index] = Block(kind: .other(content), position: places.add(.reasoning))
      return []
    }
  }

  /// Begins a text block.
  ///
  /// A text block directly after another text block is a further segment of the same part, unless
  /// one of the two has citations, or the part has too many segments.
  private mutating func beginText(
    _ text: String, _ citations: [GeneratedContent], _ index: String, in context: ReplyContext
  ) -> [Event] {
    let position: Int
    if let last = places.places.last, case .text = last.entry, last.metadata.isEmpty,
      citations.isEmpty, textCount < Self.maximumSegments
    {
      textCount += 1
      position = places.places.endIndex - 1
    } else {
      textCount = 1
      position = places.add(.text)
    }
    let segment = textCount - 1
    open[index] = Block(
      kind: .text, position: position, segment: segment, text: text, citations: citations)
    return context.text(text, part: places[position].part, segment: segment)
  }

  /// Adds a piece to a block.
  mutating func add(
    _ delta: GeneratedContent, _ index: String, in context: ReplyContext
  ) -> [Event] {
    let type = delta.text(named: "type")
    // Arguments without the index of a block belong to the last call.
    let index = type == "input_json_delta" && open[index] == nil ? lastCall : index
    guard let kind = open[index]?.kind, let position = open[index]?.position else {
      // A server may send text without the beginning of its block.
      guard type == "text_delta" else { return [] }
      return beginText(delta.text(named: "text") ?? "", [], index, in: context)
    }
    let part = places[position].part
    switch (type, kind) {
    case ("text_delta", .text):
      guard let piece = delta.text(named: "text"), !piece.isEmpty else { return [] }
      open[index]?.text += piece
      return context.text(piece, part: part, segment: open[index]?.segment)
    case ("citations_delta", .text):
      if let citation = delta.value("citation") { open[index]?.citations.append(citation) }
      return []
    case ("thinking_delta", .thinking):
      let piece = delta.text(named: "thinking") ?? ""
      open[index]?.text += piece
      return context.reasoning(piece, part: part)
    case ("signature_delta", .thinking):
      if open[index]?.signature == nil { open[index]?.signature = "" }
      open[index]?.signature?.append(delta.text(named: "signature") ?? "")
      return []
    case ("input_json_delta", .call(let id, let name, _)):
      let text =
        open[index]?.arguments.append(delta.value("partial_json")?.argumentText ?? "") ?? ""
      return text.isEmpty ? [] : [context.call(id, name, text)]
    case ("input_json_delta", .other):
      open[index]?.text += delta.text(named: "partial_json") ?? ""
      return []
    default:
      return []
    }
  }

  /// Ends a block.
  ///
  /// - Throws: `ProviderRequestFailure` if the input of a tool of the server is not JSON.
  mutating func end(_ index: String, in context: inout ReplyContext) throws -> [Event] {
    guard let block = open.removeValue(forKey: index) else { return [] }
    let position = block.position
    let part = places[position].part
    let text = block.text
    switch block.kind {
    case .text:
      // Requests do not repeat a blank text, which the interface rejects.
      guard !text.isBlank else { return [] }
      let citations = block.citations.isEmpty ? nil : block.citations.generatedContent
      if let citations {
        let key = AnthropicConversation.citationsKey
        let segments = places[position].metadata[key] ?? .object([:])
        let segmentID = context.segmentID(block.segment, ofPart: part)
        places.setMetadata([key: segments.setting(segmentID, to: citations)], at: position)
      }
      keep(AnthropicConversation.text(text, citations: citations))
      return []
    case .thinking:
      guard let signature = block.signature, !signature.isEmpty else {
        return endUnsigned(text, block.signature, position, in: context)
      }
      let bound = bind(position, kind: "thinking", in: context)
      keep(AnthropicConversation.reasoning(text, signature))
      return context.signature(Data(signature.utf8), part: part, kind: "thinking", prefix: bound)
    case .redacted:
      let bound = bind(position, kind: AnthropicReader.redacted, in: context)
      keep(AnthropicConversation.redacted(text))
      return context.signature(
        Data(text.utf8), part: part, kind: AnthropicReader.redacted, prefix: bound)
    case .call(let id, let name, let start):
      var arguments = block.arguments
      let end = arguments.isEmpty ? CallArguments.text(of: start) : arguments.finish()
      // If the arguments are not JSON, the session tells the model so, and later requests have
      // them as a text.
      let call = Transcript.ToolCall(
        id: id, metadata: places[position].metadata, toolName: name,
        arguments: CallArguments.content(of: arguments.isEmpty ? end : arguments.text))
      keep(
        AnthropicConversation.call(call, context.names.sentName(of: name), of: context.provider))
      return end.isEmpty ? [] : [context.call(id, name, end)]
    case .other(let content):
      var item = content
      if !text.isEmpty {
        let input = try context.parse(text, subject: "the input of a tool of the server")
        item = item.setting("input", to: input)
      }
      places.setMetadata(
        context.reasoningMetadata(kind: ProviderReasoning.itemKind, prefix: nil), at: position)
      keep(item)
      return context.item(item, part: part)
    }
  }

  /// Ends reasoning without a signature, which some servers with this interface want back.
  private mutating func endUnsigned(
    _ text: String, _ signature: String?, _ position: Int, in context: ReplyContext
  ) -> [Event] {
    guard keepsUnsigned, !text.isEmpty else { return [] }
    let kind =
      signature == nil ? ProviderReasoning.unsignedKind : ProviderReasoning.emptySignatureKind
    places.setMetadata(context.reasoningMetadata(kind: kind, prefix: nil), at: position)
    keep(AnthropicConversation.reasoning(text, signature))
    return []
  }

  /// Ends the blocks whose end the server has not sent.
  ///
  /// - Throws: `ProviderRequestFailure` if the input of a tool of the server is not JSON. `result`
  ///   then has the events of the blocks before it.
  mutating func endAll(in context: inout ReplyContext, into result: inout [Event]) throws {
    func order(_ block: Block) -> (Int, Int) { (block.position, block.segment) }
    for (index, _) in open.sorted(by: { order($0.value) < order($1.value) }) {
      result += try end(index, in: &context)
    }
  }

  /// Keeps the prefix of a reasoning block in its metadata, and returns the prefix.
  private mutating func bind(
    _ position: Int, kind: String, in context: ReplyContext
  ) -> String {
    let bound = prefix.value()
    places.setMetadata(context.reasoningMetadata(kind: kind, prefix: bound), at: position)
    return bound
  }

  /// Keeps a complete block for later requests.
  private mutating func keep(_ block: GeneratedContent) {
    prefix.append(block, to: "assistant")
    written.append(block)
  }

  /// Returns the events that set the metadata of the blocks at the end of the answer.
  func metadata(in context: ReplyContext) -> [Event] { places.events(in: context) }
}
