import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SessionTestSupport

/// A provider of batches that answers by method and path, as its documents say.
final class ScriptedBatchServer: ModelTransport {
  typealias Answer = @Sendable (TransportRequest) -> (status: Int, body: String)

  private let answers: [String: Answer]
  private let state = Locked<[TransportRequest]>([])

  /// The keys are a method, a space and a path, such as `GET /v1/batches/b1`.
  init(_ answers: [String: Answer]) {
    self.answers = answers
  }

  convenience init(_ bodies: [String: String]) {
    self.init(bodies.mapValues { body in { @Sendable _ in (200, body) } })
  }

  var requests: [TransportRequest] { state.withLock { $0 } }

  var calls: [String] { requests.map { "\($0.method) \($0.url.path)" } }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    state.withLock { $0.append(request) }
    let found = answers["\(request.method) \(request.url.path)"]
    let (status, body) =
      found?(request) ?? (404, #"{"error":{"message":"no such path \#(request.url.path)"}}"#)
    // In small pieces, so that lines end anywhere.
    let bytes = Data(body.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: 100).map {
      bytes[$0..<min($0 + 100, bytes.count)]
    }
    let rest = Locked(pieces[...])
    return TransportResponse(
      status: status, headers: [:], body: AsyncThrowingStream { rest.withLock { $0.popFirst() } })
  }
}
