import SchemaSessions

/// The end of a reply.
///
/// Readers fill it, and may ask how the reply ends; only ``ReplyStream`` decides what this means
/// for the answer. A reply has one of three ends: it is open until the server states an end; it is
/// stated by a known reason, or by the interface's last event; it is cut if the response ends while
/// it is open, or after an unknown reason. Only a stated end makes an answer or a call complete.
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

  /// The reasons of all servers.
  ///
  /// One table serves all interfaces, since gateways pass on the reasons of the provider behind
  /// them, and change the letter case. Reasons that pause an answer are not in it: only their
  /// interface can continue the answer.
  private static let meanings: [String: Meaning] = {
    let complete = [
      "stop", "end_turn", "stop_sequence", "stop_token", "eos", "eos_token", "complete",
      "completed", "tool_use", "tool_call", "tool_calls", "function_call", "load", "unload",
    ]
    let length = [
      "length", "max_tokens", "max_output_tokens", "max_length", "model_length", "token_limit",
    ]
    let filtered = [
      "content_filter", "content_filtered", "guardrail_intervened", "sensitive", "safety",
      "blocklist", "prohibited_content", "spii", "recitation", "model_armor", "image_safety",
      "image_prohibited_content", "image_recitation",
    ]
    let failed = [
      "abort", "error", "insufficient_system_resource", "network_error", "malformed_model_output",
      "malformed_tool_use", "other", "malformed_function_call", "unexpected_tool_call",
      "too_many_tool_calls", "malformed_response", "missing_thought_signature", "no_image",
      "image_other",
    ]
    let groups: [(Meaning, [String])] = [
      (.complete, complete), (.length, length), (.filtered(), filtered), (.failed, failed),
      (.contextExceeded, ["model_context_window_exceeded", "context_length_exceeded"]),
      (.refused, ["refusal"]), (.unknownLanguage, ["language"]),
    ]
    let pairs = groups.flatMap { meaning, reasons in reasons.map { (key($0), meaning) } }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// A reason without letter case and separators: `MAX_TOKENS`, `max-tokens` and `maxTokens` are
  /// one.
  private static func key(_ reason: String) -> String {
    reason.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private var meaning: Meaning?
  /// The server's last reason, which may be unknown.
  private(set) var reason: String?
  /// The reason of the provider behind the server.
  private(set) var nativeReason: String?
  /// The server's words about the reason.
  private(set) var explanation = ""
  /// `true` if the response has nothing more to read.
  private(set) var isLast = false

  /// Notes a reason of the server.
  ///
  /// Empty reasons, and the text `null`, are placeholders. A later reason does not replace a known
  /// one, unless the interface states one in each event. `pause` is the interface's reason that
  /// pauses an answer.
  mutating func state(_ text: String?, pause: String? = nil, replaces: Bool = false) {
    guard let text, !text.isBlank, text.lowercased() != "null" else { return }
    let key = Self.key(text)
    let known = pause.map(Self.key) == key ? .paused : Self.meanings[key]
    guard meaning == nil || replaces && known != nil else { return }
    (meaning, reason) = (known, text)
  }

  /// Notes a reason why the answer is incomplete.
  mutating func state(incomplete reason: String) {
    let known = Self.meanings[Self.key(reason)] ?? .failed
    (meaning, self.reason) = (known, reason)
    if case .complete = known { meaning = .failed }
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
  func check(_ failures: ReplyFailures, refusal: String, strayText: String) throws {
    if case .error(let failure) = meaning { throw failure }
    guard let meaning else {
      throw reason.map { failures.endedEarly($0, explanation) }
        ?? failures.cutOff(strayText: strayText)
    }
    guard refusal.isEmpty else { throw failures.refusal(SplitSurrogates.joined(refusal)) }
    let reason = reason ?? ""
    switch meaning {
    case .complete, .length, .paused, .error: break
    case .refused: throw failures.refusal(explanation)
    case .contextExceeded: throw failures.contextExceeded
    case .filtered(let isPrompt): throw failures.filtered(reason, explanation, isPrompt: isPrompt)
    case .failed: throw failures.endedEarly(reason, explanation)
    case .unknownLanguage: throw failures.unknownLanguage(explanation)
    }
  }
}
