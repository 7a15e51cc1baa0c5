import SchemaSessions

/// The texts of a reply, whose pieces all interfaces send in the same way.
///
/// Thoughts in the text become reasoning, and the halves of split characters are joined.
struct ReplyPieces {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// A text of a reply.
  private enum Place: Hashable {
    case text(entry: String, segment: String?)
    case reasoning(entry: String, segment: String?)
    case arguments(entry: String, call: String, name: String)
  }

  /// The state of the texts of one entry.
  private struct Entry {
    var tags = ThinkingTags()
    /// The segments with text, in order of arrival.
    var segments: [String?] = []
    /// `true` if a part of the text belongs to the answer.
    var hasAnswer = false

    mutating func add(
      _ text: String, _ segment: String?, hasSeparateThoughts: Bool
    ) -> [ThinkingTags.Part] {
      if segments.last != .some(segment) { segments.append(segment) }
      if hasSeparateThoughts { tags.noteSeparateThoughts() }
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
  private var hasCalls = false

  /// `true` if the reply has content other than reasoning.
  var hasAnswer: Bool { hasCalls || entries.values.contains(where: \.hasAnswer) }

  /// Returns the events for the events of a reader.
  mutating func add(_ events: [Event], _ context: ReplyContext) -> [Event] {
    var result: [Event] = []
    result.reserveCapacity(events.count)
    for event in events {
      guard let (place, text) = Self.piece(of: event) else {
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
    for (place, rest) in halves {
      var rest = rest
      let text = rest.finish()
      if !text.isEmpty { add(text, to: place, Self.event(text, place), &result) }
    }
    halves = [:]
    for entry in entries.keys.sorted() {
      let parts = entries[entry]?.finish() ?? []
      show(parts, entry, entries[entry]?.segments.last ?? nil, &result)
    }
    return result
  }

  private mutating func add(
    _ text: String, to place: Place, _ event: Event, _ result: inout [Event]
  ) {
    switch place {
    case .arguments:
      hasCalls = true
      result.append(event)
    case .reasoning:
      if !text.isEmpty { hasSeparateThoughts = true }
      result.append(event)
    case .text(let entry, let segment):
      guard !text.isEmpty else { return }
      let parts = entries[entry, default: Entry()]
        .add(text, segment, hasSeparateThoughts: hasSeparateThoughts)
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
        result.append(Self.event(text, .text(entry: entry, segment: segment)))
      case .thought(let text):
        result.append(Self.event(text, .reasoning(entry: entry + "-thoughts", segment: nil)))
      case .textWasThought(let text):
        for segment in text.isEmpty ? [] : entries[entry]?.segments ?? [] {
          result.append(
            .response(
              entryID: entry, action: .replaceTextSegment("", segmentID: segment, tokenCount: 0)))
        }
        guard !text.isEmpty else { continue }
        result.append(Self.event(text, .reasoning(entry: entry + "-thoughts", segment: nil)))
      }
    }
  }

  /// The piece of a text that an event adds.
  private static func piece(of event: Event) -> (place: Place, text: String)? {
    switch event.kind {
    case .response(let response):
      guard case .appendText(let piece) = response.action.kind, let entry = response.entryID
      else { return nil }
      return (.text(entry: entry, segment: piece.segmentID), piece.content)
    case .reasoning(let reasoning):
      guard case .appendText(let piece) = reasoning.action.kind, let entry = reasoning.entryID
      else { return nil }
      return (.reasoning(entry: entry, segment: piece.segmentID), piece.content)
    case .toolCalls(let calls):
      guard case .toolCall(let call) = calls.action.kind, let entry = calls.entryID,
        case .appendArguments(let piece) = call.action.kind
      else { return nil }
      return (.arguments(entry: entry, call: call.id, name: call.name), piece.content)
    default: return nil
    }
  }

  private static func event(_ text: String, _ place: Place) -> Event {
    switch place {
    case .text(let entry, let segment):
      .response(
        entryID: entry, action: .appendText(text, segmentID: segment, tokenCount: 0))
    case .reasoning(let entry, let segment):
      .reasoning(
        entryID: entry, action: .appendText(text, segmentID: segment, tokenCount: 0))
    case .arguments(let entry, let call, let name):
      .toolCalls(
        entryID: entry,
        action: .toolCall(
          id: call, name: name, action: .appendArguments(text, tokenCount: 0)))
    }
  }
}
