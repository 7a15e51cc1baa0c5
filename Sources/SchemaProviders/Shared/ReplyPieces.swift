import SchemaSessions

/// The texts of a reply, whose pieces all interfaces send in the same way.
///
/// Thoughts in the text become reasoning, and the halves of split characters are joined.
struct ReplyPieces {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// A text of a reply: of the answer, of reasoning, or of the arguments of a call.
  private struct Place: Hashable {
    let part: LanguageModelExecutorGenerationChannel.Part
    let entry: String
    var segment: String?
  }

  /// The state of the texts of one entry.
  private struct Entry {
    var tags = ThinkingTags()
    /// The segments with text, in order of arrival.
    var segments: [String?] = []
    /// `true` if a part of the text belongs to the answer.
    var hasAnswer = false

    mutating func add(
      _ text: String, _ segment: String?, takesLoneClose: Bool
    ) -> [ThinkingTags.Part] {
      if segments.last != .some(segment) { segments.append(segment) }
      if !takesLoneClose { tags.ignoreLoneClose() }
      return note(tags.add(text))
    }

    mutating func finish() -> [ThinkingTags.Part] { note(tags.finish()) }

    private mutating func note(_ parts: [ThinkingTags.Part]) -> [ThinkingTags.Part] {
      for part in parts {
        switch part {
        case .text: hasAnswer = true
        case .textWasThought: hasAnswer = false
        case .thought: break
        }
      }
      return parts
    }
  }

  private var halves: [Place: SplitSurrogates] = [:]
  private var entries: [String: Entry] = [:]
  private var hasSeparateThoughts = false
  private var hasOtherContent = false

  /// `true` if the reply has content other than reasoning.
  var hasAnswer: Bool { hasOtherContent || entries.values.contains(where: \.hasAnswer) }

  /// Returns the events for the events of a reader.
  mutating func add(_ events: [Event], _ context: ReplyContext) -> [Event] {
    var result: [Event] = []
    result.reserveCapacity(events.count)
    for event in events {
      guard let (place, text) = Self.piece(of: event) else {
        hasOtherContent = hasOtherContent || Self.isItem(event)
        result.append(event)
        continue
      }
      guard context.hasSplitCharacters || halves[place] != nil else {
        add(text, to: place, event, &result)
        continue
      }
      let joined = halves[place, default: SplitSurrogates()].join(text)
      add(joined, to: place, Self.event(joined, place), &result)
    }
    return result
  }

  /// Ends the texts, and returns the events of what was held back.
  mutating func finish() -> [Event] {
    var result: [Event] = []
    // At most one piece of each text is held back, so the order of the texts does not matter.
    for place in halves.keys {
      let text = halves[place]?.finish() ?? ""
      if !text.isEmpty { add(text, to: place, Self.event(text, place), &result) }
    }
    for entry in entries.keys.sorted() {
      let parts = entries[entry]?.finish() ?? []
      show(parts, entry, entries[entry]?.segments.last ?? nil, &result)
    }
    return result
  }

  private mutating func add(
    _ text: String, to place: Place, _ event: Event, _ result: inout [Event]
  ) {
    switch place.part {
    case .toolCalls, .call:
      hasOtherContent = true
      result.append(event)
    case .reasoning:
      if !text.isEmpty { hasSeparateThoughts = true }
      result.append(event)
    case .response:
      guard !text.isEmpty else { return }
      let (entry, segment) = (place.entry, place.segment)
      let parts = entries[entry, default: Entry()]
        .add(text, segment, takesLoneClose: !hasSeparateThoughts)
      if parts == [.text(text)] {
        result.append(event)
      } else {
        show(parts, entry, segment, &result)
      }
    }
  }

  private func show(
    _ parts: [ThinkingTags.Part], _ entry: String, _ segment: String?, _ result: inout [Event]
  ) {
    for part in parts {
      switch part {
      case .text(let text):
        result.append(Self.event(text, Place(part: .response, entry: entry, segment: segment)))
      case .thought(let text):
        result.append(Self.event(text, Place(part: .reasoning, entry: entry + "-thoughts")))
      case .textWasThought(let text):
        for segment in text.isEmpty ? [] : entries[entry]?.segments ?? [] {
          result.append(
            .response(
              entryID: entry, action: .replaceTextSegment("", segmentID: segment, tokenCount: 0)))
        }
        guard !text.isEmpty else { continue }
        result.append(Self.event(text, Place(part: .reasoning, entry: entry + "-thoughts")))
      }
    }
  }

  /// `true` if the event belongs to an item that only the server reads, such as a call of its own
  /// tools.
  private static func isItem(_ event: Event) -> Bool {
    guard case .change(.updateMetadata(let metadata), of: .reasoning, _) = event.kind else {
      return false
    }
    return metadata.values[ProviderReasoning.kindKey]?.text == ProviderReasoning.itemKind
  }

  /// The piece of a text that an event adds.
  private static func piece(of event: Event) -> (place: Place, text: String)? {
    guard case .change(let change, let part, let entry?) = event.kind else { return nil }
    return switch change {
    case .append(let piece):
      (Place(part: part, entry: entry, segment: piece.segmentID), piece.content)
    case .appendArguments(let piece): (Place(part: part, entry: entry), piece.content)
    default: nil
    }
  }

  private static func event(_ text: String, _ place: Place) -> Event {
    switch place.part {
    // The calls of an entry have texts only in a call.
    case .response, .toolCalls:
      .response(
        entryID: place.entry,
        action: .appendText(text, segmentID: place.segment, tokenCount: 0))
    case .reasoning:
      .reasoning(
        entryID: place.entry,
        action: .appendText(text, segmentID: place.segment, tokenCount: 0))
    case .call(let id, let name):
      .toolCalls(
        entryID: place.entry,
        action: .toolCall(
          id: id, name: name, action: .appendArguments(text, tokenCount: 0)))
    }
  }
}
