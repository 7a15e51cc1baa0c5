public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LanguageModelExecutorGenerationChannel {
  /// Something that an executor reports.
  ///
  /// Events that name an entry belong to it; an event without a name belongs to the entry of the
  /// event before if that is of the same kind, else to a new one.
  public struct Event: Sendable {
    package enum Kind: Sendable {
      case response(Response.Action)
      case reasoning(Reasoning.Action)
      case toolCalls(ToolCalls.Action)
      case fitted(ReplyForms)
      case identified(ResponseIdentity)
      case finished(FinishReason)
    }

    package let entryID: String?
    package let kind: Kind

    /// Whether the event adds to the reply, so that the request cannot be sent again unnoticed.
    package var isContent: Bool {
      switch kind {
      case .response(.updateMetadata), .response(.updateUsage), .reasoning(.updateMetadata),
        .reasoning(.updateUsage), .toolCalls(.updateMetadata), .toolCalls(.updateUsage), .fitted,
        .identified, .finished:
        false
      case .response, .reasoning, .toolCalls: true
      }
    }

    /// What the request has used by now, if the event says so.
    package var usage: LanguageModelSession.Usage? {
      switch kind {
      case .response(.updateUsage(let input, let output, let metadata)),
        .reasoning(.updateUsage(let input, let output, let metadata)),
        .toolCalls(.updateUsage(let input, let output, let metadata)):
        LanguageModelSession.Usage(input: input, output: output, metadata: metadata)
      default: nil
      }
    }

    /// About how many bytes the event has in memory.
    var size: Int {
      let text =
        switch kind {
        case .response(.appendText(let text, _, _)),
          .response(.replaceTextSegment(let text, _, _)),
          .reasoning(.appendText(let text, _, _)),
          .reasoning(.replaceTextSegment(let text, _, _)),
          .toolCalls(.toolCall(_, _, .appendArguments(let text, _))):
          text.utf8.count
        case .reasoning(.updateSignature(let signature, _)):
          signature.count
        case .response(.addAttachmentSegment(let segment)):
          segment.content.source.data?.count ?? 0
        default:
          0
        }
      return MemoryLayout<Event>.size + text
    }

    /// Whether the event is of a call of a tool.
    package var isToolCall: Bool {
      if case .toolCalls(.toolCall) = kind { true } else { false }
    }

    /// The text that the event adds to the answer.
    package var appendedText: String? {
      if case .response(.appendText(let text, _, _)) = kind { text } else { nil }
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
      Event(entryID: entryID, kind: .response(action))
    }

    /// A part of the model's thoughts.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry.
    ///   - action: What to do with the entry.
    /// - Returns: The event.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(entryID: entryID, kind: .reasoning(action))
    }

    /// A part of the calls of tools.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry.
    ///   - action: What to do with the entry.
    /// - Returns: The event.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(entryID: entryID, kind: .toolCalls(action))
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
      Event(entryID: nil, kind: .fitted(forms))
    }

    /// What the provider calls the response, for telemetry; no transcript keeps it.
    ///
    /// FoundationModels has no such event.
    ///
    /// - Parameter identity: What the provider calls the response.
    /// - Returns: The event.
    public static func identified(_ identity: ResponseIdentity) -> Event {
      Event(entryID: nil, kind: .identified(identity))
    }

    /// Why the model stopped.
    ///
    /// FoundationModels has no such event; a model that does not send it is taken to have stopped
    /// by itself.
    ///
    /// - Parameter reason: Why the model stopped.
    /// - Returns: The event.
    public static func finished(_ reason: FinishReason) -> Event {
      Event(entryID: nil, kind: .finished(reason))
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

  /// What may happen to an answer.
  public enum Response {
    /// What happens to an answer.
    public enum Action: Sendable {
      /// Text follows, which the provider counts as a number of tokens, or 0 if it does not say.
      case appendText(_ text: String, segmentID: String? = nil, tokenCount: Int)

      /// A segment has another text.
      case replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int)

      /// An attachment follows, such as an image that the model made; one with the same identifier
      /// is replaced.
      case addAttachmentSegment(_ segment: Transcript.AttachmentSegment)

      /// An attachment is taken back.
      case removeAttachmentSegment(id: String)

      /// The answer has other metadata.
      case updateMetadata(_ metadata: [String: GeneratedContent])

      /// The request has used tokens; the last such event counts.
      case updateUsage(
        input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
        metadata: [String: GeneratedContent] = [:])
    }
  }

  /// What may happen to a model's thoughts.
  public enum Reasoning {
    /// What happens to a model's thoughts.
    public enum Action: Sendable {
      /// Text follows.
      case appendText(_ text: String, segmentID: String? = nil, tokenCount: Int)

      /// A segment has another text.
      case replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int)

      /// The thoughts have a signature, which the provider wants back.
      case updateSignature(_ signature: Data, tokenCount: Int)

      /// The thoughts have other metadata.
      case updateMetadata(_ metadata: [String: GeneratedContent])

      /// The request has used tokens; the last such event counts.
      case updateUsage(
        input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
        metadata: [String: GeneratedContent] = [:])
    }
  }

  /// What may happen to the calls of tools.
  public enum ToolCalls {
    /// What happens to the calls of tools.
    public enum Action: Sendable {
      /// Something happens to one call; the first such event begins the call.
      case toolCall(id: String, name: String, action: ToolCall.Action)

      /// A call is taken back.
      case removeToolCall(id: String)

      /// All calls together have other metadata, which no transcript keeps.
      case updateMetadata(_ metadata: [String: GeneratedContent])

      /// The request has used tokens; the last such event counts.
      case updateUsage(
        input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
        metadata: [String: GeneratedContent] = [:])
    }

    /// What may happen to one call.
    public enum ToolCall {
      /// What happens to one call.
      public enum Action: Sendable {
        /// A piece of the arguments, as JSON text, follows.
        case appendArguments(_ text: String, tokenCount: Int)

        /// The call has other metadata.
        case updateMetadata(_ metadata: [String: GeneratedContent])
      }
    }
  }
}
