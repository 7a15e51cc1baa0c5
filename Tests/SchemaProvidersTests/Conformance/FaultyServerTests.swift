import Foundation
import SchemaModel
import SchemaProviders
import SessionTestSupport
import Testing

private let address = ProcessInfo.processInfo.environment["SCHEMAKIT_FAULTS_URL"]

/// Talks to a server whose faults are in its addresses; `.ci/check-sessions` starts it, and
/// `.ci/sessions/faulty_server.py` lists the faults.
@Suite(
  "A server with faults", .timeLimit(.minutes(10)),
  .enabled(
    if: address != nil, "Set SCHEMAKIT_FAULTS_URL to the address of the server."))
struct FaultyServerTests {
  /// A transport that waits for a second only.
  private struct ImpatientTransport: ModelTransport {
    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      var request = request
      request.idleTimeout = .seconds(1)
      return try await ModelProvider.URLSessionTransport().send(request)
    }
  }

  private func session(
    _ provider: GoldenProvider, _ fault: String, _ argument: String = "0",
    over transport: any ModelTransport = ModelProvider.URLSessionTransport(), retries: Int = 0
  ) throws -> LanguageModelSession {
    let base = "\(try #require(address))/\(fault)/\(argument)/\(provider).text"
    return LanguageModelSession(
      model: provider.model(at: base, over: transport, maximumRetries: retries))
  }

  private func error(
    of session: LanguageModelSession, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> LanguageModelError? {
    let error = await #expect(throws: LanguageModelError.self, sourceLocation: sourceLocation) {
      try await session.respond(to: "Soup?")
    }
    #expect(session.transcript.isEmpty, sourceLocation: sourceLocation)
    #expect(!session.isResponding, sourceLocation: sourceLocation)
    return error
  }

  @Test(
    "T20: is read byte by byte, with any ends of lines, and comments",
    arguments: GoldenProvider.allCases, ["plain", "bytes", "crlf", "cr", "comments"])
  func forms(_ provider: GoldenProvider, _ form: String) async throws {
    let session = try session(provider, form)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
  }

  @Test(
    "T17: that is busy is asked again, after the number of milliseconds that it states",
    arguments: GoldenProvider.allCases)
  func busy(_ provider: GoldenProvider) async throws {
    let session = try session(provider, "limited", UUID().uuidString, retries: 2)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
  }

  @Test("T17: with a spent quota is not asked again", arguments: GoldenProvider.allCases)
  func quota(_ provider: GoldenProvider) async throws {
    let session = try session(provider, "quota", UUID().uuidString, retries: 2)
    let error = await error(of: session)
    #expect(error?.debugDescription.contains("Your quota is spent.") == true)
  }

  @Test(
    "gives a page of HTML, which is an error that quotes it", arguments: GoldenProvider.allCases,
    [200, 502])
  func page(_ provider: GoldenProvider, _ status: Int) async throws {
    let error = await error(of: try session(provider, "page", "\(status)"))
    if status == 502 {
      #expect(error?.debugDescription.contains("Bad gateway") == true)
      #expect(error?.metadata["status"] as? Int == 502)
    }
  }

  @Test("T30: that is silent is a timeout", arguments: GoldenProvider.allCases)
  func silence(_ provider: GoldenProvider) async throws {
    let error = await error(of: try session(provider, "silent", over: ImpatientTransport()))
    #expect(error?.timeout != nil)
  }

  @Test(
    "T21: whose connection breaks after any byte gives an error and no trace, or the complete text",
    arguments: GoldenProvider.allCases, ["cut", "end"])
  func cuts(_ provider: GoldenProvider, _ fault: String) async throws {
    let count = try #require(provider.stream(.text)).count
    for cut in 0..<count {
      let session = try session(provider, fault, "\(cut)")
      do {
        #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
      } catch is LanguageModelError {
        #expect(session.transcript.isEmpty)
      }
      #expect(!session.isResponding)
    }
  }

  @Test(
    "T6: that is silent is left at once by a cancelled request", arguments: GoldenProvider.allCases)
  func cancellation(_ provider: GoldenProvider) async throws {
    let session = try session(provider, "silent")
    let task = Task { try await session.respond(to: "Soup?").content }
    while !session.isResponding { await Task.yield() }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!session.isResponding)
  }
}
