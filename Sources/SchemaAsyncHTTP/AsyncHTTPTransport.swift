#if AsyncHTTP
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import SchemaConcurrency
public import SchemaProviders
import SchemaSessions

/// A transport by AsyncHTTPClient, for servers.
///
///     let transport = AsyncHTTPTransport()
///     let model = OpenAIModel("gpt-5", transport: transport)
///
/// Create one transport for a process and pass it to all models. Copies share their connections,
/// which close when the last copy is released. The transport reads a body from the connection only
/// as fast as its reader, so memory stays bounded. The transport does not follow redirects and does
/// not compress bodies.
///
/// The environment variables `HTTPS_PROXY`, `HTTP_PROXY` and `ALL_PROXY` determine the proxy.
/// `NO_PROXY` lists the hosts that are accessed without the proxy.
public struct AsyncHTTPTransport: ModelTransport {
  /// The assumed lowest upload rate, in bytes a second.
  private static let slowestUploadRate = 32_768

  private let clients: HTTPClients
  private let idleTimeout: Duration?

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - connectTimeout: The longest time to open a connection.
  ///   - maximumConnectionsPerHost: The largest number of open HTTP/1.1 connections to one host, at
  ///     least 1. Further requests wait.
  ///   - idleTimeout: The longest time without data from the server; `nil` for the `idleTimeout` of
  ///     the request, which is two minutes for the models of `SchemaProviders`. While the request
  ///     is sent, the server is silent, so the limit for the beginning of a response is one second
  ///     longer for each 32 KB of the request's body.
  public init(
    connectTimeout: Duration = .seconds(10), maximumConnectionsPerHost: Int = 1_000,
    idleTimeout: Duration? = nil
  ) {
    self.init(
      connectTimeout: connectTimeout, maximumConnectionsPerHost: maximumConnectionsPerHost,
      idleTimeout: idleTimeout, environment: ProcessInfo.processInfo.environment)
  }

  package init(
    connectTimeout: Duration = .seconds(10), maximumConnectionsPerHost: Int = 1_000,
    idleTimeout: Duration? = nil, environment: [String: String]
  ) {
    self.idleTimeout = idleTimeout
    clients = HTTPClients(
      connectTimeout: connectTimeout, maximumConnectionsPerHost: maximumConnectionsPerHost,
      proxy: ProxyEnvironment(environment))
  }

  /// Sends a request.
  ///
  /// - Returns: The response, when its head has arrived. The body is read later.
  /// - Throws: `TransportError`; `CancellationError`.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    // A request of a cancelled task is not sent.
    try Task.checkCancellation()
    // The client traps for an invalid port.
    if let port = request.url.port, !(1...65_535).contains(port) {
      throw TransportError(
        .connection, "The address has the port \(port). Use a port from 1 to 65535.")
    }
    var clientRequest = HTTPClientRequest(url: request.url.absoluteString)
    clientRequest.method = HTTPMethod(rawValue: request.method)
    clientRequest.headers = HTTPHeaders(
      request.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    if request.method != "GET" { clientRequest.body = .bytes(request.body) }
    let client = clients.client(for: request)
    let idleTimeout = AsyncHTTPTransport.bounded(idleTimeout ?? request.idleTimeout)
    let response: HTTPClientResponse
    do {
      // This timeout ends when the head has arrived; the body has its own timeout. The time of the
      // client includes sending the request, so the time for sending is added.
      response = try await client.execute(
        clientRequest,
        timeout: TimeAmount(
          AsyncHTTPTransport.bounded(idleTimeout + AsyncHTTPTransport.uploadTime(of: request))))
    } catch {
      throw AsyncHTTPTransport.failure(error)
    }
    let fields = response.headers.map { ($0.name.lowercased(), $0.value) }
    return TransportResponse(
      status: Int(response.status.code), headers: Dictionary(fields) { $1 },
      body: AsyncHTTPTransport.body(response.body, clients, idleTimeout))
  }

  /// Returns the timeout, but at most a year, because a longer timeout overflows the client's
  /// clock.
  private static func bounded(_ timeout: Duration) -> Duration {
    min(timeout, .seconds(31_536_000))
  }

  /// Returns the allowed time for sending the body: one second for each `slowestUploadRate` bytes.
  private static func uploadTime(of request: TransportRequest) -> Duration {
    request.method == "GET" ? .zero : .seconds(request.body.count / slowestUploadRate)
  }

  /// Returns the body.
  ///
  /// It is read from the connection only as fast as its reader.
  ///
  /// The client's own timeout also runs while the reader of a body pauses, so this function
  /// measures the silence of the server.
  private static func body(
    _ body: HTTPClientResponse.Body, _ clients: HTTPClients, _ idleTimeout: Duration
  ) -> AsyncThrowingStream<Data, any Error> {
    let pieces = ResponseBody.queue()
    // The start of waiting for the next piece; `nil` while the reader pauses.
    let start = Locked<ContinuousClock.Instant?>(.now)
    let pump = Task {
      do {
        for try await buffer in body {
          start.withLock { $0 = nil }
          await pieces.send(Data(buffer.readableBytesView), cost: buffer.readableBytes)
          start.withLock { $0 = .now }
        }
        pieces.finish()
      } catch {
        pieces.finish(throwing: failure(error))
      }
      // The connection would close if its client were released.
      withExtendedLifetime(clients) {}
    }
    let watch = Task {
      var rest = idleTimeout
      while rest > .zero {
        try await Task.sleep(for: rest)
        rest = idleTimeout - (start.withLock { $0 }.map { .now - $0 } ?? .zero)
      }
      pieces.finish(throwing: silence)
      pump.cancel()
    }
    // The connection is closed when the reader stops or is cancelled.
    return ResponseBody.pieces(of: pieces) {
      pump.cancel()
      watch.cancel()
    }
  }

  private static var silence: TransportError {
    TransportError(.timeout, "The server was silent for longer than the idle timeout.")
  }

  private static var closed: TransportError {
    TransportError(.clientClosed, "The HTTP client was shut down.")
  }

  private static func failure(_ error: any Error) -> any Error {
    if Task.isCancelled { return CancellationError() }
    if error is CancellationError { return closed }
    switch error as? HTTPClientError {
    case .cancelled, .alreadyShutdown:
      return closed
    case .deadlineExceeded, .readTimeout:
      return silence
    case .connectTimeout:
      return TransportError(.timeout, "The connection did not open in time.")
    default:
      return TransportError(.connection, "\(error)")
    }
  }
}
#endif
