import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A format whose requests also go in batches, which answer with whole replies.
protocol BatchFormat: WireFormat where Reader: WholeReader {
  /// The provider's batches; `nil` where the model has none.
  var batchInterface: (any BatchInterface)? { get }

  /// The format of requests whose replies are no streams.
  var withoutStream: Self { get }

  /// The header of each request.
  func headers(key: String?) -> [String: String]
}

/// A reader that also takes a reply that is no stream.
protocol WholeReader: WireReader {
  /// Takes a whole reply, and adds its events, also before it throws. ``finish(into:)`` follows.
  ///
  /// - Throws: `ProviderRequestFailure` for something that is no reply, or for one that failed.
  mutating func read(
    whole reply: GeneratedContent, into events: inout [LanguageModelExecutorGenerationChannel.Event]
  ) throws
}

/// How a provider takes batches, and gives their results.
protocol BatchInterface: Sendable {
  /// The name of the interface that answers the requests.
  var name: String { get }

  /// The largest number of requests.
  var maximumCount: Int { get }

  /// The largest number of bytes of all requests together.
  var maximumSize: Int { get }

  /// What is before the requests, between two of them, and after them.
  var frame: BatchFrame { get }

  /// What is before and after the body of one request.
  func frame(of id: String) -> (before: String, after: String)

  /// Starts a batch.
  ///
  /// - Parameters:
  ///   - payload: All requests in their frame.
  ///   - attached: The bytes of the payload that are attachments.
  ///   - server: The server.
  /// - Returns: The identifier of the batch.
  /// - Throws: `LanguageModelError`; `CancellationError`.
  func start(_ payload: Data, attached: [Range<Int>], on server: BatchServer) async throws
    -> String

  /// The path at which the server says how far a batch is.
  func path(of id: String) -> String

  /// The path of a request that cancels a batch.
  func cancelPath(of id: String) -> String

  /// How far a batch is; `nil` for something else than a batch.
  func status(_ reply: GeneratedContent) -> BatchStatus?

  /// Where the results of a batch are that has ended.
  func sources(_ reply: GeneratedContent, of id: String) -> [BatchSource]

  /// Reads a result; `position` is that of the result in its source.
  func result(_ line: GeneratedContent, at position: Int, of batch: ModelBatch) -> BatchLine?
}

/// What is around the requests of a batch.
struct BatchFrame {
  var contentType = "application/json"
  var before = ""
  var between = ","
  var after = ""
}

/// A place with results.
enum BatchSource {
  /// A file with a result in each line, by its path.
  case file(String)
  /// Results that are here already.
  case inline([GeneratedContent])
}

/// A result as a provider writes it.
struct BatchLine {
  let id: String
  /// The reply of the model, or why there is none.
  let reply: Result<GeneratedContent, any Error>
}

/// The server of a provider's batches.
struct BatchServer: Sendable {
  let provider: String
  /// Makes a request: the method, the path, the type of the content, and the body.
  let request: @Sendable (String, String, String, Data) async throws -> TransportRequest
  /// Sends it, and gives the response if that is a success.
  ///
  /// The last argument says whether the request may be sent again after an error that leaves open
  /// whether the server has taken it.
  let send: @Sendable (TransportRequest, Bool) async throws -> TransportResponse

  /// The JSON at a path.
  func get(_ path: String) async throws -> GeneratedContent {
    try await send(request("GET", path, "", Data()), true).object(of: provider)
  }

  /// Sends a body, and reads the JSON that answers it.
  func post(
    _ path: String, _ body: Data, contentType: String = "application/json",
    attached: [Range<Int>] = []
  ) async throws -> GeneratedContent {
    var request = try await request("POST", path, contentType, body)
    request.attached = attached
    return try await send(request, false).object(of: provider)
  }

  /// The bytes of a file.
  func file(_ path: String) async throws -> AsyncThrowingStream<Data, any Error> {
    try await send(request("GET", path, "", Data()), true).body
  }

  /// An error of the connection within a body, as a session throws it.
  func bodyError(_ error: any Error) -> any Error {
    (error as? TransportError)?.sessionError(of: provider) ?? error
  }

  /// The error for a reply that is not what the interface says.
  func invalidReply(_ what: String) -> LanguageModelError { .invalidReply(of: provider, what) }
}

/// The lines of a file, of which one that is too long is left out.
struct BatchLines {
  private var line = Data()
  private var isSkipping = false

  /// Takes a piece, and gives the lines that it completes.
  mutating func append(_ piece: Data) -> [Data] {
    var lines: [Data] = []
    var rest = piece[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end])
      if let line = finish() { lines.append(line) }
      rest = rest[(end + 1)...]
    }
    add(rest)
    return lines
  }

  /// The last line, if it has no end, or the line so far; `nil` for an empty one.
  mutating func finish() -> Data? {
    defer {
      line = Data()
      isSkipping = false
    }
    return line.isEmpty ? nil : line
  }

  private mutating func add(_ bytes: Data) {
    guard !isSkipping else { return }
    guard line.count + bytes.count <= StreamLimit.eventSize else {
      isSkipping = true
      line = Data()
      return
    }
    line += bytes
  }
}
