import SchemaSessions

/// The end of a reply.
///
/// Readers fill it, and only ``ReplyStream`` interprets it. A reply has one of three ends: it is
/// open until the server states an end; it is stated by a reason that the interface has, or by the
/// interface's last event; it is cut if the response ends while it is open, or after a reason that
/// the interface does not have. Only a stated end makes an answer or a call complete.
struct ReplyEnd {
  /// The meaning of a stated reason.
  enum Meaning {
    case complete, length, contextExceeded, refused
    /// Another request continues the answer.
    case paused
    /// A filter stopped the answer, or the prompt.
    case filtered(isPrompt: Bool = false)
    /// The server ended the answer early.
    case failed
    case unknownLanguage
    /// The server reports an error as the end.
    case error(ProviderRequestFailure)
  }

  private var meaning: Meaning?
  /// The server's last reason, which the interface may not have.
  private(set) var reason: String?
  /// The reason of the provider behind the server.
  private(set) var nativeReason: String?
  /// The server's words about the reason.
  private(set) var explanation = ""
  /// `true` if the response has nothing more to read.
  private(set) var isLast = false

  /// Notes a reason of the server.
  ///
  /// Empty reasons, and the text `null`, are placeholders. A later reason does not replace a reason
  /// that the interface has, unless the interface states one in each event.
  mutating func state(
    _ text: String?, _ meanings: [String: Meaning], replaces: Bool = false
  ) {
    guard let text, !text.isBlank, text.lowercased() != "null" else { return }
    let known = meanings[text]
    guard meaning == nil || replaces && known != nil else { return }
    (meaning, reason) = (known, text)
  }

  /// Notes an end without a reason of the server.
  mutating func state(_ meaning: Meaning, reason: String? = nil) {
    (self.meaning, self.reason) = (meaning, reason ?? self.reason)
  }

  /// Notes the reason of a provider behind the server, which only explains an empty reply.
  mutating func note(_ text: String?) {
    if let text, !text.isBlank { nativeReason = text }
  }

  /// Notes the server's words about the reason.
  mutating func explain(_ text: String?) {
    if let text, !text.isBlank { explanation = text }
  }

  /// Notes the interface's last event, which is a stated end if there is no reason.
  mutating func close() {
    isLast = true
    if meaning == nil, reason == nil { meaning = .complete }
  }

  var isStated: Bool { meaning != nil }

  var isPaused: Bool { if case .paused = meaning { true } else { false } }
  var isLength: Bool { if case .length = meaning { true } else { false } }

  /// Checks that the reply has a stated end with an answer.
  ///
  /// `refusal` is the model's words if it declines. `strayText` is the text outside of events.
  ///
  /// - Throws: The error of the end.
  func check(_ context: ReplyContext, refusal: String, strayText: String) throws {
    if case .error(let failure) = meaning { throw failure }
    guard let meaning else {
      throw reason.map { context.endedEarly($0, explanation) }
        ?? context.cutOff(strayText: strayText)
    }
    guard refusal.isEmpty else { throw context.refusal(SplitSurrogates.joined(refusal)) }
    let reason = reason ?? ""
    switch meaning {
    case .complete, .length, .paused, .error: break
    case .refused: throw context.refusal(explanation)
    case .contextExceeded: throw context.contextExceeded
    case .filtered(let isPrompt): throw context.filtered(reason, explanation, isPrompt: isPrompt)
    case .failed: throw context.endedEarly(reason, explanation)
    case .unknownLanguage: throw context.unknownLanguage(explanation)
    }
  }
}
