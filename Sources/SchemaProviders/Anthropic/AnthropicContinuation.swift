import SchemaModel
import SchemaSessions

/// The requests that continue an answer after the model has paused it.
struct AnthropicContinuation {
  /// The largest number of pauses of an answer.
  private static let maximumPauses = 20

  private var pauses = 0
  private var body: RequestBody
  /// The messages before the paused answer.
  private let messages: [GeneratedContent]
  /// The blocks of the paused answer.
  private var answer: [GeneratedContent] = []

  init(of body: RequestBody) {
    self.body = body
    messages = body.content.value("messages")?.elementList ?? []
  }

  /// Notes the container in which the server's own tools continue, if an event has its identifier.
  mutating func note(containerID id: GeneratedContent?) {
    if let id { body.content = body.content.setting("container", to: id) }
  }

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
    answer += blocks
    let message = GeneratedContent.object(["role": "assistant", "content": answer])
    body.content = body.content.setting(
      "messages", to: GeneratedContent(elements: messages + [message]))
    var next = request
    body.write(to: &next)
    return next
  }
}
