#if os(macOS) || os(Linux)
import Foundation
import SchemaConcurrency
public import SchemaModel
import SchemaSessions

/// A connection to a server that this program starts, over the server's standard input and output.
///
/// A server that ends before the handshake, because it does not know the probe of the newest
/// revision, is started a second time. The server writes to the standard error of this program.
/// ``close()`` closes the server's input, sends SIGTERM if the server still runs two seconds later,
/// and SIGKILL after two more. Writing to a server that has ended is an error.
public final class MCPProcessTransport: MCPClientTransport {
  private typealias Continuation = CheckedContinuation<GeneratedContent, any Error>

  /// A program with its pipes.
  private struct Server: Sendable {
    let process = Process()
    let lines: LineStream
    let writer: LineWriter

    init(_ path: String, _ arguments: [String], environment: [String: String]?) throws {
      let isPath = path.contains("/")
      process.executableURL = URL(fileURLWithPath: isPath ? path : "/usr/bin/env")
      process.arguments = isPath ? arguments : [path] + arguments
      if let environment { process.environment = environment }
      let (input, output) = (ChildPipe(), ChildPipe())
      process.standardInput = input.reading
      process.standardOutput = output.writing
      try ChildPipe.run(process)
      // Closes this program's copies of the server's ends, so that each side notices when the
      // other one ends.
      try input.reading.close()
      try output.writing.close()
      lines = LineStream(output.reading, closesFile: true)
      writer = LineWriter(input.writing)
    }
  }

  private struct State {
    var server: Server
    /// `true` if the server has got the probe of the newest revision, and may end because of it.
    var wasProbed = false
    /// `true` if a request has stopped to wait, so that a response may be late.
    var hasGivenUp = false
    /// The requests that wait for their responses, by their identifiers.
    var requests: [Int: Continuation] = [:]
    /// The reason why the connection has ended; `nil` while it is open.
    var end: MCPError?
    var listener: (@Sendable (GeneratedContent) -> Void)?

    /// Removes the request that a response answers; `nil` if there is none.
    mutating func removeRequest(of response: GeneratedContent) -> Continuation? {
      let id = response.property(named: "id").flatMap { $0.shape == .null ? nil : $0 }
      // No request has the identifier 0, but some servers send it with each response.
      if let id, id.requestNumber != 0 || hasGivenUp {
        return id.requestNumber.flatMap { requests.removeValue(forKey: $0) }
      }
      // Without an identifier of its own, an error belongs to the waiting request, if there is
      // exactly one. The same is true for all responses with 0.
      guard requests.count == 1, let id = requests.keys.first, response.isResponse(to: id) else {
        return nil
      }
      return requests.removeValue(forKey: id)
    }

    /// Removes all requests.
    mutating func removeRequests() -> [Int: Continuation] {
      defer { requests = [:] }
      return requests
    }
  }

  private static let ended = MCPError(.closed, "The MCP server has ended.")

  private let start: @Sendable () throws -> Server
  private let probeTimeout: Duration
  private let requestTimeout: Duration
  private let state: Locked<State>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - path: The path of the program, or its name in the folders of `PATH`.
  ///   - arguments: Its arguments.
  ///   - environment: Its environment; `nil` for the environment of this program.
  ///   - probeTimeout: The longest time for the first request, which servers of older revisions do
  ///     not know.
  ///   - requestTimeout: The longest time for any other request, which reports of progress do not
  ///     extend.
  /// - Throws: The error of the system if the program cannot be started.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    probeTimeout: Duration = .seconds(5), requestTimeout: Duration = .seconds(120)
  ) throws {
    self.probeTimeout = probeTimeout
    self.requestTimeout = requestTimeout
    start = { try Server(path, arguments, environment: environment) }
    let server = try start()
    state = Locked(State(server: server))
    read(server)
  }

  /// Reads the lines of a server in a task of its own.
  private func read(_ server: Server) {
    Task { [weak self, lines = server.lines] in
      var end = Self.ended
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
      self?.end(end, of: server)
    }
  }

  deinit { Self.stop(state.withLock { $0.server }) }

  private static func stop(_ server: Server) {
    server.lines.close()
    server.writer.close()
    if server.process.isRunning { server.process.terminate() }
  }

  /// Starts the server again if it has ended because of the probe.
  ///
  /// Returns `false` if it has got no probe, or if the connection is closed.
  private func restart() throws -> Bool {
    let (wasProbed, old) = state.withLock { ($0.wasProbed, $0.server) }
    guard wasProbed else { return false }
    let server = try start()
    // A server that has closed its input may still have requests, which then get no response.
    end(Self.ended, of: old)
    let isRestarted = state.withLock { state in
      // The connection may have been closed meanwhile.
      guard state.wasProbed else { return false }
      state = State(server: server, listener: state.listener)
      return true
    }
    Self.stop(isRestarted ? old : server)
    if isRestarted { read(server) }
    return isRestarted
  }

  /// `false`.
  public var usesHTTP: Bool { false }

  /// Sets the receiver of the server's notifications.
  public func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void) {
    state.exchange(\.listener, with: listener)
  }

  /// Sends a message.
  ///
  /// A request that is cancelled or takes too long is also cancelled on the server, if it was
  /// written. `initialize` and `server/discover` are not cancelled there.
  ///
  /// - Returns: The response; `nil` for a notification.
  /// - Throws: ``MCPError``; `CancellationError`.
  public func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    do {
      return try await exchange(message)
    } catch let error as MCPError where error.code == .closed && message.method == "initialize" {
      guard try restart() else { throw error }
      return try await exchange(message)
    }
  }

  /// Sends a message to the running server.
  private func exchange(_ message: MCPMessage) async throws -> GeneratedContent? {
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
    if message.method == "server/discover" {
      state.withLock { $0.wasProbed = $0.wasProbed || $0.end == nil }
    }
    return try await within(timeout, of: message.method) { [self] in
      try await withTaskCancellationHandler {
        try await response(to: id, of: message)
      } onCancel: {
        abandon(id, of: message)
      }
    }
  }

  private var writer: LineWriter { state.withLock { $0.server.writer } }

  /// Ends the server.
  public func close() async {
    let server = state.withLock { state in
      state.wasProbed = false
      return state.server
    }
    end(MCPError(.closed, "The connection to the MCP server is closed."), of: server)
    server.writer.close()
    // A separate task, so that cancellation doesn't cut the waits short.
    await Task { await Self.end(server.process) }.value
    server.lines.close()
  }

  private static func end(_ process: Process) async {
    await waitForEnd(of: process)
    if process.isRunning {
      process.terminate()
      await waitForEnd(of: process)
    }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits until the server has ended, but not for longer than two seconds.
  private static func waitForEnd(of process: Process) async {
    for _ in 0..<20 where process.isRunning {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private func response(to id: Int, of message: MCPMessage) async throws -> GeneratedContent {
    try await withCheckedThrowingContinuation { continuation in
      // The continuation has to be stored before the server can answer. The line is queued under
      // the lock, so that a cancellation comes after it.
      let error: (any Error)? = state.withLock { state in
        if Task.isCancelled { return CancellationError() }
        if let end = state.end { return end }
        state.requests[id] = continuation
        state.server.writer.add(message.content.jsonBytes()) { [self] error in
          guard let error else { return }
          self.state.withLock { $0.requests.removeValue(forKey: id) }?.resume(throwing: error)
        }
        return nil
      }
      if let error { continuation.resume(throwing: error) }
    }
  }

  /// Stops waiting for a response, and cancels the request on the server if it was written.
  private func abandon(_ id: Int, of message: MCPMessage) {
    let request = state.withLock { state in
      let request = state.requests.removeValue(forKey: id)
      guard request != nil else { return request }
      state.hasGivenUp = true
      if let cancellation = message.cancellation {
        state.server.writer.add(cancellation.content.jsonBytes())
      }
      return request
    }
    request?.resume(throwing: CancellationError())
  }

  /// Reads a line of the server.
  ///
  /// Lines that are not messages are ignored, since some servers write logs to their standard
  /// output.
  private func take(_ line: String) async {
    guard let content = try? GeneratedContent(json: line), content.isComplete,
      content.shape == .object
    else { return }
    if let answer = content.answerToServer {
      try? await writer.write(answer.jsonBytes(), within: requestTimeout)
      return
    }
    if content.string(named: "method") != nil {
      state.withLock { $0.listener }?(content)
      return
    }
    if let request = state.withLock({ $0.removeRequest(of: content) }) {
      request.resume(returning: content)
    } else if content.property(named: "id")?.requestNumber == 0 {
      let error = MCPError(
        .malformed, "The MCP server answers with the identifier 0, which is of no request.")
      for request in state.withLock({ $0.removeRequests() }).values {
        request.resume(throwing: error)
      }
    }
  }

  private func end(_ error: MCPError, of server: Server) {
    let requests = state.withLock { state -> [Int: Continuation] in
      guard state.server.lines === server.lines else { return [:] }
      if state.end == nil { state.end = error }
      return state.removeRequests()
    }
    for request in requests.values { request.resume(throwing: error) }
  }
}
#endif
