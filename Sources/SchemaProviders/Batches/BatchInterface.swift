import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A format whose requests can also be sent in batches, with complete replies.
protocol BatchFormat: WireFormat {
  /// The provider's batches; `nil` if the model has none.
  var batchInterface: (any BatchInterface)? { get }

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
  var frame: BatchFrame { get }

  /// Returns the texts before and after the body of one request.
  func frame(of id: String) -> (before: String, after: String)

  /// Starts a batch.
  ///
  /// - Throws: `LanguageModelError`; `CancellationError`.
  func start(_ payload: Data, attached: [Range<Int>], on server: BatchServer) async throws
    -> String

  /// Returns the path of the status of a batch.
  func path(of id: String) -> String

  /// Returns the path of a request that cancels a batch.
  func cancelPath(of id: String) -> String

  /// Returns the status of a batch; `nil` if the reply is not a batch.
  func status(_ reply: GeneratedContent) -> BatchStatus?

  /// Returns the sources of the results of a batch that has ended.
  func sources(_ reply: GeneratedContent, of id: String) -> [BatchSource]

  /// Reads a result.
  ///
  /// `position` is the position of the result in its source.
  func result(_ line: GeneratedContent, at position: Int, of batch: ModelBatch) -> BatchLine?
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
  /// Results in the reply itself.
  case inline([GeneratedContent])
}

/// A result as a provider writes it.
struct BatchLine {
  let id: String
  /// The model's reply, or the error in its place.
  let reply: Result<GeneratedContent, any Error>
}

/// The server of a provider's batches.
struct BatchServer: Sendable {
  let provider: String
  /// Creates a request from the method, the path, the type of the content, and the body.
  let request: @Sendable (String, String, String, Data) async throws -> TransportRequest
  /// Sends a request, and returns a successful response.
  ///
  /// If the last argument is `true`, the request is also repeated after an error that leaves open
  /// whether the server has accepted it.
  let send: @Sendable (TransportRequest, Bool) async throws -> TransportResponse

  /// Returns the JSON at a path.
  func get(_ path: String) async throws -> GeneratedContent {
    try await send(request("GET", path, "", Data()), true).object(of: provider)
  }

  /// Sends a body, and returns the JSON of the response.
  func post(
    _ path: String, _ body: Data, contentType: String = "application/json",
    attached: [Range<Int>] = []
  ) async throws -> GeneratedContent {
    var request = try await request("POST", path, contentType, body)
    request.setAttached(attached)
    return try await send(request, false).object(of: provider)
  }

  /// Returns the bytes of a file.
  func file(_ path: String) async throws -> AsyncThrowingStream<Data, any Error> {
    try await send(request("GET", path, "", Data()), true).body
  }

  /// Returns the error that a session throws for an error of the connection while a body is read.
  func bodyError(_ error: any Error) -> any Error {
    (error as? TransportError)?.sessionError(of: provider) ?? error
  }

  /// Returns the error for a reply that lacks a part of the interface.
  func invalidReply(without part: String) -> LanguageModelError {
    .invalidReply(of: provider, without: part)
  }
}

extension String {
  /// `true` if the text can be an identifier in a path.
  var isIdentifier: Bool { !isEmpty && self != "." && self != ".." && utf8.count <= 512 }
}
