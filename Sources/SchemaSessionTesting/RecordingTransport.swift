public import Foundation
import SchemaConcurrency
public import SchemaProviders
import SchemaSessions

/// A transport that records the requests and responses of another transport, for
/// ``ReplayTransport``.
///
///     let transport = RecordingTransport(ModelProvider.URLSessionTransport(), to: file)
///     let model = OpenAIModel("gpt-5", transport: transport)
///
/// The file has a line of JSON for each request, after its response has ended or after it has
/// failed without a response. Cancelled requests are not recorded. API keys in the header or the
/// address of a request are masked in all parts of the exchange. Prompts and answers are not
/// masked.
public struct RecordingTransport: ModelTransport {
  private let transport: any ModelTransport
  private let file: URL
  /// `true` after the first exchange was written to the file.
  private let hasBegun = Locked(false)

  /// Creates a transport.
  ///
  /// `file` is the file of the recording. An existing file is replaced.
  public init(_ transport: any ModelTransport, to file: URL) {
    self.transport = transport
    self.file = file
  }

  /// Sends a request.
  ///
  /// Records it when its response has ended, or when it fails without a response.
  ///
  /// - Returns: The response. Its body also throws an error if the recording cannot be written.
  /// - Throws: The errors of the other transport; an error of Foundation if such an error cannot be
  ///   recorded.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch let error as CancellationError {
      throw error
    } catch {
      var exchange = RecordedExchange(request: RecordedExchange.Request(request))
      exchange.fail(error)
      try record(exchange, of: request)
      throw error
    }
    let exchange = Locked(
      RecordedExchange(
        request: RecordedExchange.Request(request), status: response.status,
        headers: response.headers.filter { $0.key != "set-cookie" }))
    let body = ResponseBody.observed(response.body) { piece in
      exchange.withLock { $0.body.append(RecordedExchange.Piece(piece)) }
    } onEnd: { error in
      if let error { exchange.withLock { $0.fail(error) } }
      try record(exchange.withLock { $0 }, of: request)
    }
    return TransportResponse(status: response.status, headers: response.headers, body: body)
  }

  private func record(_ exchange: RecordedExchange, of request: TransportRequest) throws {
    var exchange = exchange
    try exchange.mask(request)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(exchange) + Data("\n".utf8)
    try hasBegun.withLock { hasBegun in
      if hasBegun {
        try append(line)
      } else {
        try line.write(to: file, options: .atomic)
        hasBegun = true
      }
    }
  }

  /// Appends a line to the file.
  ///
  /// If this fails, the file does not change.
  private func append(_ line: Data) throws {
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let end = try handle.seekToEnd()
    do {
      try handle.write(contentsOf: line)
    } catch {
      try? handle.truncate(atOffset: end)
      throw error
    }
  }
}
