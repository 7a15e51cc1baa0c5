import Foundation
import SchemaConcurrency
import SchemaProviders
import SchemaSessions
import SessionTestSupport

/// A transport that also writes what is sent, for `.ci/check-sessions` to validate it by the types
/// of the providers' own packages.
///
/// The folder that SCHEMAKIT_REQUEST_DIRECTORY names gets a file for each provider with a line for
/// each body, once. Where the variable is not set, nothing is written.
/// Requests of `CompatibleModel` are validated by the types of Groq, Mistral and Cerebras at their
/// addresses, and by those of OpenAI elsewhere: other servers ship no types.
struct ExportingTransport: ModelTransport {
  /// `true` if requests are written, so that tests with random requests try all of them.
  static var isExporting: Bool { RequestExport.shared != nil }

  private let transport: any ModelTransport

  init(_ transport: any ModelTransport) {
    self.transport = transport
  }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    // Tests give this name to properties that the types of providers do not have.
    if request.body.firstRange(of: Data("extra_content".utf8)) == nil {
      try RequestExport.shared?.add(request)
    }
    return try await transport.send(request)
  }
}

/// The bodies that the tests of this process have sent.
private final class RequestExport: Sendable {
  static let shared = ProcessInfo.processInfo.environment["SCHEMAKIT_REQUEST_DIRECTORY"]
    .map { RequestExport(URL(filePath: $0)) }

  struct UnknownProvider: Error {
    let path: String
  }

  private static let providers = [
    "/chat/completions": "chat", "/responses": "responses", "/messages": "anthropic",
    ":streamGenerateContent": "gemini", ":streamRawPredict": "vertex-claude", "/api/chat": "ollama",
    "/converse-stream": "bedrock", "/messages/count_tokens": "anthropic-counts",
    "/messages/batches": "anthropic-batches", ":batchGenerateContent": "gemini-batches",
    "/v1/batches": "openai-batches", "/v1/files": "openai-batch-lines",
  ]

  /// Services with a package of their own, by their hosts.
  private static let services = [
    "api.groq.com": "groq", "api.mistral.ai": "mistral", "api.cerebras.ai": "cerebras",
  ]

  private let folder: URL
  private let bodies = Locked<[String: Set<Data>]>([:])

  init(_ folder: URL) {
    self.folder = folder
  }

  func add(_ request: TransportRequest) throws {
    guard
      let provider = request.url.host.flatMap({ Self.services[$0] })
        ?? Self.providers.first(where: { request.url.path.hasSuffix($0.key) })?.value
    else { throw UnknownProvider(path: request.url.path) }
    // A file with a request in each line stands in a form with lines of its own.
    let lines =
      provider == "openai-batch-lines"
      ? request.body.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: Data("{".utf8)) }
      : [request.body]
    for line in lines { try add(Data(line.trimmingLineEnd), of: provider) }
  }

  private func add(_ body: Data, of provider: String) throws {
    // Providers write no line feeds into a body, so each is a line.
    try bodies.withLock { bodies in
      let path = folder.appending(path: "\(provider).jsonl").path
      if bodies[provider] == nil {
        // The file may be of an earlier run. Where that fails, opening it says why.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      }
      guard bodies[provider, default: []].insert(body).inserted else { return }
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: body + Data("\n".utf8))
    }
  }
}

extension Data {
  /// The bytes without a carriage return at the end.
  fileprivate var trimmingLineEnd: Data { last == 0x0D ? dropLast() : self }
}
