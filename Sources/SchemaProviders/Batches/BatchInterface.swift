import Foundation
import SchemaModel
import SchemaSessions
import SchemaText

/// A format whose requests can also be sent in batches, with complete replies.
protocol BatchFormat: WireFormat {
  /// The format of requests with complete replies.
  var withoutStream: Self { get }
}

/// A provider's interface for batches and their results.
protocol BatchInterface: Sendable {
  /// The name of the interface that answers the requests.
  var name: String { get }

  /// The largest number of requests.
  var maximumCount: Int { get }

  /// The largest number of bytes of all requests together.
  var maximumSize: Int { get }

  /// The texts before, between and after the requests.
  var batchFrame: BatchFrame { get }

  /// Returns the texts before and after the body of one request.
  func requestFrame(id: String) -> (before: String, after: String)

  /// The path of the batches, which the identifier of a batch follows.
  var path: String { get }

  /// The end of the path that cancels a batch.
  var cancelSuffix: String { get }

  /// Starts a batch.
  ///
  /// - Returns: The identifier of the batch.
  /// - Throws: `LanguageModelError`; `CancellationError`.
  func start(_ payload: Data, attached: [Range<Int>], on server: BatchServer) async throws
    -> String

  /// Returns the status of a batch; `nil` if the reply is not a batch.
  func status(_ reply: GeneratedContent) -> BatchStatus?

  /// Returns the sources of the results of a batch that has ended, from its status and its path.
  func sources(_ reply: GeneratedContent, of batch: ModelBatch, at path: String) -> [BatchSource]

  /// Reads a result.
  func result(_ line: GeneratedContent, of batch: ModelBatch) -> BatchLine?
}

/// The texts before, between and after the requests of a batch.
struct BatchFrame {
  var contentType = "application/json"
  var before = ""
  var between = ","
  var after = ""
}

/// A source of results.
enum BatchSource {
  /// A file with a result on each line, by its path.
  case file(String)
  /// Results in the reply itself, each with the name of its request.
  case inline([GeneratedContent])
}

/// A result as a provider writes it.
struct BatchLine {
  let id: String
  /// The model's reply, or the error in its place.
  let reply: Result<GeneratedContent, any Error>
}

extension ModelBatch {
  /// Returns the result of a request with an error object in place of a reply.
  func failure(
    _ error: GeneratedContent, status: Int? = nil
  ) -> Result<GeneratedContent, any Error> {
    .failure(ProviderError.sessionError(for: error, of: provider, status: status))
  }
}

/// The server of a provider's batches.
struct BatchServer: Sendable {
  let interface: any BatchInterface
  /// The format of requests with complete replies.
  let format: any BatchFormat
  private let connection: ProviderConnection
  private let schemas: WrittenSchemas

  var provider: String { format.provider }

  init(
    _ connection: ProviderConnection, _ format: some BatchFormat, _ interface: any BatchInterface
  ) {
    self.interface = interface
    self.connection = connection
    self.format = format.withoutStream
    schemas = WrittenSchemas(for: format.withoutStream)
  }

  /// Returns the response at a path.
  func get(_ path: String) async throws -> TransportResponse {
    try await send("GET", path, Data(), contentType: nil)
  }

  /// Sends a body, and returns the JSON of the response.
  ///
  /// After an error that leaves open whether the server has accepted the request, it is not
  /// repeated.
  func post(
    _ path: String, _ body: Data, contentType: String = "application/json",
    attached: [Range<Int>] = []
  ) async throws -> GeneratedContent {
    try await send("POST", path, body, contentType: contentType, attached: attached)
      .object(of: provider)
  }

  private func send(
    _ method: String, _ path: String, _ body: Data, contentType: String?,
    attached: [Range<Int>] = []
  ) async throws -> TransportResponse {
    var headers = format.headers(key: try await connection.key?.value())
    headers["content-type"] = contentType
    headers["accept"] = contentType == nil ? "*/*" : "application/json"
    headers["accept-encoding"] = "identity"
    var request = TransportRequest(
      url: try format.url(format.baseURL, path), headers: [:], body: Data())
    request.method = method
    request.setBody(body, attached: attached)
    try request.add(headers, provider: provider)
    try request.add(connection.headers, provider: provider)
    return try await connection.response(to: request, in: format, isRepeatable: method == "GET")
  }

  /// Returns the status of a batch, and the reply with it.
  ///
  /// - Throws: `LanguageModelError`; an error of the key; `CancellationError`.
  func status(of batch: ModelBatch) async throws -> (status: BatchStatus, reply: GeneratedContent) {
    let reply = try await get(path(of: batch)).object(of: provider)
    guard let status = interface.status(reply) else {
      throw LanguageModelError.invalidReply(of: provider, without: "batch")
    }
    return (status, reply)
  }

  /// Returns the path of a batch.
  func path(of batch: ModelBatch) -> String { "\(interface.path)/\(batch.id.pathSegment)" }

  /// Writes a request of a batch, and returns the reader of its reply.
  ///
  /// - Throws: The errors of the format.
  func write<Format: BatchFormat>(
    _ request: LanguageModelExecutorGenerationRequest, in format: Format
  ) throws -> (TransportRequest, Format.Reader) {
    try format.request(
      for: try request.preparingAttachments(for: provider), key: nil, schemas: schemas)
  }

  /// Passes the events of a reply to a channel.
  ///
  /// - Throws: The errors of a session's request.
  func read(
    _ reply: GeneratedContent, to request: LanguageModelExecutorGenerationRequest,
    in format: some BatchFormat, into channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var reader = ReplyStream(try write(request, in: format).1)
    let forms = reader.forms
    if !forms.areDeclared { await channel.send(.fitted(forms)) }
    var events: [LanguageModelExecutorGenerationChannel.Event] = []
    let result = Result {
      try reader.read(completeReply: reply, into: &events)
      try reader.finish(into: &events)
      if reader.isPaused {
        throw reader.failures.failure(
          .paused, "the answer was paused, and a batch cannot continue it.")
      }
    }
    for event in events { await channel.send(event) }
    do {
      try result.get()
    } catch let failure as ProviderRequestFailure {
      throw failure.error
    }
  }
}

extension GeneratedContent {
  /// Returns the text of a property in a server's reply.
  ///
  /// - Throws: `LanguageModelError` without the property, which `part` describes.
  func text(
    _ name: String, of provider: String, _ part: String = "identifier of the batch"
  ) throws -> String {
    guard let text = nonEmptyText(named: name) else {
      throw LanguageModelError.invalidReply(of: provider, without: part)
    }
    return text
  }
}

extension String {
  /// `true` if the text can be an identifier in a path.
  var isIdentifier: Bool { !isEmpty && self != "." && self != ".." && utf8.count <= 512 }
}
