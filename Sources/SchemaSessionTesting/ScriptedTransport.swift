public import SchemaProviders
import SchemaSessions

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A transport with prepared responses, for tests without a network.
///
///     let transport = ScriptedTransport([.init(body: ["data: [DONE]\n\n"])])
///     let model = OpenAIModel("m", key: "k", transport: transport)
///
/// Each request gets the next response; copies of a transport share their responses.
public struct ScriptedTransport: ModelTransport {
  /// A response.
  public struct Response: Sendable {
    /// The status.
    public var status: Int

    /// The names of the header's fields, in lower case, and their values.
    public var headers: [String: String]

    /// The body, in the pieces in which it arrives.
    public var body: [Data]

    /// The error that ends the body, if any.
    public var failure: (any Error)?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The names of the header's fields, in lower case, and their values.
    ///   - body: The body, in the pieces in which it arrives.
    ///   - failure: The error that ends the body, if any.
    public init(
      status: Int = 200, headers: [String: String] = [:], body: [String],
      failure: (any Error)? = nil
    ) {
      self.init(
        status: status, headers: headers, pieces: body.map { Data($0.utf8) }, failure: failure)
    }

    /// Creates a response whose pieces may end within a character.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The names of the header's fields, in lower case, and their values.
    ///   - pieces: The body, in the pieces in which it arrives.
    ///   - failure: The error that ends the body, if any.
    public init(
      status: Int = 200, headers: [String: String] = [:], pieces: [Data],
      failure: (any Error)? = nil
    ) {
      self.status = status
      self.headers = headers
      body = pieces
      self.failure = failure
    }
  }

  /// The transport has no response left.
  public struct ScriptEnded: Error, CustomStringConvertible {
    /// The number of the transport's responses.
    public let responseCount: Int

    /// The problem and its remedy.
    public var description: String {
      "The transport had \(responseCount) responses and got one more request. Add a response, or "
        + "read `requests` for the reason."
    }
  }

  private struct State {
    var next = 0
    var requests: [TransportRequest] = []
  }

  private let responses: [Response]
  private let state = Locked(State())

  /// Creates a transport.
  ///
  /// - Parameter responses: The responses, one for each request.
  public init(_ responses: [Response]) {
    self.responses = responses
  }

  /// The requests to the transport, in order.
  public var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// Returns the next response.
  ///
  /// - Parameter request: The request, which is kept.
  /// - Returns: The response.
  /// - Throws: ``ScriptEnded``.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let response = try state.withLock { state in
      state.requests.append(request)
      guard responses.indices.contains(state.next) else {
        throw ScriptEnded(responseCount: responses.count)
      }
      defer { state.next += 1 }
      return responses[state.next]
    }
    return TransportResponse(
      status: response.status, headers: response.headers,
      body: ResponseBody.pieces(response.body, failure: response.failure))
  }
}
