import Foundation
import SchemaContent
import SchemaModel
import SchemaSessions

extension MCPServer {
  /// How many requests of a client are answered at the same time.
  private static let maximumRequests = 64

  /// Serves the client that has started this program, over standard input and output, until the
  /// input ends.
  ///
  /// Write nothing else to standard output, where the messages are; use standard error for logs.
  /// The process ignores SIGPIPE from then on.
  ///
  /// - Throws: ``MCPError`` if a message is too long, or the client is gone; `CancellationError`.
  public func runOnStandardIO() async throws {
    try await run(reading: .standardInput, writing: .standardOutput)
  }

  /// Serves one client, over two files.
  func run(reading input: FileHandle, writing output: FileHandle) async throws {
    let lines = LineStream(input)
    let writer = LineWriter(output)
    let requests = RunningRequests()
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var count = 0
        while let line = try await lines.next() {
          let text = String(decoding: line, as: UTF8.self)
          if text.allSatisfy(\.isWhitespace) { continue }
          switch Self.message(of: text) {
          case .failure(let rejection): try await writer.write(rejection.response.jsonBytes())
          case .success(let message):
            guard let id = message.property(named: "id") else {
              if message.text("method") == "notifications/cancelled",
                let request = message.property(named: "params")?.property(named: "requestId")
              {
                requests.cancel(request)
              }
              continue
            }
            if count >= Self.maximumRequests {
              try await group.next()
              count -= 1
            }
            count += 1
            let task = Task {
              try await Self.reporting(message) { report in
                try? await writer.write(report.jsonBytes())
              } _: {
                try await response(to: message, id: id)
              }
            }
            requests.add(task, id)
            group.addTask {
              defer { requests.remove(id) }
              // A cancelled request gets no response.
              guard let response = try? await task.value else { return }
              try await writer.write(response.jsonBytes())
            }
          }
        }
        // A client that closes the input may still wait for what it has asked.
        try await group.waitForAll()
      }
    } onCancel: {
      lines.close()
      requests.cancelAll()
    }
    try Task.checkCancellation()
  }
}

/// The requests of a client that are being answered.
private final class RunningRequests: Sendable {
  private let tasks = Locked<[String: Task<GeneratedContent, any Error>]>([:])

  func add(_ task: Task<GeneratedContent, any Error>, _ id: GeneratedContent) {
    tasks.withLock { $0[id.jsonString] = task }
  }

  func remove(_ id: GeneratedContent) {
    tasks.withLock { $0[id.jsonString] = nil }
  }

  func cancel(_ id: GeneratedContent) {
    tasks.withLock { $0[id.jsonString] }?.cancel()
  }

  func cancelAll() {
    for task in tasks.withLock({ $0.values.map(\.self) }) { task.cancel() }
  }
}
