import Foundation
import SchemaConcurrency
import SchemaSessions

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ModelProvider {
  /// Requests over `URLSession`.
  ///
  /// Foundation for Linux has no `bytes(for:)`, and it does not handle several requests of one
  /// session reliably. So on all systems each request has its own `URLSession`, whose delegate
  /// receives the body in pieces. A server with many requests can supply its own
  /// ``ModelTransport``.
  ///
  /// On Apple's systems a body is read from the connection at the pace of its reader, so a slow
  /// reader slows the server. Foundation for Linux reads a connection as fast as it can, and cannot
  /// pause it. On Linux the transport keeps up to 16 MiB of unread bytes. If more bytes arrive
  /// before they are read, the body ends with ``TransportError/Code/overflow``. While a server is
  /// silent, Foundation for Linux can also keep a processor core busy. In servers use the transport
  /// of the module `SchemaAsyncHTTP`, which has neither problem.
  public struct URLSessionTransport: ModelTransport {
    private let idleTimeout: Duration?

    /// Creates a transport.
    ///
    /// - Parameter idleTimeout: The longest silence of a response, including the time before its
    ///   beginning, from a second; `nil` for the request's own `idleTimeout`, which is two minutes
    ///   for this module's models. Set a longer time for a model that reads a long prompt on a slow
    ///   machine.
    public init(idleTimeout: Duration? = nil) { self.idleTimeout = idleTimeout }

    /// Sends a request.
    ///
    /// - Returns: The response, as soon as its head has arrived; the body follows.
    /// - Throws: ``TransportError``; `CancellationError`.
    public nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      // A request of a cancelled task is not sent.
      try Task.checkCancellation()
      var urlRequest = URLRequest(url: request.url)
      urlRequest.httpMethod = request.method
      if request.method != "GET" { urlRequest.httpBody = request.body }
      for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
      let seconds = max(1, (idleTimeout ?? request.idleTimeout) / .seconds(1))
      urlRequest.timeoutInterval = seconds
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = seconds
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil

      let pieces = ResponseBody.queue()
      let (heads, head) = AsyncThrowingStream.makeStream(of: ResponseReceiver.Head.self)
      let receiver = ResponseReceiver(head, pieces, to: request.url)
      let session = URLSession(
        configuration: configuration, delegate: receiver, delegateQueue: nil)
      let task = session.dataTask(with: urlRequest)
      // The connection is closed when the reader stops or is cancelled.
      let body = ResponseBody.pieces(of: pieces) { receiver.close(session) }
      return try await withTaskCancellationHandler {
        task.resume()
        for try await head in heads {
          return TransportResponse(status: head.status, headers: head.headers, body: body)
        }
        // A cancelled wait for the head ends without an error.
        throw CancellationError()
      } onCancel: {
        head.finish(throwing: CancellationError())
        receiver.close(session)
      }
    }
  }
}

/// Passes the events of a session's delegate to their waiting readers.
final class ResponseReceiver: NSObject, URLSessionDataDelegate {
  /// The status and the headers, which come before the body.
  struct Head: Sendable {
    let status: Int
    let headers: [String: String]
  }

  #if canImport(FoundationNetworking)
  /// The largest size of unread bytes of a body whose sender cannot be paused.
  private static let longestBacklog = 1 << 24
  #endif

  /// The state of the transfer.
  ///
  /// The session can be closed only after its transfer has begun.
  ///
  /// Foundation for Linux crashes if a session is closed before its transfer begins. `resume()`
  /// only schedules the transfer, and the transfer then finds no session (`configureEasyHandle` in
  /// swift-corelibs-foundation).
  private enum Transfer {
    case awaited
    /// The session is closed as soon as the transfer begins.
    case closing(URLSession)
    case begun
  }

  /// Gets the head, or the error in its place.
  private let head: AsyncThrowingStream<Head, any Error>.Continuation
  private let transfer = Locked(Transfer.awaited)
  private let pieces: BoundedQueue<Data>
  /// The address of the request.
  ///
  /// Errors name its host.
  private let url: URL

  init(
    _ head: AsyncThrowingStream<Head, any Error>.Continuation, _ pieces: BoundedQueue<Data>,
    to url: URL
  ) {
    self.head = head
    self.pieces = pieces
    self.url = url
  }

  // MARK: Closing

  /// Closes the connection, at once or when the transfer begins.
  func close(_ session: URLSession) {
    let hasBegun = transfer.withLock { transfer in
      if case .begun = transfer { return true }
      transfer = .closing(session)
      return false
    }
    if hasBegun { session.invalidateAndCancel() }
  }

  /// Records that the transfer has begun, or has ended before it began.
  private func begin() {
    let sessionToClose: URLSession? = transfer.withLock { transfer in
      defer { transfer = .begun }
      if case .closing(let session) = transfer { return session }
      return nil
    }
    sessionToClose?.invalidateAndCancel()
  }

  // MARK: Foundation's callbacks

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    begin()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    begin()
    guard let response = response as? HTTPURLResponse else {
      head.finish(
        throwing: TransportError(.invalidResponse, "The response is not an HTTP response."))
      completionHandler(.cancel)
      return
    }
    let fields = response.allHeaderFields.map { name, value in
      ("\(name)".lowercased(), "\(value)")
    }
    head.yield(Head(status: response.statusCode, headers: Dictionary(fields) { $1 }))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard !pieces.add(data, cost: data.count) else { return }
    #if canImport(FoundationNetworking)
    // Foundation for Linux cannot pause a task: `suspend()` closes the connection, and `resume()`
    // sends the request again. Blocking the delegate's queue does not slow the connection, and
    // blocking Foundation's own thread would stop every request of the process. Pieces that still
    // wait in the delegate's queue are not counted, so the real backlog can be larger.
    if pieces.cost > ResponseReceiver.longestBacklog {
      pieces.finish(
        throwing: TransportError(
          .overflow,
          "The response arrived faster than it was read, and the server could not be paused."))
      dataTask.cancel()
    }
    #else
    dataTask.suspend()
    pieces.whenRoom { dataTask.resume() }
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    begin()
    let failure = error.map { reported($0) }
    head.finish(
      throwing: failure ?? TransportError(.connection, "The connection ended without a response."))
    pieces.finish(throwing: failure)
  }

  /// Returns the error that is thrown for an error of Foundation.
  private func reported(_ error: any Error) -> any Error {
    let host = url.host ?? ""
    // The descriptions of errors in Foundation for Linux come from libcurl, and repeat the problem.
    switch (error as? URLError)?.code {
    // A cancelled caller has its error already, and a released body has no reader.
    case .cancelled:
      return TransportError(.clientClosed, "The URLSession of the request was shut down.")
    case .timedOut:
      return TransportError(.timeout, "The server was silent for longer than the idle timeout.")
    case .cannotConnectToHost:
      let port = url.port.map { ":\($0)" } ?? ""
      return TransportError(.connection, "\(host)\(port) does not accept connections.")
    case .cannotFindHost, .dnsLookupFailed:
      return TransportError(.connection, "The host \(host) is not known.")
    default: return TransportError(.connection, error.localizedDescription)
    }
  }
}
