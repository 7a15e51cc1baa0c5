#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels, _version: 2)
import FoundationModels
import SchemaContent
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions

/// Converts the events of a model's reply to events of the framework.
///
/// The framework reads answers by the declared schema. So text in another form is collected until
/// it is complete, and then sent in the declared form.
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
struct FrameworkReply {
  private typealias Channel = SchemaSessions.LanguageModelExecutorGenerationChannel
  typealias Event = FoundationModels.LanguageModelExecutorGenerationChannel.Event

  private let isStructured: Bool
  private var forms = ReplyForms()
  private var tokenCount = ReplyTokenCount()
  private var finishReason = Channel.FinishReason.stop
  /// The answer with the text of all its segments, and its last entry.
  private var answer: (entryID: String?, reply: ReplyAssembler)?
  private var calls: [(entryID: String?, call: ArrivingCall)] = []
  /// The files of the answer's images, by their segments.
  ///
  /// The files of a complete answer are not removed, because the session has the images in its
  /// transcript.
  private var images: [String: [ImageFiles]] = [:]

  /// Creates a reply.
  ///
  /// - Parameter isStructured: `true` if the answer is the JSON of a schema.
  init(isStructured: Bool) { self.isStructured = isStructured }

  /// Returns the framework's events for an event of SchemaKit.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that is not an
  ///   image in a file or in memory; an error of the framework if it cannot read the JSON of
  ///   metadata.
  mutating func events(
    for event: SchemaSessions.LanguageModelExecutorGenerationChannel.Event
  ) throws -> [Event] {
    if let usage = event.usage { tokenCount.update(usage) }
    switch event.kind {
    case .change(let change, let part, let entryID):
      guard !collect(event, change, part, entryID) else { return [] }
      return try framework(change, part, entryID).map { [$0] } ?? []
    case .fitted(let forms): reset(to: forms)
    case .finished(let reason): finishReason = reason
    case .restarted:
      // A request is only sent again before it has content, so no event was sent to the framework
      // and there are no images.
      tokenCount.restart()
      finishReason = .stop
      reset(to: ReplyForms())
    case .identified: break
    }
    return []
  }

  private var usage: SchemaSessions.LanguageModelSession.Usage { tokenCount.total ?? .zero }

  /// Removes the files of the images.
  ///
  /// Call this function if the answer is discarded.
  func removeImages() {
    for files in images.values.joined() { files.remove() }
  }

  /// Starts the reply again with other forms of content.
  ///
  /// The text and the calls so far are discarded.
  private mutating func reset(to forms: ReplyForms) {
    self.forms = forms
    answer = nil
    calls = []
  }

  /// Keeps a change of the answer's text or of a call.
  ///
  /// - Returns: `true` if the content arrives in another form, and is sent when the reply ends.
  private mutating func collect(
    _ event: SchemaSessions.LanguageModelExecutorGenerationChannel.Event, _ change: Channel.Change,
    _ part: Channel.Part, _ entryID: String?
  ) -> Bool {
    switch (part, change) {
    case (.response, .append), (.response, .replace):
      // The answer is changed in place, because copying the text of a long answer for each event
      // takes too long.
      if answer == nil { answer = (entryID, ReplyAssembler()) }
      answer?.entryID = entryID
      answer?.reply.add(event)
      return !forms.answer.isIdentity
    case (.call(let id, let name), _):
      let place = index(of: id, name, entryID)
      calls[place].call.apply(change)
      return arrivesInOtherForm(calls[place].call.name)
    case (.toolCalls, .remove(let id)):
      // A collected call was not yet sent to the framework.
      let wasCollected = calls.contains { $0.call.id == id && arrivesInOtherForm($0.call.name) }
      calls.removeAll { $0.call.id == id }
      return wasCollected
    default:
      return false
    }
  }

  /// Returns the framework's event for a change; `nil` for a change that no action of a part makes.
  private mutating func framework(
    _ change: Channel.Change, _ part: Channel.Part, _ entryID: String?
  ) throws -> Event? {
    switch (part, change) {
    case (.response, .append(let text)):
      .response(
        entryID: entryID,
        action: .appendText(
          text.content, segmentID: text.segmentID, tokenCount: text.tokenCount))
    case (.response, .replace(let text)):
      .response(
        entryID: entryID,
        action: .replaceTextSegment(
          text.content, segmentID: text.segmentID, tokenCount: text.tokenCount))
    case (.response, .addAttachment(let segment)):
      .response(entryID: entryID, action: .addAttachmentSegment(try attachment(segment)))
    case (.response, .remove(let id)):
      .response(entryID: entryID, action: .removeAttachmentSegment(id: removingFiles(of: id)))
    case (.response, .updateMetadata(let metadata)):
      .response(entryID: entryID, action: .updateMetadata(try framework(metadata.values)))
    case (.response, .updateUsage):
      .response(
        entryID: entryID,
        action: .updateUsage(
          input: .init(usage.input), output: .init(usage.output),
          metadata: try framework(usage.metadata)))
    case (.reasoning, .append(let text)):
      .reasoning(
        entryID: entryID,
        action: .appendText(
          text.content, segmentID: text.segmentID, tokenCount: text.tokenCount))
    case (.reasoning, .replace(let text)):
      .reasoning(
        entryID: entryID,
        action: .replaceTextSegment(
          text.content, segmentID: text.segmentID, tokenCount: text.tokenCount))
    case (.reasoning, .sign(let signature)):
      .reasoning(
        entryID: entryID,
        action: .updateSignature(signature.signature, tokenCount: signature.tokenCount))
    case (.reasoning, .updateMetadata(let metadata)):
      .reasoning(entryID: entryID, action: .updateMetadata(try framework(metadata.values)))
    case (.reasoning, .updateUsage):
      .reasoning(
        entryID: entryID,
        action: .updateUsage(
          input: .init(usage.input), output: .init(usage.output),
          metadata: try framework(usage.metadata)))
    case (.call(let id, let name), .appendArguments(let fragment)):
      call(id, name, entryID, .appendArguments(fragment.content, tokenCount: fragment.tokenCount))
    case (.call(let id, let name), .updateMetadata(let metadata)):
      call(id, name, entryID, .updateMetadata(try framework(metadata.values)))
    case (.toolCalls, .remove(let id)):
      .toolCalls(entryID: entryID, action: .removeToolCall(id: id))
    case (.toolCalls, .updateMetadata(let metadata)):
      .toolCalls(entryID: entryID, action: .updateMetadata(try framework(metadata.values)))
    case (.toolCalls, .updateUsage):
      .toolCalls(
        entryID: entryID,
        action: .updateUsage(
          input: .init(usage.input), output: .init(usage.output),
          metadata: try framework(usage.metadata)))
    default: nil
    }
  }

  /// Returns an event of a call, which has the name of its first event.
  private mutating func call(
    _ id: String, _ name: String, _ entryID: String?,
    _ action: FoundationModels.LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall.Action
  ) -> Event {
    let name = calls[index(of: id, name, entryID)].call.name
    return .toolCalls(entryID: entryID, action: .toolCall(id: id, name: name, action: action))
  }

  /// Returns an attachment, whose image is in a file that is removed with it.
  private mutating func attachment(
    _ segment: SchemaSessions.Transcript.AttachmentSegment
  ) throws -> FoundationModels.Transcript.AttachmentSegment {
    let files = ImageFiles()
    images[segment.id, default: []].append(files)
    return try .init(segment, files)
  }

  /// Removes the files of an attachment, and returns its identifier.
  private mutating func removingFiles(of id: String) -> String {
    for files in images.removeValue(forKey: id) ?? [] { files.remove() }
    return id
  }

  /// Returns the index of the call with an identifier.
  ///
  /// Adds a new call if there is none.
  private mutating func index(of id: String, _ name: String, _ entryID: String?) -> Int {
    if let known = calls.firstIndex(where: { $0.call.id == id }) { return known }
    calls.append((entryID, ArrivingCall(id: id, name: name)))
    return calls.endIndex - 1
  }

  /// Returns `true` if the arguments of a tool arrive in another form than its schema.
  ///
  /// Such arguments are collected until the reply ends.
  private func arrivesInOtherForm(_ name: String) -> Bool {
    forms.arguments[name]?.isIdentity == false
  }

  /// Returns the collected events at the end of the reply.
  ///
  /// - Throws: `GeneratedContent.ParsingError` if the arguments of a call are not complete JSON, or
  ///   if the JSON of an answer was cut off. Without the error, the framework would consider the
  ///   answer complete.
  func lastEvents() throws -> [Event] {
    let kept = try calls.flatMap { try lastEvents(of: $0.call, $0.entryID) }
    if finishReason == .length, isStructured { throw AnswerCutOff.error(answer?.reply.text ?? "") }
    guard let answer, !forms.answer.isIdentity else { return kept }
    let arrived = answer.reply.text
    // Sessions read answers with the same options.
    let content = try? SchemaModel.GeneratedContent(json: arrived, options: .lenient)
    let text =
      if let content, content.isComplete {
        declared(content, forms.answer).jsonString(.compact)
      } else {
        arrived
      }
    return [
      .response(
        entryID: answer.entryID, action: .appendText(text, segmentID: nil, tokenCount: 0))
    ] + kept
  }

  /// Returns the remaining events of a call when the reply ends.
  private func lastEvents(of arrived: ArrivingCall, _ entryID: String?) throws -> [Event] {
    typealias Action = FoundationModels.LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall
      .Action
    let call = try arrived.call(isCutOff: finishReason == .length)
    var actions: [Action] = []
    if arrivesInOtherForm(call.toolName) || arrived.arguments.isEmpty {
      let arguments = declared(call.arguments, forms.arguments[call.toolName] ?? .identity)
      actions.append(.appendArguments(arguments.jsonString(.compact), tokenCount: 0))
    }
    if arrivesInOtherForm(call.toolName), !call.metadata.isEmpty {
      actions.append(.updateMetadata(try framework(call.metadata)))
    }
    return actions.map {
      .toolCalls(
        entryID: entryID, action: .toolCall(id: call.id, name: call.toolName, action: $0))
    }
  }

  /// Converts metadata to the framework's content.
  private func framework(
    _ metadata: [String: SchemaModel.GeneratedContent]
  ) throws -> [String: FoundationModels.GeneratedContent] {
    try metadata.mapValues { try FoundationModels.GeneratedContent(json: $0.jsonString) }
  }

  /// Returns content in the declared form.
  ///
  /// If the content does not have the requested form, returns it unchanged, and the framework's
  /// session throws an error.
  private func declared(
    _ content: SchemaModel.GeneratedContent, _ mapping: AnswerMapping
  ) -> SchemaModel.GeneratedContent {
    (try? mapping.content(from: content)) ?? content
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.LanguageModelExecutorGenerationChannel.Usage.Input {
  fileprivate init(_ input: SchemaSessions.LanguageModelSession.Usage.Input) {
    self.init(totalTokenCount: input.totalTokenCount, cachedTokenCount: input.cachedTokenCount)
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.LanguageModelExecutorGenerationChannel.Usage.Output {
  fileprivate init(_ output: SchemaSessions.LanguageModelSession.Usage.Output) {
    self.init(
      totalTokenCount: output.totalTokenCount, reasoningTokenCount: output.reasoningTokenCount)
  }
}
#endif
