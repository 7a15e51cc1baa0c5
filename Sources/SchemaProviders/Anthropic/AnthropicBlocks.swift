import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The blocks of an answer of Anthropic, in the order in which they come, as they go back later.
struct AnthropicBlocks {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  private enum Block {
    case text(String, citations: [GeneratedContent])
    case thinking(String, signature: String)
    case redacted(String)
    /// A call, with the arguments that came with its beginning and those that came later.
    case call(id: String, name: String, start: GeneratedContent, input: String)
    /// A block that only the server reads, such as a call of its own tools.
    case other(GeneratedContent, input: String)
  }

  /// The blocks that have not ended, by their index, which can be any number.
  private var open: [String: Block] = [:]
  /// The places of the blocks so far, in order.
  private var places = ReplyPlaces()
  /// The positions in `places` of the blocks that have not ended.
  private var positions: [String: Int] = [:]
  /// How many text blocks the last part of the answer's text has.
  private var textCount = 0
  /// What the model has read, and written by now.
  private var prefix: BoundPrefix
  /// The blocks since the request, as they go back.
  private(set) var written: [GeneratedContent] = []

  init(after prefix: BoundPrefix) {
    self.prefix = prefix
  }

  /// Begins a request with which the server goes on.
  mutating func beginRequest() {
    open = [:]
    positions = [:]
    written = []
  }

  /// Begins a block.
  mutating func begin(
    _ content: GeneratedContent, _ index: String, in context: inout ReplyContext
  ) -> [Event] {
    switch content.text(named: "type") {
    case "text":
      let text = content.text(named: "text") ?? ""
      let citations = content.value("citations")?.elementList ?? []
      return beginText(text, citations, index, in: context)
    case "thinking":
      let text = content.text(named: "thinking") ?? ""
      open[index] = .thinking(text, signature: content.text(named: "signature") ?? "")
      let part = add(.thought, index)
      return context.thought(text, part: part)
    case AnthropicReader.redacted:
      open[index] = .redacted(content.text(named: "data") ?? "")
      _ = add(.thought, index)
      return []
    case "tool_use":
      let id = context.callID(content.text(named: "id"))
      let name = context.names.original(of: content.text(named: "name") ?? "")
      open[index] = .call(
        id: id, name: name, start: content.value("input") ?? GeneratedContent.object([:]), input: ""
      )
      _ = add(.call(id: id, name: name), index)
      if let caller = content.value("caller"), caller.text(named: "type") != "direct" {
        places.setMetadata([AnthropicConversation.callerKey: caller], at: positions[index] ?? 0)
      }
      return [context.call(id, name, "")]
    default:
      open[index] = .other(content, input: "")
      _ = add(.thought, index)
      return []
    }
  }

  /// Adds a place, and returns the name of its part.
  private mutating func add(_ entry: ReplyPlaces.Entry, _ index: String) -> String {
    let position = places.add(entry)
    positions[index] = position
    return places[position].part
  }

  /// Begins a text, which is a segment of the text before unless there is something between them.
  private mutating func beginText(
    _ text: String, _ citations: [GeneratedContent], _ index: String, in context: ReplyContext
  ) -> [Event] {
    if let last = places.places.last, case .text = last.entry, last.metadata.isEmpty,
      citations.isEmpty
    {
      textCount += 1
      positions[index] = places.places.endIndex - 1
    } else {
      textCount = 1
      _ = add(.text, index)
    }
    open[index] = .text(text, citations: citations)
    return context.text(
      text, part: places[positions[index] ?? 0].part, segment: textCount - 1)
  }

  /// Adds a piece to a block.
  mutating func add(
    _ delta: GeneratedContent, _ index: String, in context: ReplyContext
  ) -> [Event] {
    let part = positions[index].map { places[$0].part } ?? "response"
    switch (delta.text(named: "type"), open[index]) {
    case ("text_delta", nil):
      // A server that does not say where the text begins.
      return beginText(delta.text(named: "text") ?? "", [], index, in: context)
    case ("text_delta", .text(let text, let citations)):
      guard let piece = delta.text(named: "text"), !piece.isEmpty else { return [] }
      open[index] = .text(text + piece, citations: citations)
      return context.text(piece, part: part, segment: textCount - 1)
    case ("citations_delta", .text(let text, let citations)):
      open[index] = .text(
        text, citations: citations + [delta.value("citation")].compactMap { $0 })
      return []
    case ("thinking_delta", .thinking(let text, let signature)):
      let piece = delta.text(named: "thinking") ?? ""
      open[index] = .thinking(text + piece, signature: signature)
      return context.thought(piece, part: part)
    case ("signature_delta", .thinking(let text, let signature)):
      open[index] = .thinking(
        text, signature: signature + (delta.text(named: "signature") ?? ""))
      return []
    case ("input_json_delta", .call(let id, let name, let start, let input)):
      guard let text = delta.text(named: "partial_json"), !text.isEmpty else { return [] }
      open[index] = .call(id: id, name: name, start: start, input: input + text)
      return [context.call(id, name, text)]
    case ("input_json_delta", .other(let block, let input)):
      open[index] = .other(block, input: input + (delta.text(named: "partial_json") ?? ""))
      return []
    default:
      return []
    }
  }

  /// Ends a block.
  mutating func end(_ index: String, in context: inout ReplyContext) -> [Event] {
    guard let block = open.removeValue(forKey: index), let position = positions[index] else {
      return []
    }
    let part = places[position].part
    switch block {
    case .text(let text, let citations):
      guard !text.isEmpty else { return [] }
      let citations = citations.isEmpty ? nil : citations.generatedContent
      if let citations {
        places.setMetadata([AnthropicConversation.citationsKey: citations], at: position)
      }
      keep(AnthropicConversation.text(text, citations: citations))
      return []
    case .thinking(let text, let signature):
      guard !signature.isEmpty else { return [] }
      let bound = bind(position, kind: "thinking", in: context)
      keep(AnthropicConversation.thought(text, signature))
      return context.signature(
        Data(signature.utf8), part: part, kind: "thinking", prefix: bound)
    case .redacted(let data):
      let bound = bind(position, kind: AnthropicReader.redacted, in: context)
      keep(AnthropicConversation.redacted(data))
      return context.signature(
        Data(data.utf8), part: part, kind: AnthropicReader.redacted, prefix: bound)
    case .call(let id, let name, let start, let input):
      let text = input.isEmpty ? start.argumentText : input
      let arguments = (try? GeneratedContent(json: text)) ?? GeneratedContent(text)
      let call = Transcript.ToolCall(id: id, toolName: name, arguments: arguments)
      keep(
        AnthropicConversation.call(
          id, context.names.sentName(of: name), call.argumentObject,
          caller: places[position].metadata[AnthropicConversation.callerKey]))
      return input.isEmpty ? [context.call(id, name, text)] : []
    case .other(let block, let input):
      var item = block
      if !input.isEmpty, let value = try? GeneratedContent(json: input) {
        item = item.setting("input", to: value)
      }
      places.setMetadata(
        context.thoughtMetadata(kind: ProviderReasoning.itemKind, prefix: nil), at: position)
      keep(item)
      return context.item(item, part: part)
    }
  }

  /// Ends the blocks of which the server has not said so.
  mutating func endAll(in context: inout ReplyContext) -> [Event] {
    open.keys.sorted().flatMap { end($0, in: &context) }
  }

  private mutating func bind(
    _ position: Int, kind: String, in context: ReplyContext
  ) -> String {
    let bound = prefix.value()
    places.setMetadata(context.thoughtMetadata(kind: kind, prefix: bound), at: position)
    return bound
  }

  private mutating func keep(_ block: GeneratedContent) {
    prefix.append(block, to: "assistant")
    written.append(block)
  }

  /// The metadata of the blocks at the end of the answer.
  func metadata(in context: ReplyContext) -> [Event] { places.events(in: context) }
}
