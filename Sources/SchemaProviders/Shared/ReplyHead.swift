import SchemaSessions

/// The facts of a response's head, and the request that it answers.
struct ReplyHead {
  /// The request as it was sent, whose keys errors must not repeat.
  private let request: TransportRequest
  /// The provider's identifier of the request.
  let requestID: String?
  /// The content type of the response, such as `text/event-stream`, if the server sends it.
  let mediaType: String?
  /// The remainders of the provider's limits, if it sends them.
  let rateLimits: [String: Int]

  /// Creates the facts before the response has arrived.
  init(awaitedBy request: TransportRequest) {
    self.request = request
    requestID = nil
    mediaType = nil
    rateLimits = [:]
  }

  /// Creates the facts of a response.
  ///
  /// `request` is the request as it was sent, with the keys of its signer. `requestIDHeader` is the
  /// field of the header with the provider's identifier of the request.
  init(_ response: TransportResponse, to request: TransportRequest, requestIDHeader: String) {
    self.request = request
    requestID = response.headers[requestIDHeader]
    mediaType = response.mediaType
    rateLimits = RateLimits(response.headers).remaining
  }

  /// The keys of the request, which errors must not repeat.
  ///
  /// The keys are collected on each call, since only errors need them.
  var secretMask: SecretMask { request.secretMask }
}
