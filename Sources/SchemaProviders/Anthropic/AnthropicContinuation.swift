import SchemaContent
import SchemaModel
import SchemaSessions

/// The requests that continue an answer after the model has paused it.
struct AnthropicContinuation {
  /// The largest number of pauses of an answer.
  private static let maximumPauses = 20

  private var pauses = 0
  /// The position in the request's body after the blocks of the paused answer.
  private var answerEnd: Int?
  /// The property of the request's body with the identifier of the container, in which the server's
  /// own tools continue.
  private var container = LastProperty("container")
  /// The identifier of the container, if the server has sent one.
  private var containerID: GeneratedContent?

  /// Notes the identifier of the container, if an event has one.
  mutating func note(containerID id: GeneratedContent?) { containerID = id ?? containerID }

  /// Returns the request that continues the answer.
  ///
  /// `blocks` are the blocks of the answer since the previous request, in the form in which the
  /// interface wants them back.
  ///
  /// - Throws: `ProviderRequestFailure` if the answer was paused too often.
  mutating func request(
    after request: TransportRequest, adding blocks: [GeneratedContent], in context: ReplyContext
  ) throws -> TransportRequest {
    pauses += 1
    guard pauses <= Self.maximumPauses else {
      throw context.failures.failure(
        .anthropicPaused, "the model paused more than \(Self.maximumPauses) times.")
    }
    var next = request
    guard let end = answerEnd ?? Self.beginAnswer(in: &next) else {
      throw context.failures.failure(.anthropicPaused, "the request has no messages.")
    }
    let written = blocks.map { $0.jsonBytes() }.joined(separator: [UInt8(ascii: ",")])
    answerEnd = next.append(Array(written), toArrayEndingAt: end)
    if let containerID { container.set(containerID, in: &next) }
    return next
  }

  /// Adds an empty message of the model, and returns the position for its blocks.
  private static func beginAnswer(in request: inout TransportRequest) -> Int? {
    let message = Array(#"{"role":"assistant","content":[]}"#.utf8)
    guard let end = request.endOfArray(named: "messages") else { return nil }
    // The message ends with the bracket of its content and its brace.
    return request.append(message, toArrayEndingAt: end) - 2
  }
}
