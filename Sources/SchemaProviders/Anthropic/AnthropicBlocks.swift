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

  /// A piece that continues a block.
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
    /// The position of a text among the segments of its part; `nil` for a block without text.
    let segment: Int?
    /// The text, the thought, the data, or the JSON of an item's input so far.
    var text: String
    var arguments = CallArguments()
    /// `nil` if the server has sent none.
    var signature: String?
    var citations: [GeneratedContent]
    /// `true` until the end of the block, and from a later piece on.
    var isOpen = true
    /// `true` if the block has ended, also if a later piece has arrived.
    var hasEnded = false
  }

  /// The blocks that further pieces of an index belong to, by their positions.
  ///
  /// A server may send pieces of several kinds with one index.
  private struct OpenBlocks {
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
  private var openBlocks: [String: OpenBlocks] = [:]
  private var lastCall: Int?
  /// The number of segments in the last text part.
  ///
  /// Each text block is one segment.
  private var textCount = 0
  /// The conversation before the blocks.
  private var start: BoundPrefix
  /// The conversation and the written blocks, to which thoughts are bound.
  private var prefix: BoundPrefix
  /// The first blocks since the request, as later requests repeat them; all blocks after
  /// ``endAll(in:)``.
  private(set) var written: [GeneratedContent] = []
  /// The number of blocks that have been written, also those that requests do not repeat.
  private var writtenCount = 0
  /// `true` if a written block has changed.
  private var isChanged = false

  /// `true` if later requests repeat thoughts without a signature.
  private let keepsUnsigned: Bool

  init(after prefix: BoundPrefix, keepsUnsigned: Bool = false) {
    start = prefix
    self.prefix = prefix
    self.keepsUnsigned = keepsUnsigned
  }

  /// `true` if no block has arrived since the request.
  var isEmpty: Bool { blocks.isEmpty }

  /// Begins a request that continues the answer.
  mutating func beginRequest() {
    (blocks, openBlocks, lastCall, written, writtenCount) = ([], [:], nil, [], 0)
    start = prefix
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
    openBlocks[index] = nil
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
    var segment: Int?
    switch kind {
    case .text:
      position = placeOfText(hasCitations: !citations.isEmpty, in: &context)
      segment = textCount - 1
    case .call(let id, let name, _, _): position = context.places.add(.call(id: id, name: name))
    case .thought, .redacted, .item: position = context.places.add(.reasoning)
    }
    blocks.append(
      Block(
        kind: kind, position: position, segment: segment, text: text, signature: signature,
        citations: citations))
    let part = context.places[position].part
    switch kind {
    case .text:
      openBlocks[index, default: OpenBlocks()].text = number
      context.addText(text, part: part, segment: segment)
    case .thought:
      openBlocks[index, default: OpenBlocks()].thought = number
      context.addReasoning(text, part: part)
    case .redacted:
      break
    case .call(let id, let name, _, let metadata):
      openBlocks[index, default: OpenBlocks()].call = number
      context.places.setMetadata(metadata, at: position)
      lastCall = number
      context.addCall(id, name, "")
    case .item:
      openBlocks[index, default: OpenBlocks()].call = number
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
      block = openBlocks[index]?.text ?? add(.text, index, in: &context)
    case .thought, .signature:
      block = openBlocks[index]?.thought ?? add(.thought, index, in: &context)
    case .input:
      // Arguments without the index of a call belong to the last call.
      guard let call = openBlocks[index]?.call ?? lastCall else {
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
    for block in openBlocks[index]?.all ?? [] { try end(block, in: &context) }
  }

  /// Ends the blocks whose end the server has not sent, and writes all blocks.
  ///
  /// Events that depend on pieces after the end of a block are added again.
  ///
  /// - Throws: `ProviderRequestFailure` if the input of a tool of the server is not JSON.
  mutating func endAll(in context: inout ReplyContext) throws {
    for block in blocks.indices { try end(block, in: &context) }
    if isChanged {
      (prefix, written, writtenCount, isChanged) = (start, [], 0, false)
      for block in blocks.indices { try addMetadata(of: block, in: &context) }
    }
    try write(upTo: blocks.endIndex, in: context)
  }

  /// Ends a block.
  ///
  /// A block may have many ends, each after a piece. Only the first one adds what needs the whole
  /// block; ``endAll(in:)`` does so for the others.
  private mutating func end(_ index: Int, in context: inout ReplyContext) throws {
    guard blocks[index].isOpen else { return }
    blocks[index].isOpen = false
    let isFirstEnd = !blocks[index].hasEnded
    blocks[index].hasEnded = true
    if case .call(let id, let name, let start, _) = blocks[index].kind {
      let isWhole = isFirstEnd && blocks[index].arguments.isEmpty
      var rest = isWhole ? blocks[index].arguments.append(start?.argumentText ?? "") : ""
      rest += blocks[index].arguments.finish()
      if !rest.isEmpty { context.addCall(id, name, rest) }
    }
    if !isFirstEnd || index < writtenCount { isChanged = true }
    if isFirstEnd { try addMetadata(of: index, in: &context) }
  }

  /// Adds what an ended block has besides its text: its citations, its signature, or itself as an
  /// item.
  private mutating func addMetadata(of index: Int, in context: inout ReplyContext) throws {
    let block = blocks[index]
    switch block.kind {
    case .text:
      guard !block.text.isBlank, !block.citations.isEmpty, let segment = block.segment else {
        return
      }
      let key = AnthropicConversation.citationsKey
      let place = context.places[block.position]
      let segments = place.metadata[key] ?? .object([:])
      let segmentID = context.segmentID(segment, ofPart: place.part)
      context.places.setMetadata(
        [key: segments.setting(segmentID, to: block.citations.generatedContent)],
        at: block.position)
    case .thought:
      if let signature = block.signature, !signature.isEmpty {
        try sign(signature, kind: "thinking", index, in: &context)
      } else if let kind = unsignedKind(of: block) {
        context.places.setMetadata(context.reasoningMetadata(kind: kind), at: block.position)
      }
    case .redacted:
      try sign(block.text, kind: AnthropicReader.redacted, index, in: &context)
    case .call:
      break
    case .item(let item):
      context.addItem(try whole(item, of: block, in: context), at: block.position)
    }
  }

  /// The kind of a thought without a signature; `nil` if later requests do not repeat it.
  private func unsignedKind(of block: Block) -> String? {
    guard keepsUnsigned, !block.text.isEmpty else { return nil }
    return block.signature == nil
      ? ProviderReasoning.unsignedKind : ProviderReasoning.emptySignatureKind
  }

  /// Returns an item with its input.
  private func whole(
    _ item: GeneratedContent, of block: Block, in context: ReplyContext
  ) throws -> GeneratedContent {
    guard !block.text.isEmpty else { return item }
    let input = try context.parse(block.text, subject: "the input of a tool of the server")
    return item.setting("input", to: input)
  }

  /// Adds the signature of a thought, which is bound to the blocks before it.
  ///
  /// A block that has not ended, or whose pieces arrive late, changes the prefix afterwards, so
  /// ``endAll(in:)`` adds the signature again.
  private mutating func sign(
    _ signature: String, kind: String, _ index: Int, in context: inout ReplyContext
  ) throws {
    try write(upTo: index, in: context)
    context.sign(signature, kind: kind, prefix: prefix.value(), at: blocks[index].position)
  }

  /// Writes the blocks before a position for later requests.
  private mutating func write(upTo end: Int, in context: ReplyContext) throws {
    while writtenCount < end {
      if let content = try content(of: blocks[writtenCount], in: context) {
        let whole = context.whole(content)
        prefix.append(whole, to: "assistant")
        written.append(whole)
      }
      writtenCount += 1
    }
  }

  /// Returns a block as later requests repeat it; `nil` if they do not.
  private func content(
    of block: Block, in context: ReplyContext
  ) throws -> GeneratedContent? {
    switch block.kind {
    case .text:
      // Requests do not repeat a blank text, which the interface rejects.
      guard !block.text.isBlank else { return nil }
      let citations = block.citations.isEmpty ? nil : block.citations.generatedContent
      return AnthropicConversation.text(block.text, citations: citations)
    case .thought:
      let isSigned = block.signature?.isEmpty == false
      guard isSigned || unsignedKind(of: block) != nil else { return nil }
      return AnthropicConversation.reasoning(block.text, block.signature)
    case .redacted:
      return AnthropicConversation.redacted(block.text)
    case .call(let id, let name, _, let metadata):
      // If the arguments are not JSON, the session tells the model so, and later requests have
      // them as a text.
      let call = Transcript.ToolCall(
        id: id, metadata: metadata, toolName: name,
        arguments: CallArguments.content(of: block.arguments.text))
      return AnthropicConversation.call(
        call, context.names.sentName(of: name), of: context.provider)
    case .item(let item):
      // The input of an open item may be the beginning of JSON.
      return block.isOpen ? item : try whole(item, of: block, in: context)
    }
  }
}
