extension LanguageModelExecutorGenerationChannel {
  /// Something that an executor reports.
  ///
  /// Events that name an entry belong to it; an event without a name belongs to the entry of the
  /// event before if that is of the same kind, else to a new one.
  public struct Event: Sendable {
    package enum Kind: Sendable {
      case response(Response)
      case reasoning(Reasoning)
      case toolCalls(ToolCalls)
      case fitted(ReplyForms)
      case identified(ResponseIdentity)
      case finished(FinishReason)
    }

    package let kind: Kind

    /// Whether the event adds to the reply, so that the request cannot be sent again unnoticed.
    package var isContent: Bool {
      switch kind {
      case .response(let response): response.action.kind.isContent
      case .reasoning(let reasoning): reasoning.action.kind.isContent
      case .toolCalls(let calls): calls.action.kind.isContent
      case .fitted, .identified, .finished: false
      }
    }

    /// What the request has used by now, if the event says so.
    package var usage: LanguageModelSession.Usage? {
      switch kind {
      case .response(let response):
        if case .updateUsage(let usage) = response.action.kind { usage } else { nil }
      case .reasoning(let reasoning):
        if case .updateUsage(let usage) = reasoning.action.kind { usage } else { nil }
      case .toolCalls(let calls):
        if case .updateUsage(let usage) = calls.action.kind { usage } else { nil }
      case .fitted, .identified, .finished: nil
      }
    }

    /// About how many bytes the event has in memory.
    var size: Int {
      let content =
        switch kind {
        case .response(let response): response.action.kind.size
        case .reasoning(let reasoning): reasoning.action.kind.size
        case .toolCalls(let calls): calls.action.kind.size
        case .fitted, .identified, .finished: 0
        }
      return MemoryLayout<Event>.size + content
    }

    /// Whether the event is of a call of a tool.
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

    /// What the provider calls the response, if the event says so.
    package var responseIdentity: ResponseIdentity? {
      if case .identified(let identity) = kind { identity } else { nil }
    }

    /// Why the model stopped, if the event says so.
    package var finishReason: FinishReason? {
      if case .finished(let reason) = kind { reason } else { nil }
    }

    /// A part of the answer.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry.
    ///   - action: What to do with the entry.
    /// - Returns: The event.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }

    /// A part of the model's thoughts.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry.
    ///   - action: What to do with the entry.
    /// - Returns: The event.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .reasoning(Reasoning(entryID: entryID, action: action)))
    }

    /// A part of the calls of tools.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry.
    ///   - action: What to do with the entry.
    /// - Returns: The event.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .toolCalls(ToolCalls(entryID: entryID, action: action)))
    }

    /// The schemas of the request were fitted, so the answer and the arguments of calls have other
    /// forms.
    ///
    /// It comes before what it applies to. The session maps what follows back, and goes on as if
    /// nothing had changed. FoundationModels has no such event; a model that does not send it
    /// answers in the declared form.
    ///
    /// - Parameter forms: The forms, from `FittedSchema.mapping` of each schema.
    /// - Returns: The event.
    public static func fitted(_ forms: ReplyForms) -> Event {
      Event(kind: .fitted(forms))
    }

    /// What the provider calls the response, for telemetry; no transcript keeps it.
    ///
    /// FoundationModels has no such event.
    ///
    /// - Parameter identity: What the provider calls the response.
    /// - Returns: The event.
    public static func identified(_ identity: ResponseIdentity) -> Event {
      Event(kind: .identified(identity))
    }

    /// Why the model stopped.
    ///
    /// FoundationModels has no such event; a model that does not send it is taken to have stopped
    /// by itself.
    ///
    /// - Parameter reason: Why the model stopped.
    /// - Returns: The event.
    public static func finished(_ reason: FinishReason) -> Event {
      Event(kind: .finished(reason))
    }
  }

  /// What a request has used: the same as for a session.
  public typealias Usage = LanguageModelSession.Usage

  /// What a provider calls a response.
  public struct ResponseIdentity: Sendable, Hashable {
    /// The provider's identifier of the response; `nil` if it gives none.
    public var id: String?

    /// The name of the model that answers, which may say more than the name that was asked for;
    /// `nil` if the provider does not say.
    public var model: String?

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - id: The provider's identifier of the response.
    ///   - model: The name of the model that answers.
    public init(id: String? = nil, model: String? = nil) {
      self.id = id
      self.model = model
    }
  }

  /// Why a model stopped.
  ///
  /// For a refusal and a filter the executor throws ``LanguageModelError`` instead.
  public enum FinishReason: Sendable, Hashable {
    /// The answer is whole, or the calls of tools are.
    case stop

    /// The answer is as long as it may become, and was cut off.
    case length
  }
}
