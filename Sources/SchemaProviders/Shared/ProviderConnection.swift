import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all models of this module have in common: a key, a transport and a policy for retries.
package struct ProviderConnection: Sendable {
  /// How much of a body that is no success is read, in bytes.
  private static let longestErrorBody = 65_536

  package var key: APIKey?
  package var transport: any ModelTransport
  package var retryPolicy: RetryPolicy

  package init(key: APIKey?, transport: any ModelTransport, retryPolicy: RetryPolicy) {
    self.key = key
    self.transport = transport
    self.retryPolicy = retryPolicy
  }

  /// Sends a request, and hands its events on as they arrive.
  ///
  /// - Throws: `LanguageModelError`, ``TransportError``, what the format throws, `CancellationError`.
  package nonisolated(nonsending) func run(
    _ request: LanguageModelExecutorGenerationRequest, in format: some WireFormat,
    to channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let key = try await key?.value()
    var retries = 0
    while true {
      var isHandedOn = false
      do {
        let (wireRequest, reader) = try format.request(for: request, key: key)
        try await send(wireRequest, format, reader, key) { event in
          isHandedOn = true
          await channel.send(event)
        }
        return
      } catch {
        try Task.checkCancellation()
        let failure = error as? ProviderRequestFailure ?? ProviderRequestFailure(error)
        guard !isHandedOn,
          let delay = retryPolicy.delay(
            after: failure, retries: retries, random: .random(in: 0..<1))
        else { throw failure.error }
        retries += 1
        try await Task.sleep(for: delay)
      }
    }
  }

  private nonisolated(nonsending) func send(
    _ request: TransportRequest, _ format: some WireFormat, _ reader: some WireReader,
    _ key: String?,
    _ handOn: (LanguageModelExecutorGenerationChannel.Event) async -> Void
  ) async throws {
    let response = try await transport.send(request)
    guard response.status == 200 else {
      var body = Data()
      for try await piece in response.body {
        body += piece
        if body.count >= ProviderConnection.longestErrorBody { break }
      }
      var text = String(decoding: body.prefix(ProviderConnection.longestErrorBody), as: UTF8.self)
      if let key, !key.isEmpty { text = text.replacing(key, with: "•••") }
      throw format.failure(
        FailedResponse(status: response.status, headers: response.headers, body: text))
    }
    var reader = reader
    for try await piece in response.body {
      for event in try reader.read(piece) { await handOn(event) }
    }
    // A cancelled body ends without an error.
    try Task.checkCancellation()
    for event in try reader.finish() { await handOn(event) }
  }
}
