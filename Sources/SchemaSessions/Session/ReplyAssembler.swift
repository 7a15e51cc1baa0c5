import SchemaContent
import SchemaFitting
import SchemaReading

/// Assembles the entries of a transcript from the events of one request.
///
/// It owns the answer so far: whoever shows the answer reads ``text``, and learns of its changes.
package struct ReplyAssembler {
  package typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The change that an event makes to the visible answer.
  enum Change {
    /// The text has changed, at last by text of an entry.
    case text(VisibleText.Change, entryID: String)
    /// The usage has changed.
    case usage
    /// The text has another form.
    case form
  }

  private struct PartID: Hashable {
    let id: String
    let kind: ReplyPart.Kind
  }

  // A reply may have thousands of parts and calls, so they are found by index and not searched.
  private var parts: [ReplyPart] = []
  private var partIndices: [PartID: Int] = [:]
  /// The position of the last part of the answer.
  private var lastResponse: Int?
  private var visibleText = VisibleText()
  private(set) var tokenCount = ReplyTokenCount()
  package private(set) var forms = ReplyForms()
  package private(set) var finishReason = LanguageModelExecutorGenerationChannel.FinishReason.stop

  /// The usage of all requests of the reply so far.
  package var usage: LanguageModelSession.Usage { tokenCount.total ?? .zero }

  package init() {}

  /// The text of the answer so far.
  package var text: String {
    parts.filter { $0.kind == .response }.flatMap(\.segments).map(\.content).joined()
  }

  /// The places in the answer's text.
  var places: AnswerPlaces { AnswerPlaces(forms.answer, in: text) }

  /// Applies an event, for users that do not show the answer.
  package mutating func add(_ event: Event) { _ = apply(event) }

  /// Applies an event.
  ///
  /// - Returns: The change of the visible answer; `nil` for an event that shows only in the
  ///   complete reply.
  mutating func apply(_ event: Event) -> Change? {
    switch event.kind {
    case .change(let change, let part, let entryID):
      guard let usage = event.usage else { return apply(change, to: part, of: entryID) }
      tokenCount.update(usage)
      return .usage
    case .fitted(let forms):
      self.forms = forms
      return .form
    case .identified:
      return nil
    case .restarted:
      // A model restarts only before visible content, so nothing that was shown is dropped.
      let earlier = tokenCount
      self = ReplyAssembler()
      tokenCount = earlier
      tokenCount.restart()
      return .form
    case .finished(let reason):
      finishReason = reason
      return nil
    }
  }

  private mutating func apply(
    _ change: LanguageModelExecutorGenerationChannel.Change,
    to target: LanguageModelExecutorGenerationChannel.Part, of entryID: String?
  ) -> Change? {
    let part: Int
    switch target {
    case .response: part = index(of: entryID, .response)
    case .reasoning: part = index(of: entryID, .reasoning)
    case .call(let id, let name):
      parts[index(of: entryID, .toolCalls)].changeCall(id, name) { $0.apply(change) }
      return nil
    case .toolCalls:
      // The transcript does not keep metadata of all calls together.
      if case .remove(let id) = change { for part in parts.indices { parts[part].removeCall(id) } }
      return nil
    }
    switch change {
    case .append(let text):
      let isLast = parts[part].append(text.content, toSegment: text.segmentID)
      guard target == .response else { return nil }
      return visibleText.add(text.content, isAtEnd: isLast && part == lastResponse)
        .map { .text($0, entryID: parts[part].id) }
    case .replace(let text):
      let earlier = parts[part].replaceSegment(text.segmentID, by: text.content)
      guard target == .response else { return nil }
      return visibleText.replace(earlier, by: text.content)
        .map { .text($0, entryID: parts[part].id) }
    case .addAttachment(let segment): parts[part].add(segment)
    case .remove(let id): parts[part].removeAttachment(id)
    case .sign(let signature): parts[part].signature = signature.signature
    case .updateMetadata(let metadata): parts[part].metadata = metadata.values
    case .appendArguments, .updateUsage: break  // These are not changes of text.
    }
    return nil
  }

  /// Returns the change that shows the hidden text, if any, when the reply has ended.
  mutating func finish() -> Change? {
    guard !visibleText.isComplete, let lastResponse else { return nil }
    return .text(visibleText.show(), entryID: parts[lastResponse].id)
  }

  /// Returns the index of the part with an identifier, and adds the part if it is new.
  ///
  /// Without an identifier, the part is the last one if it has the kind, and a new one otherwise.
  private mutating func index(of id: String?, _ kind: ReplyPart.Kind) -> Int {
    if let last = parts.last, last.kind == kind, id == nil || id == last.id {
      return parts.endIndex - 1
    }
    if let id, let known = partIndices[PartID(id: id, kind: kind)] { return known }
    let id = id ?? .randomID()
    let index = parts.endIndex
    parts.append(ReplyPart(id: id, kind: kind))
    partIndices[PartID(id: id, kind: kind)] = index
    if kind == .response { lastResponse = index }
    return index
  }
}

extension ReplyAssembler {
  /// The entries of a reply, with the faults of its calls of tools.
  struct Entries {
    var entries: [Transcript.Entry] = []

    /// The faults of calls' arguments, by the calls' identifiers.
    ///
    /// Faulty arguments stay as the model wrote them.
    var faults: [String: CallFault] = [:]

    /// The places in the arguments of calls, by the calls' identifiers.
    var places: [String: AnswerPlaces] = [:]

    /// The mends of calls' arguments, by the calls' identifiers.
    var mends: [String: [Mend]] = [:]
  }

  /// The reading of arguments along the parameters of tools.
  struct ArgumentReading {
    let toolbox: Toolbox
    /// The session's policy; `nil` for the default.
    let policy: ReadingPolicy?
  }

  /// Returns the entries, with all calls of tools in one entry.
  ///
  /// An empty answer next to calls of tools is left out.
  ///
  /// Arguments that are not JSON are a fault of their call. Arguments that were cut off are an
  /// error, since the model cannot correct them within the same number of tokens.
  ///
  /// `reading` is the reading of arguments that are not as their schema or JSON has them; `nil` to
  /// leave these as they are.
  ///
  /// - Throws: `GeneratedContent.ParsingError` if the reply was cut off, and has calls.
  func entries(_ reading: ArgumentReading? = nil) throws -> Entries {
    var faults: [String: CallFault] = [:]
    var places: [String: AnswerPlaces] = [:]
    var mends: [String: [Mend]] = [:]
    var entries: [Transcript.Entry] = []
    var calls: [Transcript.ToolCall] = []
    var callsID: String?
    for part in parts {
      let segments = part.filledSegments
      switch part.kind {
      case .reasoning:
        entries.append(
          .reasoning(
            Transcript.Reasoning(
              id: part.id, metadata: part.metadata, segments: segments,
              signature: part.signature)))
      case .response where !segments.isEmpty:
        entries.append(
          .response(
            Transcript.Response(id: part.id, metadata: part.metadata, segments: segments)))
      case .response:
        break
      case .toolCalls:
        callsID = callsID ?? part.id
        for arrived in part.calls {
          places[arrived.id] = forms.arguments[arrived.name].map {
            AnswerPlaces($0, in: arrived.arguments)
          }
          let (call, fault, found) = try read(arrived, reading)
          // Several calls may have one identifier, and each keeps its mends.
          if !found.isEmpty { mends[call.id, default: []] += found }
          // A valid later call with the same identifier does not remove the fault.
          if let fault { faults[call.id] = fault }
          calls.append(call)
        }
      }
    }
    if let callsID, !calls.isEmpty {
      entries.append(.toolCalls(Transcript.ToolCalls(id: callsID, calls)))
    }
    return Entries(entries: entries, faults: faults, places: places, mends: mends)
  }

  /// Returns the call for the transcript, the fault if its tool must not run, and the mends of its
  /// arguments.
  private func read(
    _ arrived: ArrivingCall, _ reading: ArgumentReading?
  ) throws -> (call: Transcript.ToolCall, fault: CallFault?, mends: [Mend]) {
    let (call, fault) = try read(arrived)
    let name = call.toolName
    guard let reading else { return (call, fault, []) }
    let policy = reading.policy ?? (forms.enforcedTools.contains(name) ? .strict : .clear)
    guard policy != .strict, fault != nil || !reading.toolbox.accepts(call.arguments, for: name),
      let result = reading.toolbox.reading(
        arrived.arguments, for: name, as: forms.arguments[name] ?? .identity, by: policy)
    else { return (call, fault, []) }
    switch result {
    case .success(let reading):
      // A call has effects, so arguments that are only a text or a list are not taken for an
      // object.
      guard !reading.mends.contains(where: { $0.kind == .onlyProperty }) else {
        return (call, fault, [])
      }
      let mended = Transcript.ToolCall(
        id: call.id, metadata: arrived.metadata, toolName: name, arguments: reading.content)
      return (mended, nil, reading.mends)
    case .failure(let error):
      if case .notJSON? = fault { return (call, .unread(error), []) }
      return (call, fault, [])
    }
  }

  /// Returns the call for the transcript, and the fault if its tool must not run.
  private func read(
    _ arrived: ArrivingCall
  ) throws -> (call: Transcript.ToolCall, fault: CallFault?) {
    var call: Transcript.ToolCall
    do {
      call = try arrived.call(isCutOff: finishReason == .length)
    } catch let error as GeneratedContent.ParsingError where finishReason != .length {
      return (arrived.unread, .notJSON(error))
    }
    do {
      let sent = call.arguments
      call.arguments = try forms.declaredArguments(of: call)
      SentForm.keep([sent.jsonString], of: call.arguments, in: &call.metadata)
    } catch let error as AnswerMappingError {
      call.hasUndeclaredArguments = true
      return (call, .mapping(error))
    }
    return (call, nil)
  }
}

extension ReplyForms {
  /// The arguments of a call in the form that its tool declares.
  fileprivate func declaredArguments(
    of call: Transcript.ToolCall
  ) throws -> GeneratedContent {
    try arguments[call.toolName]?.content(from: call.arguments) ?? call.arguments
  }
}
