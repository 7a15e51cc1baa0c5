import SchemaConcurrency
public import SchemaFitting

/// A channel that carries an executor's events to a session.
///
/// An executor sends events and the session reads them. ``send(_:)`` suspends while the session is
/// behind, and the session suspends while the reader of its stream is behind. An executor should
/// await each call before it reads the next part of a response. It then reads its connection only
/// as fast as the stream is read.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// The size of the unread events, in bytes, at which senders wait.
  private static let limit = 4_096

  private let events = BoundedQueue<Event>(limit: limit)

  /// Creates a channel.
  public init() {}

  /// Sends an event, and waits until there is room for another one.
  ///
  /// After a cancellation of the request the event is dropped.
  public nonisolated(nonsending) func send(_ event: Event) async {
    await events.send(event, cost: event.size)
  }

  /// Sends events that arrived together, and calls functions around the wait for room, if there is
  /// one.
  package nonisolated(nonsending) func send(
    _ arrived: [Event], beforeWait: () -> Void, afterWait: () -> Void
  ) async {
    let size = arrived.reduce(0) { $0 + $1.size }
    guard !arrived.isEmpty, !Task.isCancelled, !events.add(arrived, cost: size) else { return }
    beforeWait()
    await events.waitForRoom()
    afterWait()
  }

  /// Ends the events, with the error of the executor if it has failed.
  package func finish(throwing error: (any Error)? = nil) { events.finish(throwing: error) }

  /// Ends the events, and drops the unread ones.
  func close() { events.close() }

  /// Creates the iterator; a channel has only one.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events) }

  /// Reads events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let events: BoundedQueue<Event>
    /// The events that were taken from the channel and are not read yet.
    private var taken: ArraySlice<Event> = []

    fileprivate init(events: BoundedQueue<Event>) { self.events = events }

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last one and after a cancellation.
    /// - Throws: The error that ended the events.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Event? {
      if taken.isEmpty {
        // Frees the events that were read: an open stream spends most of its time in this wait.
        taken = []
        taken = try await events.takeAll()[...]
      }
      return taken.popFirst()
    }
  }
}

extension LanguageModelExecutorGenerationChannel {
  /// An event that an executor reports.
  ///
  /// An event with an entry's identifier belongs to that entry. An event without one belongs to the
  /// newest entry if this entry has the same kind. Otherwise the event begins a new entry.
  public struct Event: Sendable {
    package enum Kind: Sendable {
      /// A change of a part of an entry.
      case change(Change, of: Part, entryID: String?)
      case fitted(ReplyForms)
      case identified(ResponseIdentity)
      case restarted
      case finished(FinishReason)
    }

    package let kind: Kind

    /// The change, if the event is one.
    private var change: Change? { if case .change(let change, _, _) = kind { change } else { nil } }

    /// `true` if the event adds content to the reply.
    ///
    /// A model then does not repeat the request.
    package var isContent: Bool {
      if case .change(_, .call, _) = kind { true } else { change?.contentSize != nil }
    }

    /// `true` if the event adds text to the answer.
    var isText: Bool {
      if case .change(_, .response, _) = kind { change?.contentSize != nil } else { false }
    }

    /// The usage of the request so far, if the event has it.
    package var usage: LanguageModelSession.Usage? {
      if case .updateUsage(let usage)? = change { usage } else { nil }
    }

    /// The approximate size of the event in memory, in bytes.
    var size: Int { MemoryLayout<Event>.size + (change?.contentSize ?? 0) }

    /// A part of the answer.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .change(action.change, of: .response, entryID: entryID))
    }

    /// A part of the model's reasoning.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .change(action.change, of: .reasoning, entryID: entryID))
    }

    /// A part of the calls of tools.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .change(action.change, of: action.part, entryID: entryID))
    }

    /// The schemas of the request were fitted, so the answer and the arguments of calls have other
    /// forms.
    ///
    /// The event comes before the events that it applies to. The session maps their values to the
    /// declared form. FoundationModels has no such event; a model that does not send it answers in
    /// the declared form.
    ///
    /// The mappings are those of `FittedSchema.mapping`, for arguments by the tools' names. A tool
    /// without a mapping gets its arguments unchanged. `isEnforced` is `true` if the model can only
    /// write answers that have the form of their schema: they are then read strictly; see
    /// ``SessionPolicy/reading``.
    public static func fitted(
      answer: AnswerMapping = .identity, arguments: [String: AnswerMapping] = [:],
      isEnforced: Bool = false
    ) -> Event {
      var forms = ReplyForms(answer: answer, arguments: arguments)
      forms.enforcesAnswer = isEnforced
      return .fitted(forms)
    }

    package static func fitted(_ forms: ReplyForms) -> Event { Event(kind: .fitted(forms)) }

    /// The provider's names for the response, for telemetry; the transcript does not keep them.
    ///
    /// The name of the model that answers may be more specific than the requested name.
    /// FoundationModels has no such event.
    public static func identified(id: String? = nil, model: String? = nil) -> Event {
      Event(kind: .identified(ResponseIdentity(id: id, model: model)))
    }

    /// The request failed before any content, and is sent again to this model or another one.
    ///
    /// Earlier metadata, forms, names and finish reasons do not apply to the new request. Its usage
    /// is added to the usage of the failed request. FoundationModels has no such event.
    public static func restarted() -> Event { Event(kind: .restarted) }

    /// The reason why the model stopped.
    ///
    /// FoundationModels has no such event. Without it, the model is assumed to have finished its
    /// answer.
    public static func finished(_ reason: FinishReason) -> Event { Event(kind: .finished(reason)) }
  }

  /// The part of a reply that an event changes.
  package enum Part: Sendable, Hashable {
    case response
    case reasoning
    /// All calls of tools in an entry.
    case toolCalls
    case call(id: String, name: String)
  }

  /// A change of a part.
  ///
  /// Not every part has every change: the functions that make the actions of ``Response``,
  /// ``Reasoning`` and ``ToolCalls`` decide that.
  package enum Change: Sendable {
    case append(TextFragment)
    case replace(TextSegmentReplacement)
    case addAttachment(Transcript.AttachmentSegment)
    case appendArguments(ToolCalls.ToolCall.ArgumentsFragment)
    case sign(ReasoningSignature)
    /// Removes an attachment of an answer, or a call.
    case remove(id: String)
    case updateMetadata(Metadata)
    case updateUsage(Usage)

    /// The size of the content that the change adds, in bytes; `nil` if the change is not one of
    /// content.
    var contentSize: Int? {
      switch self {
      case .append(let text): text.content.utf8.count
      case .replace(let text): text.content.utf8.count
      case .addAttachment(let segment): segment.content.source.data?.count ?? 0
      case .appendArguments(let fragment): fragment.content.utf8.count
      case .sign(let signature): signature.signature.count
      case .remove: 0
      case .updateMetadata, .updateUsage: nil
      }
    }
  }

  /// The usage of a request.
  ///
  /// Sessions report their usage in the same type.
  public typealias Usage = LanguageModelSession.Usage

  /// A provider's names for a response.
  package struct ResponseIdentity: Sendable, Hashable {
    package var id: String?
    package var model: String?

    package init(id: String? = nil, model: String? = nil) {
      self.id = id
      self.model = model
    }
  }

  /// The reason why a model stopped.
  ///
  /// If the model refuses or a filter stops it, the executor throws ``LanguageModelError`` instead.
  public enum FinishReason: Sendable, Hashable {
    /// The answer, or the calls of tools, are complete.
    case stop

    /// The answer has reached its largest length, and was cut off.
    case length
  }
}

/// The forms of the answer and of the arguments of calls in a reply to fitted schemas.
package struct ReplyForms: Sendable, Hashable {
  /// The mapping from the answer to content of its declared schema.
  package var answer: AnswerMapping

  /// The mappings from the arguments of calls to content of their declared schemas, by the tools'
  /// names.
  ///
  /// A tool without a mapping gets its arguments unchanged.
  package var arguments: [String: AnswerMapping]

  /// `true` if the provider enforces the schema of the answer.
  package var enforcesAnswer = false

  /// The names of the tools for whose arguments the provider enforces the schema.
  package var enforcedTools: Set<String> = []

  package init(
    answer: AnswerMapping = .identity, arguments: [String: AnswerMapping] = [:]
  ) {
    self.answer = answer
    self.arguments = arguments
  }

  /// `true` if all forms are the declared ones, and nothing is enforced.
  package var areDeclared: Bool {
    answer.isIdentity && arguments.values.allSatisfy { $0.isIdentity } && !enforcesAnswer
      && enforcedTools.isEmpty
  }
}
