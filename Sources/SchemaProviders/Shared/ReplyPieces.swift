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

  /// The state of the texts of one entry.
  private struct Entry {
    var tags = ThinkingTags()
    /// The addresses of the segments with text, in order of arrival.
    var addresses: [TextAddress] = []
    /// The same addresses, to find one.
    var knownAddresses: Set<TextAddress> = []
    var last: TextAddress
    /// `true` if a part of the text belongs to the answer.
    var hasAnswer = false
  }

  /// The halves of characters at the ends of the texts so far.
  private var halves: [TextAddress: SplitSurrogates] = [:]
  /// The keys of ``halves``, in order of arrival.
  private var splitAddresses: [TextAddress] = []
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
      var entry = entries.removeValue(forKey: address.entry) ?? Entry(last: address)
      entry.last = address
      if entry.addresses.last != address, entry.knownAddresses.insert(address).inserted {
        entry.addresses.append(address)
      }
      if hasSeparateThoughts { entry.tags.ignoreLoneClose() }
      let parts = entry.tags.add(text)
      Self.show(parts, of: &entry, into: &events)
      entries[address.entry] = entry
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
    for id in entries.keys.sorted() {
      guard var entry = entries[id] else { continue }
      let parts = entry.tags.finish()
      Self.show(parts, of: &entry, into: &events)
      entries[id] = entry
    }
  }

  private static func show(
    _ parts: [ThinkingTags.Part], of entry: inout Entry, into events: inout [Event]
  ) {
    let thoughts = TextAddress(part: .reasoning, entry: entry.last.entry + "-thoughts")
    for part in parts {
      switch part {
      case .text(let text):
        entry.hasAnswer = true
        events.append(entry.last.event(text))
      case .thought(let text):
        events.append(thoughts.event(text))
      case .textWasThought(let text):
        entry.hasAnswer = false
        guard !text.isEmpty else { continue }
        for address in entry.addresses {
          let removal = LanguageModelExecutorGenerationChannel.Response.Action
            .replaceTextSegment("", segmentID: address.segment, tokenCount: 0)
          events.append(.response(entryID: address.entry, action: removal))
        }
        events.append(thoughts.event(text))
      }
    }
  }
}
