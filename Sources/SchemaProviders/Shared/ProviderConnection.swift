import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessions
import SchemaText

/// The common part of all models of this module: a key, a transport and a policy for retries.
struct ProviderConnection: Sendable {
  /// The largest number of bytes that are read from the body of a failed response.
  private static let longestErrorBody = 65_536

  let key: ModelProvider.Key?
  private let transport: any ModelTransport
  private let retryPolicy: ModelProvider.RetryPolicy
  /// Fields of the header that the caller adds to each request.
  let headers: [String: String]
  private let signer: (any RequestSigner)?

  init(
    _ key: ModelProvider.Key?, _ transport: any ModelTransport,
    _ retryPolicy: ModelProvider.RetryPolicy, _ headers: [String: String],
    _ signer: (any RequestSigner)?
  ) {
    self.key = key
    self.transport = transport
    self.retryPolicy = retryPolicy
    self.headers = headers
    self.signer = signer
  }

  /// Sends a request, and passes the events of its response to a channel as they arrive.
  ///
  /// - Throws: `LanguageModelError`, an error of the format, `CancellationError`.
  nonisolated(nonsending) func run(
    _ request: LanguageModelExecutorGenerationRequest, in format: some WireFormat,
    with schemas: WrittenSchemas, to channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let request = try request.preparingAttachments(for: format.provider)
    let key = try await key?.value()
    let clock = ReplyClock(retryPolicy)
    try await clock.bound(of: format.provider) {
      try await run(request, in: format, key, schemas, to: channel, clock)
    }
  }

  private nonisolated(nonsending) func run(
    _ request: LanguageModelExecutorGenerationRequest, in format: some WireFormat, _ key: String?,
    _ schemas: WrittenSchemas, to channel: LanguageModelExecutorGenerationChannel,
    _ clock: ReplyClock
  ) async throws {
    var schemas = try schemas.adjusted(for: request)
    var retries = 0
    while true {
      let (written, reader) = try format.request(for: request, key: key, schemas: schemas)
      var wireRequest = written
      try wireRequest.add(headers, provider: format.provider)
      let forms = reader.context.forms
      if !forms.areDeclared { await channel.send(.fitted(forms)) }
      do {
        try await send(wireRequest, format, reader, clock) { events in
          if events.contains(where: \.isContent) { clock.recordContent() }
          await channel.send(events, beforeWait: clock.pause, afterWait: clock.resume)
        }
        return
      } catch {
        try Task.checkCancellation()
        let hasSentContent = clock.hasContent
        let failure = error as? ProviderRequestFailure ?? ProviderRequestFailure(error)
        let sessionError = ProviderConnection.sessionError(
          failure.error, of: format.provider, wireRequest)
        if !hasSentContent, let error = failure.error as? LanguageModelError,
          let adjustment = format.adjustment(after: error, of: request, schemas.adjustments),
          !schemas.adjustments.isSuperset(of: adjustment)
        {
          try schemas.adjust(adjustment, for: request)
        } else {
          guard !hasSentContent, !(request.hasAlternative && failure.isRateLimit) else {
            throw sessionError
          }
          clock.pause()
          try await wait(after: failure, throwing: sessionError, retries: &retries)
          clock.resume()
        }
        await channel.send(.restarted())
      }
    }
  }

  /// Waits before a failed request is sent again.
  ///
  /// `error` is the error that a session throws for it. `retries` is the number of retries so far.
  /// The function adds 1.
  ///
  /// - Throws: `error` if the policy has no retry for the failure; `CancellationError`.
  private nonisolated(nonsending) func wait(
    after failure: ProviderRequestFailure, throwing error: any Error, retries: inout Int
  ) async throws {
    let random = Double.random(in: 0..<1)
    guard let delay = retryPolicy.delay(after: failure, retries: retries, random: random) else {
      throw error
    }
    retries += 1
    retryPolicy.onWait?(.init(duration: delay, retry: retries, error: error))
    try await Task.sleep(for: delay)
  }

  /// Returns the error that a session throws for a failure.
  ///
  /// An error of the connection becomes a `LanguageModelError`. Keys are masked, since a provider
  /// may repeat them, and since the address in a transport's error may contain them.
  static func sessionError(
    _ error: any Error, of provider: String, _ request: TransportRequest
  ) -> any Error {
    let known =
      error as? LanguageModelError ?? (error as? TransportError)?.sessionError(of: provider)
    return known?.masking(request.masking) ?? error
  }

  /// Sends a request, and further requests while the provider pauses the answer.
  ///
  /// The function reads with a copy of the reader.
  private nonisolated(nonsending) func send(
    _ request: TransportRequest, _ format: some WireFormat, _ reader: some WireReader,
    _ clock: ReplyClock, _ send: ([LanguageModelExecutorGenerationChannel.Event]) async -> Void
  ) async throws {
    var next: TransportRequest? = request
    var reader = ReplyStream(reader)
    while let request = next {
      let (response, sent) = try await exchange(request, format)
      reader.begin(response, to: sent, requestIDHeader: format.requestIDHeader)
      do {
        try await read(response, &reader, send)
      } catch let error as TransportError {
        guard reader.isComplete else {
          throw TransportError(error.code, sent.masking(error.description))
        }
      }
      // A cancelled body ends without an error.
      try Task.checkCancellation()
      var events: [LanguageModelExecutorGenerationChannel.Event] = []
      let result = Result { try reader.finish(into: &events) }
      await send(events)
      if reader.isDone {
        // The answer is complete, and no bound may take it away.
        clock.pause()
        defer { clock.resume() }
        do {
          try await ProviderConnection.drain(response.body)
        } catch {
          // The response explains the failure better than the error of the transport.
          try result.get()
          throw error
        }
      }
      try result.get()
      next = try reader.continuation(of: request)
    }
  }

  /// Reads the body of a response up to the last event.
  ///
  /// - Throws: An error of the transport or the reader.
  private nonisolated(nonsending) func read(
    _ response: TransportResponse, _ reader: inout ReplyStream<some WireReader>,
    _ send: ([LanguageModelExecutorGenerationChannel.Event]) async -> Void
  ) async throws {
    var mayBePage = response.hasTypeOfPage
    var drain: DrainLimit?
    var deadline: ContinuousClock.Instant?
    while var piece = try await ProviderConnection.piece(of: response.body, until: deadline) {
      if mayBePage {
        // Some servers send streams with the content type of web pages.
        piece = piece.drop(while: JSONScanner.isWhiteSpace)
        guard let first = piece.first else { continue }
        mayBePage = false
        if first == UInt8(ascii: "<") {
          throw reader.failures.noStream(
            response.mediaType ?? "a page",
            beginning: try await ProviderConnection.beginning(
              of: response, after: piece, without: reader.failures.secretMask))
        }
      }
      var events: [LanguageModelExecutorGenerationChannel.Event] = []
      let result = Result { try reader.read(piece, into: &events) }
      await send(events)
      do {
        try result.get()
      } catch let limit as StreamLimit {
        throw reader.failures.failure(limit)
      }
      if reader.isDone { return }
      drain = reader.isComplete ? drain ?? DrainLimit() : nil
      deadline = drain?.deadline(longestPause: reader.longestPauseAfterEnd)
    }
  }

  /// Returns the next piece of a body; `nil` at its end, or at a time.
  private nonisolated(nonsending) static func piece(
    of body: AsyncThrowingStream<Data, any Error>, until deadline: ContinuousClock.Instant?
  ) async throws -> Data? {
    @Sendable func next() async throws -> Data? {
      var pieces = body.makeAsyncIterator()
      return try await pieces.next()
    }
    guard let deadline else { return try await next() }
    return try await race(next) {
      try await Task.sleep(until: deadline, clock: .continuous)
    } ?? nil
  }

  /// Signs a request and sends it.
  ///
  /// - Returns: The response if it is a success, and the request as it was sent.
  /// - Throws: `ProviderRequestFailure` for another response; an error of the signer or the
  ///   transport.
  private nonisolated(nonsending) func exchange(
    _ request: TransportRequest, _ format: some WireFormat
  ) async throws -> (response: TransportResponse, sent: TransportRequest) {
    var request = request
    if let signer {
      try request.add(try await signer.headers(for: request), provider: format.provider)
    }
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch let error as TransportError {
      // The caller masks the keys of the unsigned request, but does not know the keys of the
      // signer.
      throw TransportError(error.code, request.masking(error.description))
    }
    // 204 and 205 have no content.
    guard (200..<300).contains(response.status), ![204, 205].contains(response.status) else {
      let mask = request.secretMask
      let body = try await ProviderConnection.beginning(of: response, without: mask)
      throw format.failure(
        FailedResponse(
          status: response.status, headers: response.headers, body: body, secretMask: mask,
          isOfRequestWithoutKey: mask.isEmpty))
    }
    return (response, request)
  }

  /// Sends a request other than one for an answer of the model, and repeats it by the policy.
  ///
  /// `isRepeatable` is `true` if the request may be repeated when the server may have accepted it.
  /// If `false`, the request is only repeated after the server has rejected it because of its rate
  /// limits.
  ///
  /// - Throws: `LanguageModelError`; an error of the signer; `CancellationError`.
  nonisolated(nonsending) func response(
    to request: TransportRequest, in format: some WireFormat, isRepeatable: Bool
  ) async throws -> TransportResponse {
    var retries = 0
    while true {
      do {
        return try await exchange(request, format).response
      } catch {
        try Task.checkCancellation()
        let failure = error as? ProviderRequestFailure ?? ProviderRequestFailure(error)
        let sessionError = ProviderConnection.sessionError(
          failure.error, of: format.provider, request)
        guard isRepeatable || failure.isRateLimit else { throw sessionError }
        try await wait(after: failure, throwing: sessionError, retries: &retries)
      }
    }
  }

  /// Sends a request as ``response(to:in:isRepeatable:)`` does, and returns the JSON object of its
  /// response, within the bounds of a reply.
  nonisolated(nonsending) func object(
    for request: TransportRequest, in format: some WireFormat
  ) async throws -> GeneratedContent {
    try await ReplyClock(retryPolicy).bound(of: format.provider) {
      try await response(to: request, in: format, isRepeatable: true).object(of: format.provider)
    }
  }

  /// Returns the beginning of a body that is not a stream, without keys.
  ///
  /// If the connection fails, the beginning is the part that has arrived: the response explains the
  /// failure better than the error of the transport. Other errors are thrown.
  ///
  /// `start` is the part of the body that has been read.
  private nonisolated(nonsending) static func beginning(
    of response: TransportResponse, after start: Data = Data(), without mask: SecretMask
  ) async throws -> String {
    var body = Data(start.prefix(longestErrorBody))
    do {
      var pieces = response.body.makeAsyncIterator()
      while body.count < longestErrorBody, let piece = try await pieces.next() {
        body += piece.prefix(longestErrorBody - body.count)
      }
    } catch is TransportError {}
    return mask.beginning(of: String(decoding: body, as: UTF8.self), limit: longestErrorBody)
  }

  /// Reads the rest of the body after the last event.
  ///
  /// Then a transport with several requests per connection can reuse the connection, and a
  /// recording has the complete response.
  ///
  /// The answer is complete, so an error of the connection is ignored now. If the server leaves the
  /// body open, the connection is closed after one second without bytes. This also applies to
  /// ``ModelProvider/URLSessionTransport``, although it does not reuse connections.
  ///
  /// - Throws: An error of the transport other than a ``TransportError``, such as for a recording
  ///   that cannot be written; `CancellationError`.
  private nonisolated(nonsending) static func drain(
    _ body: AsyncThrowingStream<Data, any Error>
  ) async throws {
    let limit = DrainLimit()
    do {
      while try await piece(of: body, until: limit.deadline()) != nil {}
    } catch is TransportError {}
  }
}

extension TransportResponse {
  /// `true` for the content type of web pages.
  ///
  /// Gateways and login forms send web pages with any status.
  fileprivate var hasTypeOfPage: Bool {
    mediaType == "text/html" || mediaType == "application/xhtml+xml"
  }
}
