import Foundation
import SchemaSessions

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests over `URLSession`.
///
/// Foundation for Linux has no `bytes(for:)` and has trouble with several requests of one session, so a
/// session is made for each request and its delegate receives the body in pieces, on all systems. A
/// server with many requests can supply a ``ModelTransport`` of its own.
public struct URLSessionTransport: ModelTransport {
  /// Creates a transport.
  public init() {}

  /// Sends a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, when its head has arrived; the body follows.
  /// - Throws: ``TransportError``; `CancellationError`.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = request.body
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let seconds = max(1, request.idleTimeout / .seconds(1))
    urlRequest.timeoutInterval = seconds
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = seconds
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil

    let receiver = ResponseReceiver()
    let session = URLSession(
      configuration: configuration, delegate: receiver, delegateQueue: nil)
    let task = session.dataTask(with: urlRequest)
    // Whoever stops reading, or is cancelled, closes the connection.
    receiver.onEnd { session.invalidateAndCancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.expectHead(continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Hands what a session's delegate learns to whoever waits for it.
private final class ResponseReceiver: NSObject, URLSessionDataDelegate {
  typealias Body = AsyncThrowingStream<Data, any Error>

  private enum Head {
    /// Nobody waits yet. The body is kept only until then: who drops it later ends the request.
    case unasked(Body)
    case awaited(CheckedContinuation<TransportResponse, any Error>, Body)
    /// The request ended before somebody waited, as one that is cancelled early does.
    case failed(any Error)
    case delivered
  }

  private let head: Locked<Head>
  private let pieces: Body.Continuation

  override init() {
    let (body, pieces) = Body.makeStream()
    head = Locked(.unasked(body))
    self.pieces = pieces
  }

  /// Calls a function when the body has ended or nobody reads it any more.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    pieces.onTermination = { _ in body() }
  }

  func expectHead(_ continuation: CheckedContinuation<TransportResponse, any Error>) {
    let failure: (any Error)? = head.withLock { head in
      switch head {
      case .unasked(let body):
        head = .awaited(continuation, body)
        return nil
      case .failed(let error):
        head = .delivered
        return error
      case .awaited, .delivered:
        return nil
      }
    }
    if let failure { continuation.resume(throwing: failure) }
  }

  /// Ends the wait for the head, with a response of the body or an error.
  private func deliver(_ response: (Body) -> Result<TransportResponse, any Error>) {
    typealias Delivery = (
      CheckedContinuation<TransportResponse, any Error>, Result<TransportResponse, any Error>
    )
    let delivery: Delivery? = head.withLock { head in
      switch head {
      case .awaited(let continuation, let body):
        head = .delivered
        return (continuation, response(body))
      case .unasked(let body):
        if case .failure(let error) = response(body) { head = .failed(error) }
        return nil
      case .failed, .delivered:
        return nil
      }
    }
    if let (continuation, result) = delivery { continuation.resume(with: result) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      deliver { _ in
        .failure(TransportError(.invalidResponse, "The server's response is not of HTTP."))
      }
      completionHandler(.cancel)
      return
    }
    let fields = response.allHeaderFields.map { name, value in
      ("\(name)".lowercased(), "\(value)")
    }
    deliver { body in
      .success(
        TransportResponse(
          status: response.statusCode, headers: Dictionary(fields) { $1 }, body: body))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pieces.yield(data)
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
    let failure = error.map { ResponseReceiver.failure($0) }
    deliver { _ in
      .failure(
        failure ?? TransportError(.connection, "The connection ended without a response."))
    }
    pieces.finish(throwing: failure)
  }

  private static func failure(_ error: any Error) -> any Error {
    switch (error as? URLError)?.code {
    case .cancelled: CancellationError()
    case .timedOut:
      TransportError(.timeout, "The server was silent for longer than the idle timeout.")
    default: TransportError(.connection, "The connection failed: \(error.localizedDescription)")
    }
  }
}
