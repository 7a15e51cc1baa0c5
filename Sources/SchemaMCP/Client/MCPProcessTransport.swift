#if os(macOS) || os(Linux)
import Foundation
import SchemaConcurrency
import SchemaContent
public import SchemaModel
import SchemaSessions

/// A connection to a server that this program starts, over the server's standard input and output.
///
/// The server writes to the standard error of this program. ``close()`` closes the server's input,
/// sends SIGTERM if the server still runs two seconds later, and SIGKILL after two more. Writing to
/// a server that has ended is an error.
public final class MCPProcessTransport: MCPClientTransport {
  private typealias Continuation = CheckedContinuation<GeneratedContent, any Error>

  /// The state of a request whose response has not arrived.
  private enum Request {
    /// No continuation waits yet.
    case begun
    /// The server may not have the request yet.
    case writing(Continuation)
    case written(Continuation)
    /// The request was cancelled before its write ended.
    case cancelled

    /// The continuation that waits for the response.
    var continuation: Continuation? {
      switch self {
      case .writing(let continuation), .written(let continuation): continuation
      case .begun, .cancelled: nil
      }
    }
  }

  private struct State {
    /// The requests by their identifiers.
    var requests: [Int: Request] = [:]
    /// The reason why the connection has ended; `nil` while it is open.
    var end: MCPError?
    var listener: (@Sendable (GeneratedContent) -> Void)?

    /// Removes the continuation that waits for a response; `nil` if there is none.
    mutating func removeContinuation(for response: GeneratedContent) -> Continuation? {
      if let id = response.property(named: "id"), id.shape != .null {
        return (try? Int(id)).flatMap { removeContinuation(of: $0) }
      }
      // An error without an identifier belongs to the waiting request, if there is exactly one.
      let waiting = requests.filter { $0.value.continuation != nil }
      guard waiting.count == 1, let id = waiting.keys.first, response.isResponse(to: id) else {
        return nil
      }
      return removeContinuation(of: id)
    }

    /// Removes the continuation of a request; `nil` if none waits.
    mutating func removeContinuation(of id: Int) -> Continuation? {
      guard let continuation = requests[id]?.continuation else { return nil }
      requests[id] = nil
      return continuation
    }
  }

  private let process = Process()
  private let lines: LineStream
  private let writer: LineWriter
  private let probeTimeout: Duration
  private let requestTimeout: Duration
  private let state = Locked(State())

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - path: The path of the program, or its name in the folders of `PATH`.
  ///   - arguments: Its arguments.
  ///   - environment: Its environment; `nil` for the environment of this program.
  ///   - probeTimeout: The longest time for the first request, which servers of older revisions do
  ///     not know.
  ///   - requestTimeout: The longest time for any other request.
  /// - Throws: The error of the system if the program cannot be started.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    probeTimeout: Duration = .seconds(5), requestTimeout: Duration = .seconds(120)
  ) throws {
    self.probeTimeout = probeTimeout
    self.requestTimeout = requestTimeout
    let isPath = path.contains("/")
    process.executableURL = URL(fileURLWithPath: isPath ? path : "/usr/bin/env")
    process.arguments = isPath ? arguments : [path] + arguments
    if let environment { process.environment = environment }
    let (input, output) = (ChildPipe(), ChildPipe())
    process.standardInput = input.reading
    process.standardOutput = output.writing
    try ChildPipe.run(process)
    // Closes this program's copies of the server's ends, so that each side notices when the other
    // one ends.
    try input.reading.close()
    try output.writing.close()
    lines = LineStream(output.reading, closesFile: true)
    writer = LineWriter(input.writing)
    Task { [weak self, lines] in
      var end = MCPError(.closed, "The MCP server has ended.")
      do {
        while let line = try await lines.next() {
          guard let self else { return }
          await self.take(line)
        }
      } catch {
        // A line that is too long may have no end.
        lines.close()
        end = error as? MCPError ?? end
      }
      self?.end(end)
    }
  }

  deinit {
    lines.close()
    if process.isRunning { process.terminate() }
  }

  /// `false`.
  public var usesHTTP: Bool { false }

  /// Sets the receiver of the server's notifications.
  public func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// Sends a message.
  ///
  /// A request that is cancelled or takes too long is also cancelled on the server, if it was
  /// written. `initialize` and `server/discover` are not cancelled there.
  ///
  /// - Returns: The response; `nil` for a notification.
  /// - Throws: ``MCPError``; `CancellationError`.
  public func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    guard let id = message.id else {
      try await writer.write(message.content.jsonBytes(), within: requestTimeout)
      return nil
    }
    let timeout: Duration? =
      switch message.method {
      case "server/discover": probeTimeout
      case MCPMessage.listenMethod: nil
      default: requestTimeout
      }
    state.withLock { $0.requests[id] = .begun }
    return try await withThrowingTaskGroup(of: GeneratedContent.self) { group in
      group.addTask { [self] in
        try await withTaskCancellationHandler {
          try await response(to: id, of: message)
        } onCancel: {
          abandon(id, of: message)
        }
      }
      if let timeout {
        group.addTask {
          try await Task.sleep(for: timeout)
          throw MCPError(
            .timeout, "The MCP server did not answer '\(message.method)' in time.")
        }
      }
      defer { group.cancelAll() }
      return try await group.next()
    }
  }

  /// Ends the server.
  public func close() async {
    end(MCPError(.closed, "The connection to the MCP server is closed."))
    writer.close()
    // A separate task, so that cancellation doesn't cut the waits short.
    await Task { await endProcess() }.value
    lines.close()
  }

  private func endProcess() async {
    await waitForEnd()
    if process.isRunning {
      process.terminate()
      await waitForEnd()
    }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits until the server has ended, but not for longer than two seconds.
  private func waitForEnd() async {
    for _ in 0..<20 where process.isRunning {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private func response(to id: Int, of message: MCPMessage) async throws -> GeneratedContent {
    try await withCheckedThrowingContinuation { continuation in
      // The continuation has to be stored before the server can answer.
      let error: (any Error)? = state.withLock { state in
        if case .cancelled = state.requests.removeValue(forKey: id) { return CancellationError() }
        if let end = state.end { return end }
        state.requests[id] = .writing(continuation)
        return nil
      }
      if let error { return continuation.resume(throwing: error) }
      Task { await write(message, id: id) }
    }
  }

  /// Writes a request, and then its cancellation if it was cancelled meanwhile.
  private func write(_ message: MCPMessage, id: Int) async {
    let isCancelled = state.withLock { state in
      guard case .cancelled = state.requests[id] else { return false }
      state.requests[id] = nil
      return true
    }
    if isCancelled { return }
    do {
      try await writer.write(message.content.jsonBytes())
    } catch {
      let request = state.withLock { $0.requests.removeValue(forKey: id) }
      request?.continuation?.resume(throwing: error)
      return
    }
    let wasCancelled = state.withLock { state in
      switch state.requests[id] {
      case .writing(let continuation):
        state.requests[id] = .written(continuation)
        return false
      case .cancelled:
        state.requests[id] = nil
        return true
      // The server has already answered, or the connection is closed.
      case .begun, .written, nil: return false
      }
    }
    if wasCancelled { writeCancellation(of: message) }
  }

  /// Stops waiting for a response, and cancels the request on the server if it was written.
  ///
  /// If the request is still being written, it is cancelled after the write.
  private func abandon(_ id: Int, of message: MCPMessage) {
    let request = state.withLock { state in
      let request = state.requests[id]
      switch request {
      case .begun, .writing: state.requests[id] = .cancelled
      case .written: state.requests[id] = nil
      // The response has arrived.
      case .cancelled, nil: break
      }
      return request
    }
    request?.continuation?.resume(throwing: CancellationError())
    if case .written = request { writeCancellation(of: message) }
  }

  private func writeCancellation(of message: MCPMessage) {
    guard let cancellation = message.cancellation else { return }
    Task { [writer] in try? await writer.write(cancellation.content.jsonBytes()) }
  }

  /// Reads a line of the server.
  ///
  /// Lines that are not messages are ignored, since some servers write logs to their standard
  /// output.
  private func take(_ line: [UInt8]) async {
    guard let content = try? GeneratedContent(json: String(decoding: line, as: UTF8.self)),
      content.isComplete, content.shape == .object
    else { return }
    if let answer = content.answerToServer {
      try? await writer.write(answer.jsonBytes(), within: requestTimeout)
      return
    }
    if content.string(named: "method") != nil {
      state.withLock { $0.listener }?(content)
      return
    }
    let continuation = state.withLock { $0.removeContinuation(for: content) }
    continuation?.resume(returning: content)
  }

  private func end(_ error: MCPError) {
    let requests = state.withLock { state in
      if state.end == nil { state.end = error }
      defer { state.requests = [:] }
      return state.requests
    }
    for request in requests.values { request.continuation?.resume(throwing: error) }
  }
}
#endif
