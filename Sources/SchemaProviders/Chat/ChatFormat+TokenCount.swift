import SchemaModel
import SchemaSessions

extension ChatFormat: TokenCountingFormat {
  var countsTokens: Bool { quirks.has(.tokenCount) }

  /// Counts the tokens of a request on a server of llama.cpp.
  ///
  /// `POST /apply-template` writes the conversation in the form of the model, and `POST /tokenize`
  /// divides the text into tokens. Both paths follow the address of the server without `/v1`.
  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas,
    answer: @Sendable (TransportRequest) async throws -> GeneratedContent
  ) async throws -> Int? {
    if let entry = request.transcript.first(where: { !$0.attachments.isEmpty }) {
      throw entry.unsupported("\(provider) counts the tokens of text only.")
    }
    let written = try withoutStream.request(for: request, key: key, schemas: schemas).0
    var conversation = written
    conversation.headers["accept"] = "application/json"
    conversation.url = try url(serverURL, "apply-template")
    guard let prompt = try await answer(conversation).text(named: "prompt") else { return nil }
    let content = GeneratedContent.object([
      "content": prompt, "add_special": true, "parse_special": true,
    ])
    var text = try post(
      RequestBody(content: content), to: url(serverURL, "tokenize"), key: key,
      accept: "application/json")
    text.idleTimeout = written.idleTimeout
    guard let tokens = try await answer(text).value("tokens"), tokens.shape == .array else {
      return nil
    }
    return tokens.childCount
  }

  /// The address of the server, without the version of the interface.
  private var serverURL: String {
    let parts = baseURL.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var address = parts[0]
    while address.hasSuffix("/") { address.removeLast() }
    if address.hasSuffix("/v1") { address.removeLast(3) }
    return parts.count > 1 ? "\(address)?\(parts[1])" : String(address)
  }
}
