import SchemaConcurrency
public import SchemaProviders
import SchemaSessions

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A transport that replays the responses of a recording, for tests without a network.
///
///     let transport = try ReplayTransport(contentsOf: file)
///     let model = OpenAIModel("gpt-5", key: "none", transport: transport)
///
/// A request gets the response of the first unused exchange whose request has the same address and
/// a body with the same bytes. The response arrives in the recorded pieces. If the exchange has no
/// response, the recorded error is thrown. The API key may differ from the recorded key; both are
/// masked before bodies are compared. Copies of a transport share the recording.
public struct ReplayTransport: ModelTransport {
  private struct State {
    var unused: [RecordedExchange]
  }

  private let state: Locked<State>

  /// Reads a recording.
  ///
  /// - Parameter file: The file of a ``RecordingTransport``.
  /// - Throws: An error of Foundation if the file cannot be read; `DecodingError` for an invalid
  ///   line.
  public init(contentsOf file: URL) throws {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let decoder = JSONDecoder()
    state = Locked(
      State(
        unused: try text.unicodeScalars.split(separator: "\n").map { line in
          try decoder.decode(RecordedExchange.self, from: Data(String(line).utf8))
        }))
  }

  /// Returns the recorded response to a request.
  ///
  /// - Throws: ``MissingRecording`` if no recorded request is equal; the recorded `TransportError`
  ///   if there was no response; `DecodingError` for an invalid piece of a body.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let wanted = RecordedExchange.Request(request)
    let mask = request.secretMask
    let (known, unused) = state.withLock { state in
      // Requests are compared without masking first, because masking all recorded bodies takes long
      // and is rarely needed.
      let known =
        state.unused.firstIndex { wanted.hasSameBytes(as: $0.request) }
        ?? state.unused.firstIndex { wanted.hasSameBytes(as: $0.request.masked(by: mask)) }
      return (known.map { state.unused.remove(at: $0) }, state.unused)
    }
    guard let exchange = known else {
      throw MissingRecording(wanted, among: unused.map { $0.request.masked(by: mask) })
    }
    guard let status = exchange.status else {
      throw exchange.transportError
        ?? TransportError(.invalidResponse, "The recording has no response and no error.")
    }
    return TransportResponse(
      status: status, headers: exchange.headers,
      body: ResponseBody.pieces(
        try exchange.body.map { try $0.data() },
        failure: exchange.transportError))
  }

  /// The error for a request without a recorded response.
  public struct MissingRecording: Error, CustomStringConvertible {
    /// The largest number of characters of each body in the description.
    private static let excerptLength = 80

    /// The body of the request.
    public let body: String

    /// The body of the unused recorded request with the longest common prefix; `nil` if all
    /// requests are used.
    public let nearestBody: String?

    init(_ request: RecordedExchange.Request, among recorded: [RecordedExchange.Request]) {
      body = request.body
      let own = request.body
      nearestBody = recorded.map(\.body).max {
        MissingRecording.commonLength($0, own) < MissingRecording.commonLength($1, own)
      }
    }

    /// The problem and its remedy.
    public var description: String {
      let remedy = "Record again with RecordingTransport."
      guard let nearestBody else {
        return "No recorded request is left for this one: \(excerpt(body, after: 0)). \(remedy)"
      }
      let start = MissingRecording.commonLength(body, nearestBody)
      return """
        No recorded request equals this one. The nearest differs from character \(start) on:
        recorded \(excerpt(nearestBody, after: start))
        sent     \(excerpt(body, after: start))
        \(remedy)
        """
    }

    /// Returns the number of scalars in the common prefix of two texts.
    private static func commonLength(_ first: String, _ second: String) -> Int {
      zip(first.unicodeScalars, second.unicodeScalars).prefix { $0 == $1 }.count
    }

    private func excerpt(_ text: String, after start: Int) -> String {
      String(text.unicodeScalars.dropFirst(start)).shortened(to: MissingRecording.excerptLength)
    }
  }
}
