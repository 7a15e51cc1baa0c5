import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessions

extension MCPServer {
  /// The largest number of a client's requests that are answered concurrently.
  private static let maximumRequests = 64

  /// Serves the client that has started this program, over standard input and output, until the
  /// input ends.
  ///
  /// Write nothing else to standard output, which carries the messages; use standard error for
  /// logs.
  ///
  /// At most 64 requests are answered at a time; any further request gets an error.
  ///
  /// - Throws: ``MCPError`` if a message is too long, or the client has ended; `CancellationError`.
  public func runOnStandardIO() async throws {
    try await run(reading: .standardInput, writing: .standardOutput)
  }

  /// Serves one client, over two files.
  func run(reading input: FileHandle, writing output: FileHandle) async throws {
    let lines = LineStream(input)
    defer { lines.close() }
    let writer = LineWriter(output)
    let requests = RunningRequests()
    try await withTaskCancellationHandler {
      do {
        while let line = try await lines.next() {
          try await begin(line, writer, requests)
        }
      } catch {
        requests.cancelAll()
        try await requests.waitForAll()
        throw error
      }
      // A client that closes the input may still wait for responses.
      try await requests.waitForAll()
    } onCancel: {
      lines.close()
      requests.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// Begins to process a message.
  ///
  /// Notifications other than a cancellation are ignored.
  ///
  /// - Throws: ``MCPError`` if the client has ended.
  private func begin(
    _ text: String, _ writer: LineWriter, _ requests: RunningRequests
  ) async throws {
    if text.isBlank { return }
    let message: GeneratedContent
    do {
      message = try Self.message(of: text)
    } catch {
      return try await writer.write(error.response.jsonBytes())
    }
    guard let id = message.property(named: "id") else {
      if message.string(named: "method") == "notifications/cancelled",
        let request = message.value("params", "requestId")
      {
        requests.cancel(request)
      }
      return
    }
    // The server does not wait for room here, since it could not read cancellations in the
    // meantime.
    if let refusal = requests.refusal(of: id, limit: Self.maximumRequests) {
      return try await writer.write(refusal.jsonBytes())
    }
    requests.begin(id) {
      let response = try await Self.reporting(message) { report in
        try? await writer.write(report.jsonBytes())
      } _: {
        try await self.response(to: message, id: id)
      }
      // A cancelled request gets no response.
      try Task.checkCancellation()
      try await writer.write(response.jsonBytes())
    }
  }
}

/// The running requests of a client, by their identifiers as text.
private final class RunningRequests: Sendable {
  private struct State {
    var tasks: [String: Task<Void, Never>] = [:]
    /// The reason why a response could not be written.
    var failure: MCPError?
  }

  private let state = Locked(State())

  /// Returns the response to a request that cannot begin; `nil` if the request can begin.
  func refusal(of id: GeneratedContent, limit: Int) -> GeneratedContent? {
    let (count, isUsed) = state.withLock { ($0.tasks.count, $0.tasks[id.jsonString] != nil) }
    if isUsed {
      return .failure(
        id, ErrorCode.invalidRequest, "A request with this 'id' is still being answered.")
    }
    guard count >= limit else { return nil }
    return .failure(
      id, ErrorCode.internalError,
      "The server answers \(count) requests, and takes no more at a time. Ask again.")
  }

  /// Begins a request; called only by the reader of the messages.
  func begin(_ id: GeneratedContent, _ body: @escaping @Sendable () async throws -> Void) {
    let key = id.jsonString
    state.withLock { state in
      state.tasks[key] = Task {
        var failure: MCPError?
        do { try await body() } catch { failure = error as? MCPError }
        self.state.withLock { [failure] state in
          state.tasks[key] = nil
          state.failure = state.failure ?? failure
        }
      }
    }
  }

  func cancel(_ id: GeneratedContent) { state.withLock { $0.tasks[id.jsonString] }?.cancel() }

  func cancelAll() {
    for task in state.withLock({ $0.tasks.values.map(\.self) }) { task.cancel() }
  }

  /// Waits until all requests have ended.
  ///
  /// - Throws: ``MCPError`` if a response could not be written.
  func waitForAll() async throws {
    for task in state.withLock({ $0.tasks.values.map(\.self) }) { await task.value }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
