import SchemaContent
import SchemaFitting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Assembles the entries of a transcript from the events of one request.
package struct ReplyAssembler {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The change that an event makes to the visible answer.
  enum Change {
    /// Text is appended to an entry.
    case append(String, entryID: String)
    /// The text of the answer is replaced by a text that belongs to an entry.
    case replace(String, entryID: String)
    /// The usage has changed.
    case usage
    /// The text that follows has another form.
    case form(AnswerMapping)
  }

  private enum Kind: Hashable {
    case response
    case reasoning
    case toolCalls
  }

  private struct Part {
    let id: String
    let kind: Kind
    var segments: [Transcript.TextSegment] = []
    /// The positions of the segments, by their identifiers.
    var segmentIndices: [String: Int] = [:]
    /// The attachments, each with the number of text segments before it.
    var attachments: [(position: Int, segment: Transcript.AttachmentSegment)] = []
    /// The positions of the attachments, by their identifiers.
    var attachmentIndices: [String: Int] = [:]
    var calls: [ArrivingCall] = []
    /// The positions of the calls, by their identifiers.
    var callIndices: [String: Int] = [:]
    var signature: Data?
    var metadata: [String: GeneratedContent] = [:]

    /// Adds an attachment, or replaces the attachment with the same identifier.
    mutating func add(_ segment: Transcript.AttachmentSegment) {
      if let known = attachmentIndices[segment.id] {
        attachments[known].segment = segment
      } else {
        attachmentIndices[segment.id] = attachments.endIndex
        attachments.append((segments.endIndex, segment))
      }
    }

    /// Removes the attachment with an identifier.
    mutating func removeAttachment(_ id: String) {
      guard attachmentIndices[id] != nil else { return }
      attachments.removeAll { $0.segment.id == id }
      let positions = attachments.enumerated().map { ($1.segment.id, $0) }
      attachmentIndices = Dictionary(positions) { $1 }
    }

    /// The segments that are not empty, in order.
    var filledSegments: [Transcript.Segment] {
      var filled: [Transcript.Segment] = []
      var attachments = attachments[...]
      for (position, text) in segments.enumerated() {
        while let first = attachments.first, first.position <= position {
          filled.append(.attachment(first.segment))
          attachments.removeFirst()
        }
        if !text.content.isEmpty { filled.append(.text(text)) }
      }
      return filled + attachments.map { .attachment($0.segment) }
    }
  }

  private struct PartID: Hashable {
    let id: String
    let kind: Kind
  }

  // A reply may have thousands of parts and calls, so they are found by index and not searched.
  private var parts: [Part] = []
  private var partIndices: [PartID: Int] = [:]
  /// The position of the last part of the answer.
  private var lastResponse: Int?
  /// The size of the answer's text in bytes.
  private var textSize = 0
  /// The size of the text that no change has shown yet, in bytes.
  ///
  /// This text begins with a piece of an earlier segment.
  private var hiddenSize = 0
  private(set) var tokenCount = ReplyTokenCount()
  private var forms = ReplyForms()
  private(set) var finishReason = LanguageModelExecutorGenerationChannel.FinishReason.stop

  /// The usage of all requests of the reply so far.
  var usage: LanguageModelSession.Usage { tokenCount.total ?? .zero }

  package init() {}

  /// The text of the answer so far.
  package var text: String {
    parts.filter { $0.kind == .response }.flatMap(\.segments).map(\.content).joined()
  }

  /// The places in the answer's text.
  var places: AnswerPlaces { AnswerPlaces(forms.answer, in: text) }

  /// Applies a change of the answer, for users that only read the text.
  package mutating func add(_ response: LanguageModelExecutorGenerationChannel.Response) {
    _ = apply(response)
  }

  /// Applies an event.
  ///
  /// - Returns: The change of the visible answer; `nil` for an event that shows only in the
  ///   complete reply.
  mutating func apply(_ event: Event) -> Change? {
    if let usage = event.usage {
      tokenCount.update(usage)
      return .usage
    }
    switch event.kind {
    case .response(let response):
      return apply(response)
    case .reasoning(let reasoning):
      apply(reasoning)
      return nil
    case .toolCalls(let calls):
      apply(calls)
      return nil
    case .fitted(let forms):
      self.forms = forms
      return .form(forms.answer)
    case .identified:
      return nil
    case .restarted:
      // A model restarts only before visible content, so nothing that was shown is dropped.
      (parts, partIndices, lastResponse) = ([], [:], nil)
      (textSize, hiddenSize) = (0, 0)
      tokenCount.restart()
      finishReason = .stop
      forms = ReplyForms()
      return .form(forms.answer)
    case .finished(let reason):
      finishReason = reason
      return nil
    }
  }

  private mutating func apply(
    _ response: LanguageModelExecutorGenerationChannel.Response
  ) -> Change? {
    switch response.action.kind {
    case .appendText(let fragment):
      let text = fragment.content
      let part = index(of: response.entryID, .response)
      let segment = index(of: fragment.segmentID, inPart: part)
      parts[part].segments[segment].content += text
      textSize += text.utf8.count
      let isLast = segment == parts[part].segments.endIndex - 1 && part == lastResponse
      if isLast, hiddenSize == 0 { return .append(text, entryID: parts[part].id) }
      // A change can append text only at the end, so a piece of an earlier segment replaces all
      // text. A replacement for each piece would take quadratic time. The text is therefore
      // replaced only when more than an eighth of it is hidden.
      hiddenSize += text.utf8.count
      return hiddenSize * 8 > textSize ? showText(of: part) : nil
    case .replaceTextSegment(let replacement):
      let text = replacement.content
      let part = index(of: response.entryID, .response)
      let segment = index(of: replacement.segmentID, inPart: part)
      textSize += text.utf8.count - parts[part].segments[segment].content.utf8.count
      parts[part].segments[segment].content = text
      return showText(of: part)
    case .addAttachmentSegment(let segment):
      parts[index(of: response.entryID, .response)].add(segment)
    case .removeAttachmentSegment(let id):
      parts[index(of: response.entryID, .response)].removeAttachment(id)
    case .updateMetadata(let metadata):
      parts[index(of: response.entryID, .response)].metadata = metadata.values
    case .updateUsage:
      break  // `apply(_:)` has taken the usage.
    }
    return nil
  }

  private mutating func showText(of part: Int) -> Change {
    hiddenSize = 0
    return .replace(text, entryID: parts[part].id)
  }

  /// Returns the change that shows the hidden text, if any, when the reply has ended.
  mutating func finish() -> Change? { hiddenSize > 0 ? lastResponse.map { showText(of: $0) } : nil }

  private mutating func apply(_ reasoning: LanguageModelExecutorGenerationChannel.Reasoning) {
    switch reasoning.action.kind {
    case .appendText(let fragment):
      let part = index(of: reasoning.entryID, .reasoning)
      let segment = index(of: fragment.segmentID, inPart: part)
      parts[part].segments[segment].content += fragment.content
    case .replaceTextSegment(let replacement):
      let part = index(of: reasoning.entryID, .reasoning)
      let segment = index(of: replacement.segmentID, inPart: part)
      parts[part].segments[segment].content = replacement.content
    case .updateSignature(let signature):
      parts[index(of: reasoning.entryID, .reasoning)].signature = signature.signature
    case .updateMetadata(let metadata):
      parts[index(of: reasoning.entryID, .reasoning)].metadata = metadata.values
    case .updateUsage:
      break
    }
  }

  private mutating func apply(_ calls: LanguageModelExecutorGenerationChannel.ToolCalls) {
    switch calls.action.kind {
    case .toolCall(let change):
      let part = index(of: calls.entryID, .toolCalls)
      let call = parts[part].callIndices[change.id] ?? parts[part].calls.endIndex
      if call == parts[part].calls.endIndex {
        parts[part].calls.append(ArrivingCall(id: change.id, name: change.name))
        parts[part].callIndices[change.id] = call
      }
      switch change.action.kind {
      case .appendArguments(let fragment):
        parts[part].calls[call].append(arguments: fragment.content)
      case .updateMetadata(let metadata):
        parts[part].calls[call].setMetadata(metadata.values)
      }
    case .removeToolCall(let id):
      for part in parts.indices where parts[part].callIndices[id] != nil {
        parts[part].calls.removeAll { $0.id == id }
        let positions = parts[part].calls.enumerated().map { ($1.id, $0) }
        parts[part].callIndices = Dictionary(positions) { $1 }
      }
    case .updateMetadata, .updateUsage:
      break
    }
  }

  /// Returns the index of the part with an identifier, and adds the part if it is new.
  ///
  /// Without an identifier, the part is the last one if it has the kind, and a new one otherwise.
  private mutating func index(of id: String?, _ kind: Kind) -> Int {
    if let id {
      if let known = partIndices[PartID(id: id, kind: kind)] { return known }
    } else if let last = parts.last, last.kind == kind {
      return parts.endIndex - 1
    }
    let id = id ?? UUID.random().uuidString
    let index = parts.endIndex
    parts.append(Part(id: id, kind: kind))
    partIndices[PartID(id: id, kind: kind)] = index
    if kind == .response { lastResponse = index }
    return index
  }

  /// Returns the index of the segment with an identifier, and adds the segment if it is new.
  ///
  /// Without an identifier, the segment is the last one, or a new one if an attachment follows it.
  private mutating func index(of id: String?, inPart part: Int) -> Int {
    let index = parts[part].segments.endIndex
    if let id {
      if let known = parts[part].segmentIndices[id] { return known }
    } else if index > 0, parts[part].attachments.last?.position != index {
      return index - 1
    }
    let newID = id ?? Transcript.Response.segmentID(index, of: parts[part].id)
    parts[part].segments.append(Transcript.TextSegment(id: newID, content: ""))
    parts[part].segmentIndices[newID] = index
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
  }

  /// Returns the entries, with all calls of tools in one entry.
  ///
  /// An empty answer next to calls of tools is left out.
  ///
  /// Arguments that are not JSON are a fault of their call. Arguments that were cut off are an
  /// error, since the model cannot correct them within the same number of tokens.
  ///
  /// - Throws: `GeneratedContent.ParsingError` if the reply was cut off, and has calls.
  func entries() throws -> Entries {
    var faults: [String: CallFault] = [:]
    var places: [String: AnswerPlaces] = [:]
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
          let (call, fault) = try read(arrived)
          // A valid later call with the same identifier does not remove the fault.
          if let fault { faults[call.id] = fault }
          calls.append(call)
        }
      }
    }
    if let callsID, !calls.isEmpty {
      entries.append(.toolCalls(Transcript.ToolCalls(id: callsID, calls)))
    }
    return Entries(entries: entries, faults: faults, places: places)
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
