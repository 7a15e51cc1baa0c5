import SchemaModel
import SchemaSessions

/// The blocks of an answer of Anthropic or Bedrock, in order of arrival, and the form in which
/// later requests repeat these blocks.
struct AnthropicBlocks {
  enum Kind {
    case text
    case thought
    /// A thought that only the provider can read, which arrives complete.
    case redacted
    /// A call, with the arguments in the event that begins the block.
    case call(id: String, name: String, start: GeneratedContent?, metadata: Metadata)
    /// A block that only the server reads, such as a call of its own tools.
    case item(GeneratedContent)
  }

  /// What continues a block.
  enum Piece {
    case text(String)
    case citation(GeneratedContent)
    case thought(String)
    case signature(String)
    case input(String)
  }

  private struct Block {
    let kind: Kind
    /// The position of the block's part.
    let position: Int
    /// The position of a text among the segments of its part.
    let segment: Int
    /// The text, the thought, the data, or the JSON of an item's input so far.
    var text: String
    var arguments = CallArguments()
    /// `nil` if the server has sent none.
    var signature: String?
    var citations: [GeneratedContent]
    /// `true` until the end of the block, and from a later piece on.
    var isOpen = true
    /// The fingerprint of the prefix that a thought is bound to.
    var prefix: String?
    /// The position of the block among those for later requests.
    var written: Int?
  }

  /// The blocks that further pieces of an index belong to, by their positions.
  ///
  /// A server may send pieces of several kinds with one index.
  private struct Places {
    var text: Int?
    var thought: Int?
    /// A call or an item.
    var call: Int?

    var all: [Int] { [text, thought, call].compactMap(\.self).sorted() }
  }

  /// The largest number of segments of a part.
  ///
  /// The limit keeps the time to end the segments linear.
  private static let maximumSegments = 256

  /// The blocks since the request.
  private var blocks: [Block] = []
  /// The blocks by their index, which can be any number.
  private var places: [String: Places] = [:]
  private var lastCall: Int?
  /// The number of segments in the last text part.
  ///
  /// Each text block is one segment.
  private var textCount = 0
  /// The conversation and the blocks so far, to which thoughts are bound.
  private var prefix: BoundPrefix
  /// The blocks since the request, as later requests repeat them.
  private(set) var written: [GeneratedContent] = []

  /// `true` if later requests repeat thoughts without a signature.
  private let keepsUnsigned: Bool

  init(after prefix: BoundPrefix, keepsUnsigned: Bool = false) {
    self.prefix = prefix
    self.keepsUnsigned = keepsUnsigned
  }

  /// `true` if no block has arrived since the request.
  var isEmpty: Bool { blocks.isEmpty }

  /// Begins a request that continues the answer.
  mutating func beginRequest() {
    (blocks, places, lastCall, written) = ([], [:], nil, [])
  }

  /// Begins a block.
  ///
  /// If an unfinished block has the same index, that block ends first.
  ///
  /// - Throws: `ProviderRequestFailure` if the input of a tool of the server in the unfinished
  ///   block is not JSON.
  mutating func begin(
    _ kind: Kind, _ index: String, _ text: String = "", signature: String? = nil,
    citations: [GeneratedContent] = [], in context: inout ReplyContext
  ) throws {
    try end(index, in: &context)
    places[index] = nil
    let block = add(
      kind, index, text, signature: signature, citations: citations, in: &context)
    if case .redacted = kind { try end(block, in: &context) }
  }

  @discardableResult
  private mutating func add(
    _ kind: Kind, _ index: String, _ text: String = "", signature: String? = nil,
    citations: [GeneratedContent] = [], in context: inout ReplyContext
  ) -> Int {
    let number = blocks.endIndex
    let position: Int
    switch kind {
    case .text: position = placeOfText(hasCitations: !citations.isEmpty, in: &context)
    case .call(let id, let name, _, _): position = context.places.add(.call(id: id, name: name))
    case .thought, .redacted, .item: position = context.places.add(.reasoning)
    }
    blocks.append(
      Block(
        kind: kind, position: position, segment: textCount - 1, text: text, signature: signature,
        citations: citations))
    let part = context.places[position].part
    switch kind {
    case .text:
      places[index, default: Places()].text = number
      context.addText(text, part: part, segment: textCount - 1)
    case .thought:
      places[index, default: Places()].thought = number
      context.addReasoning(text, part: part)
    case .redacted:
      break
    case .call(let id, let name, _, let metadata):
      places[index, default: Places()].call = number
      context.places.setMetadata(metadata, at: position)
      lastCall = number
      context.addCall(id, name, "")
    case .item:
      places[index, default: Places()].call = number
    }
    return number
  }

  /// Returns the position of the part of a new text block, which is a further segment of the part.
  ///
  /// A text block directly after another text block belongs to the same part, unless one of the two
  /// has citations, or the part has too many segments.
  private mutating func placeOfText(
    hasCitations: Bool, in context: inout ReplyContext
  ) -> Int {
    let parts = context.places.places
    if let last = parts.last, case .text = last.entry, last.metadata.isEmpty, !hasCitations,
      textCount < Self.maximumSegments
    {
      textCount += 1
      return parts.endIndex - 1
    }
    textCount = 1
    return context.places.add(.text)
  }

  /// Adds a piece to the block of its kind, which begins if it is new, and may have ended.
  ///
  /// - Throws: `ProviderRequestFailure` for arguments without a call.
  mutating func add(_ piece: Piece, _ index: String, in context: inout ReplyContext) throws {
    let block: Int
    switch piece {
    case .text(""), .thought(""), .input(""): return
    case .text, .citation:
      block = places[index]?.text ?? add(.text, index, in: &context)
    case .thought, .signature:
      block = places[index]?.thought ?? add(.thought, index, in: &context)
    case .input:
      // Arguments without the index of a call belong to the last call.
      guard let call = places[index]?.call ?? lastCall else {
        throw context.failures.failure(.invalidEvent, "arguments of a tool have no call.")
      }
      block = call
    }
    blocks[block].isOpen = true
    let part = context.places[blocks[block].position].part
    switch piece {
    case .text(let text):
      blocks[block].text += text
      context.addText(text, part: part, segment: blocks[block].segment)
    case .citation(let citation):
      blocks[block].citations.append(citation)
    case .thought(let text):
      blocks[block].text += text
      context.addReasoning(text, part: part)
    case .signature(let signature):
      if blocks[block].signature == nil { blocks[block].signature = "" }
      blocks[block].signature?.append(signature)
    case .input(let json):
      guard case .call(let id, let name, _, _) = blocks[block].kind else {
        blocks[block].text += json
        return
      }
      let text = blocks[block].arguments.appendUnlessRepeated(json)
      if !text.isEmpty { context.addCall(id, name, text) }
    }
  }

  /// Ends the blocks of an index.
  ///
  /// - Throws: `ProviderRequestFailure` if the input of a tool of the server is not JSON.
  mutating func end(_ index: String, in context: inout ReplyContext) throws {
    for block in places[index]?.all ?? [] { try end(block, in: &context) }
  }

  /// Ends the blocks whose end the server has not sent.
  ///
  /// - Throws: `ProviderRequestFailure` if the input of a tool of the server is not JSON.
  mutating func endAll(in context: inout ReplyContext) throws {
    for block in blocks.indices { try end(block, in: &context) }
  }

  private mutating func end(_ index: Int, in context: inout ReplyContext) throws {
    guard blocks[index].isOpen else { return }
    blocks[index].isOpen = false
    let block = blocks[index]
    let (position, text) = (block.position, block.text)
    switch block.kind {
    case .text:
      // Requests do not repeat a blank text, which the interface rejects.
      guard !text.isBlank else { return }
      let citations = block.citations.isEmpty ? nil : block.citations.generatedContent
      if let citations {
        let key = AnthropicConversation.citationsKey
        let place = context.places[position]
        let segments = place.metadata[key] ?? .object([:])
        let segmentID = context.segmentID(block.segment, ofPart: place.part)
        context.places.setMetadata(
          [key: segments.setting(segmentID, to: citations)], at: position)
      }
      keep(AnthropicConversation.text(text, citations: citations), index, in: context)
    case .thought:
      if let signature = block.signature, !signature.isEmpty {
        sign(signature, kind: "thinking", index, in: &context)
      } else if keepsUnsigned, !text.isEmpty {
        let kind =
          block.signature == nil
          ? ProviderReasoning.unsignedKind : ProviderReasoning.emptySignatureKind
        context.places.setMetadata(context.reasoningMetadata(kind: kind), at: position)
      } else {
        return
      }
      keep(AnthropicConversation.reasoning(text, block.signature), index, in: context)
    case .redacted:
      sign(text, kind: AnthropicReader.redacted, index, in: &context)
      keep(AnthropicConversation.redacted(text), index, in: context)
    case .call(let id, let name, let start, let metadata):
      let isWhole = block.arguments.isEmpty
      var rest = isWhole ? blocks[index].arguments.append(start?.argumentText ?? "") : ""
      rest += blocks[index].arguments.finish()
      // If the arguments are not JSON, the session tells the model so, and later requests have
      // them as a text.
      let call = Transcript.ToolCall(
        id: id, metadata: metadata, toolName: name,
        arguments: CallArguments.content(of: blocks[index].arguments.text))
      keep(
        AnthropicConversation.call(call, context.names.sentName(of: name), of: context.provider),
        index, in: context)
      if !rest.isEmpty { context.addCall(id, name, rest) }
    case .item(var item):
      if !text.isEmpty {
        let input = try context.parse(text, subject: "the input of a tool of the server")
        item = item.setting("input", to: input)
      }
      keep(item, index, in: context)
      context.addItem(item, at: position)
    }
  }

  /// Adds the signature of a thought, which is bound to the blocks before it.
  private mutating func sign(
    _ signature: String, kind: String, _ index: Int, in context: inout ReplyContext
  ) {
    let bound = blocks[index].prefix ?? prefix.value()
    blocks[index].prefix = bound
    context.sign(signature, kind: kind, prefix: bound, at: blocks[index].position)
  }

  /// Keeps a complete block for later requests.
  private mutating func keep(_ content: GeneratedContent, _ index: Int, in context: ReplyContext) {
    let content = context.whole(content)
    if let place = blocks[index].written {
      written[place] = content
    } else {
      blocks[index].written = written.endIndex
      prefix.append(content, to: "assistant")
      written.append(content)
    }
  }
}
