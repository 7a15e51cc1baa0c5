import SchemaSessions

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How requests reach a provider.
///
/// ``ModelProvider/URLSessionTransport`` is the one that needs no other package. A transport
/// follows no redirects, since a key must not travel to another host, and ends a response that is
/// silent for too long.
public protocol ModelTransport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, when its head has arrived; the body follows.
  /// - Throws: ``TransportError``; `CancellationError`.
  nonisolated(nonsending) func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request over HTTP.
///
/// Those of sessions are POST requests with a JSON body. A key is shown in no description and no
/// mirror.
public struct TransportRequest: Sendable, Equatable {
  /// The method, such as `POST`; a request with the method `GET` has no body.
  public var method = "POST"

  /// Where the request goes.
  public var url: URL

  /// The names of the header's fields, in lower case, and their values.
  public var headers: [String: String]

  /// The body.
  public var body: Data {
    didSet { attached = [] }
  }

  /// The bytes of the body that are the Base64 text of attachments, which no log has.
  package var attached: [Range<Int>] = []

  /// How long a response may be silent, its beginning included.
  public var idleTimeout: Duration

  /// Creates a POST request.
  ///
  /// - Parameters:
  ///   - url: Where the request goes.
  ///   - headers: The names of the header's fields, in lower case, and their values.
  ///   - body: The body.
  ///   - idleTimeout: How long a response may be silent, its beginning included.
  public init(
    url: URL, headers: [String: String], body: Data, idleTimeout: Duration = .seconds(120)
  ) {
    self.url = url
    self.headers = headers
    self.body = body
    self.idleTimeout = idleTimeout
  }
}

/// A response over HTTP.
public struct TransportResponse: Sendable {
  /// The status, such as 200.
  public var status: Int

  /// The names of the header's fields, in lower case, and their values.
  public var headers: [String: String]

  /// The body, in pieces as they arrive.
  ///
  /// A transport reads from its connection when the reader asks for the next piece, as with
  /// `AsyncThrowingStream(unfolding:)`, so a slow reader slows the server.
  ///
  /// A connection that fails within it ends it with a ``TransportError``. After the last event of
  /// an answer such an error changes nothing, while any other fails the request.
  public var body: AsyncThrowingStream<Data, any Error>

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The names of the header's fields, in lower case, and their values.
  ///   - body: The body, in pieces as they arrive.
  public init(
    status: Int, headers: [String: String], body: AsyncThrowingStream<Data, any Error>
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A request got no response, or not all of it.
public struct TransportError: Error, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Sendable, Hashable {
    /// There is no connection, or it broke.
    case connection

    /// The response was silent for too long.
    case timeout

    /// The transport gave something other than a response of HTTP.
    case invalidResponse

    /// The response arrived faster than it was read, and the transport could not make the server
    /// wait.
    case overflow
  }

  /// What went wrong.
  public var code: Code

  /// What went wrong as a sentence.
  public var description: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - description: What went wrong as a sentence, without keys.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// What a session throws.
  func sessionError(of provider: String) -> LanguageModelError {
    let description = "\(provider): \(description)"
    return switch code {
    case .timeout: .timeout(.init(debugDescription: description))
    case .connection, .invalidResponse, .overflow:
      .providerFailure(
        .init(
          code: LanguageModelError.ProviderFailure.connectionCode, debugDescription: description))
    }
  }
}
