public import Foundation
import SchemaSessions

/// A transport of requests to a provider.
///
/// ``ModelProvider/URLSessionTransport`` needs no other package. A transport follows no redirects,
/// since a key must not reach another host, and ends a response that is silent for too long.
public protocol ModelTransport: Sendable {
  /// Sends a request.
  ///
  /// The bounds of ``ModelProvider/RetryPolicy`` and the cancellation of a session cancel the task
  /// of a request. A transport has to end `send` and the body when its task is cancelled: a request
  /// of a transport that ignores the cancellation is not bounded by time.
  ///
  /// - Returns: The response, as soon as its head has arrived; the body follows.
  /// - Throws: ``TransportError``; `CancellationError`.
  nonisolated(nonsending) func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request over HTTP.
///
/// Requests of sessions are POST requests with a JSON body. Descriptions and mirrors do not show a
/// key.
public struct TransportRequest: Sendable, Equatable {
  /// The method, such as `POST`; a request with the method `GET` has no body.
  public var method = "POST"

  /// The address.
  public var url: URL

  /// The names of the header's fields, in lower case, and their values.
  public var headers: [String: String]

  /// The body.
  public var body: Data { didSet { attached = [] } }

  /// The ranges of the body that are the Base64 text of attachments, which logs leave out.
  private(set) var attached: [Range<Int>] = []

  /// The longest silence of a response, including the time before its beginning.
  public var idleTimeout: Duration

  /// Creates a POST request.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - headers: The names of the header's fields, in lower case, and their values.
  ///   - body: The body.
  ///   - idleTimeout: The longest silence of a response, including the time before its beginning.
  public init(
    url: URL, headers: [String: String], body: Data, idleTimeout: Duration = .seconds(120)
  ) {
    self.url = url
    self.headers = headers
    self.body = body
    self.idleTimeout = idleTimeout
  }

  /// Sets the body, and the ranges of it that are the Base64 text of attachments.
  mutating func setBody(_ body: Data, attached: [Range<Int>]) {
    self.body = body
    self.attached = attached
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
  /// A transport reads from its connection when the reader requests the next piece, as with
  /// `AsyncThrowingStream(unfolding:)`, so a slow reader slows the server.
  ///
  /// If the connection fails, the body ends with a ``TransportError``. A ``TransportError`` after
  /// the last event of an answer is ignored. Any other error fails the request.
  public var body: AsyncThrowingStream<Data, any Error>

  /// Creates a response.
  ///
  /// `headers` are the names of the header's fields, in lower case, and their values.
  public init(
    status: Int, headers: [String: String], body: AsyncThrowingStream<Data, any Error>
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A request got no response, or an incomplete one.
public struct TransportError: Error, CustomStringConvertible {
  /// The kind of failure.
  ///
  /// A minor release may add cases.
  public enum Code: Sendable, Hashable {
    /// There is no connection, or it broke.
    case connection

    /// The response was silent for too long.
    case timeout

    /// The program, or the system, has shut down the client of the transport.
    case clientClosed

    /// The transport returned something other than an HTTP response.
    case invalidResponse

    /// The response arrived faster than it was read, and the transport could not pause the server.
    case overflow
  }

  /// The kind of failure.
  public var code: Code

  /// The problem as a sentence.
  public var description: String

  /// Creates an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Returns the error that a session throws, with the provider's name if that is more than "the
  /// server".
  func sessionError(of provider: String) -> LanguageModelError {
    let description =
      provider == ChatQuirks.unknownProvider ? description : "\(provider): \(description)"
    return switch code {
    case .timeout: .timeout(.init(debugDescription: description))
    case .clientClosed:
      .providerFailure(
        .init(
          code: .clientClosed, debugDescription: description,
          remedy: "Keep the client of the transport open while models use it."))
    case .connection, .invalidResponse, .overflow:
      .providerFailure(.init(code: .connection, debugDescription: description))
    }
  }
}

extension TransportResponse {
  /// The type of the content, such as `text/event-stream`, if the server states it.
  package var mediaType: String? {
    headers["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
  }
}

/// A value that signs complete requests, or adds fields to their header.
///
/// A signer gets each request that is sent, including retries. App Attest, signatures of a cloud
/// and your own proxies need one:
///
///     struct ProxySigner: RequestSigner {
///       func headers(for request: TransportRequest) async throws -> [String: String] {
///         ["x-signature": try await signature(of: request.body)]
///       }
///     }
///
/// The names of fields decide which fields errors and recordings leave out: choose a name with
/// `signature`, `token` or `auth` for a secret value.
public protocol RequestSigner: Sendable {
  /// Returns the fields to add to the header of a request.
  ///
  /// - Returns: The names of the fields, in any case, and their values. They replace fields of the
  ///   same name.
  /// - Throws: An error, which the session throws.
  nonisolated(nonsending) func headers(
    for request: TransportRequest
  ) async throws -> [String: String]
}

extension TransportRequest {
  /// Adds fields to the header, which replace those with the same name.
  ///
  /// - Throws: `LanguageModelError` for a name or a value that a header cannot contain.
  package mutating func add(_ fields: [String: String], provider: String) throws {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      if let unfit = value.firstScalarUnfitForHeader {
        throw LanguageModelError.failure(
          of: provider, .invalidHeader,
          "the value of the header \(name) has the character \(unfit.name), which a header cannot "
            + "contain.", remedy: "Remove the character.")
      }
      guard name.isHeaderToken else {
        throw LanguageModelError.failure(
          of: provider, .invalidHeader,
          "a header has a name with characters that a name cannot contain.",
          remedy: "Use letters, digits and -.")
      }
      headers[name.lowercased()] = value
    }
  }
}
