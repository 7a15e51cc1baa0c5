import SchemaSessions

/// The texts of a reply, whose pieces all interfaces send in the same way.
///
/// Thoughts in the text become reasoning, and the halves of split characters are joined.
struct ReplyPieces {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The address of a text of a reply: of the answer, of reasoning, or of a call's arguments.
  struct TextAddress: Hashable {
    let part: LanguageModelExecutorGenerationChannel.Part
    let entry: String
    var segment: String?

    /// The event that adds a piece to the text.
    fileprivate func event(_ text: String) -> Event {
      switch part {
      // The calls of an entry have texts only in a call.
      case .response, .toolCalls:
        .response(
          entryID: entry, action: .appendText(text, segmentID: segment, tokenCount: 0))
      case .reasoning:
        .reasoning(
          entryID: entry, action: .appendText(text, segmentID: segment, tokenCount: 0))
      case .call(let id, let name):
        .toolCalls(
          entryID: entry,
          action: .toolCall(id: id, name: name, action: .appendArguments(text, tokenCount: 0)))
      }
    }
  }

  /// The texts of one entry.
  private struct Entry {
    private var tags = ThinkingTags()
    /// The addresses of the segments with text, in order of arrival.
    private var addresses: [TextAddress] = []
    /// The same addresses, to find one.
    private var knownAddresses: Set<TextAddress> = []
    private var last: TextAddress
    /// `true` if a part of the text belongs to the answer.
    private(set) var hasAnswer = false

    init(_ address: TextAddress) { last = address }

    /// Adds the events of a piece of text.
    ///
    /// `hasSeparateThoughts` is `true` if the server sends thoughts outside of the text.
    mutating func add(
      _ text: String, to address: TextAddress, hasSeparateThoughts: Bool,
      into events: inout [Event]
    ) {
      if addresses.isEmpty || address != last, knownAddresses.insert(address).inserted {
        addresses.append(address)
      }
      last = address
      if hasSeparateThoughts { tags.ignoreLoneClose() }
      show(tags.add(text), into: &events)
    }

    /// Ends the text, and adds the events of what was held back.
    mutating func finish(into events: inout [Event]) { show(tags.finish(), into: &events) }

    private mutating func show(_ parts: [ThinkingTags.Part], into events: inout [Event]) {
      for part in parts {
        switch part {
        case .text(let text):
          hasAnswer = true
          events.append(last.event(text))
        case .thought(let text):
          events.append(thoughts.event(text))
        case .textWasThought(let text):
          hasAnswer = false
          guard !text.isEmpty else { continue }
          for address in addresses {
            let removal = LanguageModelExecutorGenerationChannel.Response.Action
              .replaceTextSegment("", segmentID: address.segment, tokenCount: 0)
            events.append(.response(entryID: address.entry, action: removal))
          }
          events.append(thoughts.event(text))
        }
      }
    }

    private var thoughts: TextAddress {
      TextAddress(part: .reasoning, entry: last.entry + "-thoughts")
    }
  }

  /// The halves of characters at the ends of the texts so far.
  private var halves: [TextAddress: SplitSurrogates] = [:]
  /// The keys of ``halves``, in order of arrival.
  private var splitAddresses: [TextAddress] = []
  /// The texts of the answer, by the identifiers of their entries.
  private var entries: [String: Entry] = [:]
  private var hasSeparateThoughts = false
  private var hasOtherContent = false

  /// `true` if the reply has content other than reasoning.
  var hasAnswer: Bool { hasOtherContent || entries.values.contains(where: \.hasAnswer) }

  /// Notes content that is no text, such as a call of a tool of the server.
  mutating func noteOtherContent() { hasOtherContent = true }

  /// Adds the events of a piece of a text.
  ///
  /// `hasHalves` is `true` if pieces may begin or end within a character.
  mutating func add(
    _ piece: String, to address: TextAddress, hasHalves: Bool, into events: inout [Event]
  ) {
    let text = hasHalves ? join(piece, at: address) : piece
    switch address.part {
    case .toolCalls, .call:
      hasOtherContent = true
      events.append(address.event(text))
    case .reasoning:
      if !text.isEmpty { hasSeparateThoughts = true }
      events.append(address.event(text))
    case .response:
      guard !text.isEmpty else { return }
      entries[address.entry, default: Entry(address)]
        .add(text, to: address, hasSeparateThoughts: hasSeparateThoughts, into: &events)
    }
  }

  private mutating func join(_ piece: String, at address: TextAddress) -> String {
    if halves[address] == nil { splitAddresses.append(address) }
    return halves[address, default: SplitSurrogates()].join(piece)
  }

  /// Ends the texts, and adds the events of what was held back.
  mutating func finish(into events: inout [Event]) {
    for address in splitAddresses {
      let text = halves[address]?.finish() ?? ""
      if !text.isEmpty { add(text, to: address, hasHalves: false, into: &events) }
    }
    for id in entries.keys.sorted() { entries[id]?.finish(into: &events) }
  }
}
