extension LanguageModelExecutorGenerationChannel {
  /// An event that an executor reports.
  ///
  /// An event with an entry's identifier belongs to that entry. An event without one belongs to the
  /// newest entry if this entry has the same kind. Otherwise the event begins a new entry.
  public struct Event: Sendable {
    package enum Kind: Sendable {
      case response(Response)
      case reasoning(Reasoning)
      case toolCalls(ToolCalls)
      case fitted(ReplyForms)
      case identified(ResponseIdentity)
      case restarted
      case finished(FinishReason)
    }

    package let kind: Kind

    /// `true` if the event adds content to the reply.
    ///
    /// A model then does not repeat the request.
    package var isContent: Bool {
      switch kind {
      case .response(let response): response.action.kind.isContent
      case .reasoning(let reasoning): reasoning.action.kind.isContent
      case .toolCalls(let calls): calls.action.kind.isContent
      case .fitted, .identified, .restarted, .finished: false
      }
    }

    /// The usage of the request so far, if the event has it.
    package var usage: LanguageModelSession.Usage? {
      switch kind {
      case .response(let response):
        if case .updateUsage(let usage) = response.action.kind { usage } else { nil }
      case .reasoning(let reasoning):
        if case .updateUsage(let usage) = reasoning.action.kind { usage } else { nil }
      case .toolCalls(let calls):
        if case .updateUsage(let usage) = calls.action.kind { usage } else { nil }
      case .fitted, .identified, .restarted, .finished: nil
      }
    }

    /// `true` if the request is sent again.
    package var isRestart: Bool {
      if case .restarted = kind { true } else { false }
    }

    /// The approximate size of the event in memory, in bytes.
    var size: Int {
      let content =
        switch kind {
        case .response(let response): response.action.kind.size
        case .reasoning(let reasoning): reasoning.action.kind.size
        case .toolCalls(let calls): calls.action.kind.size
        case .fitted, .identified, .restarted, .finished: 0
        }
      return MemoryLayout<Event>.size + content
    }

    /// `true` if the event belongs to a call of a tool.
    package var isToolCall: Bool {
      guard case .toolCalls(let calls) = kind, case .toolCall = calls.action.kind else {
        return false
      }
      return true
    }

    /// The text that the event adds to the answer.
    package var appendedText: String? {
      guard case .response(let response) = kind,
        case .appendText(let fragment) = response.action.kind
      else { return nil }
      return fragment.content
    }

    /// The provider's names for the response, if the event has them.
    package var responseIdentity: ResponseIdentity? {
      if case .identified(let identity) = kind { identity } else { nil }
    }

    /// The reason why the model stopped, if the event has it.
    package var finishReason: FinishReason? {
      if case .finished(let reason) = kind { reason } else { nil }
    }

    /// A part of the answer.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }

    /// A part of the model's reasoning.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .reasoning(Reasoning(entryID: entryID, action: action)))
    }

    /// A part of the calls of tools.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .toolCalls(ToolCalls(entryID: entryID, action: action)))
    }

    /// The schemas of the request were fitted, so the answer and the arguments of calls have other
    /// forms.
    ///
    /// The event comes before the events that it applies to. The session maps their values to the
    /// declared form. FoundationModels has no such event; a model that does not send it answers in
    /// the declared form.
    ///
    /// - Parameter forms: The forms, from `FittedSchema.mapping` of each schema.
    /// - Returns: The event.
    public static func fitted(_ forms: ReplyForms) -> Event {
      Event(kind: .fitted(forms))
    }

    /// The provider's names for the response, for telemetry; the transcript does not keep them.
    ///
    /// FoundationModels has no such event.
    public static func identified(_ identity: ResponseIdentity) -> Event {
      Event(kind: .identified(identity))
    }

    /// The request failed before any content, and is sent again to this model or another one.
    ///
    /// Earlier metadata, forms, names and finish reasons do not apply to the new request. Its usage
    /// is added to the usage of the failed request. FoundationModels has no such event.
    public static func restarted() -> Event {
      Event(kind: .restarted)
    }

    /// The reason why the model stopped.
    ///
    /// FoundationModels has no such event. Without it, the model is assumed to have finished its
    /// answer.
    public static func finished(_ reason: FinishReason) -> Event {
      Event(kind: .finished(reason))
    }
  }

  /// The usage of a request.
  ///
  /// Sessions report their usage in the same type.
  public typealias Usage = LanguageModelSession.Usage

  /// A provider's names for a response.
  public struct ResponseIdentity: Sendable, Hashable {
    /// The provider's identifier of the response; `nil` if the provider sends none.
    public var id: String?

    /// The name of the model that answers, which may be more specific than the requested name;
    /// `nil` if the provider does not send it.
    public var model: String?

    /// Creates an identity.
    public init(id: String? = nil, model: String? = nil) {
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
