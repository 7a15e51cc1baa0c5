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
/// Each request gets the next response. Copies of a transport share their responses.
public struct ScriptedTransport: ModelTransport {
  /// A response.
  public struct Response: Sendable {
    /// The status.
    public var status: Int

    /// The header fields.
    ///
    /// Their names are in lower case.
    public var headers: [String: String]

    /// The body, in the pieces in which it arrives.
    public var body: [Data]

    /// The error that ends the body, if there is one.
    public var failure: (any Error)?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields. Their names are in lower case.
    ///   - body: The body, in the pieces in which it arrives.
    ///   - failure: The error that ends the body, if there is one.
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
    ///   - headers: The header fields. Their names are in lower case.
    ///   - pieces: The body, in the pieces in which it arrives.
    ///   - failure: The error that ends the body, if there is one.
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

  private let script: Script<TransportRequest, Response>

  /// Creates a transport.
  public init(_ responses: [Response]) { script = Script(responses) }

  /// The requests to the transport, in order.
  public var requests: [TransportRequest] { script.requests }

  /// Returns the next response.
  ///
  /// - Parameter request: The request, which is added to ``requests``.
  /// - Returns: The response.
  /// - Throws: ``ScriptEnded``.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let response = try script.next(request)
    return TransportResponse(
      status: response.status, headers: response.headers,
      body: ResponseBody.pieces(response.body, failure: response.failure))
  }
}
