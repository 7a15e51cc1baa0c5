import Foundation
import SchemaSessions

/// A request that failed, with the facts that decide on a retry.
struct ProviderRequestFailure: Error {
  /// The error for the caller.
  var error: any Error
  /// The status of the response, if there was one.
  var status: Int?
  var headers: [String: String] = [:]
  /// `true` if the provider's code excludes a retry, such as for a quota that is used up.
  var isFinal = false
  /// `true` if a retry may succeed after a failure in the middle of a stream.
  ///
  /// Such a failure has no status.
  var isTransient = false

  /// Creates a failure of a request whose task was not cancelled.
  ///
  /// A `CancellationError` then comes from a client or a signer that was shut down.
  init(
    _ error: any Error, status: Int? = nil, headers: [String: String] = [:], isFinal: Bool = false,
    isTransient: Bool = false
  ) {
    self.isTransient = isTransient
    self.error =
      error is CancellationError
      ? TransportError(.clientClosed, "The request was cancelled, but not by its session.") : error
    self.status = status
    self.headers = headers
    self.isFinal = isFinal
  }

  /// `true` if the provider rejects requests because of its rate limits, so that another model
  /// answers sooner.
  var isRateLimit: Bool {
    if case LanguageModelError.rateLimited = error { true } else { false }
  }

  /// `true` if the same request may succeed later.
  var isWorthRetry: Bool {
    if isFinal { return false }
    // OpenAI and Anthropic state in this header whether to repeat the request.
    switch headers["x-should-retry"] {
    case "true": return true
    case "false": return false
    default: break
    }
    guard let status else {
      return isTransient || (error as? TransportError).map { $0.code != .clientClosed } == true
    }
    // 424: Bedrock's model failed.
    return [408, 409, 424, 429].contains(status) || status >= 500
  }

  /// The time to wait that the server asks for.
  func retryAfter(now: Date) -> Duration? {
    if let text = headers["retry-after-ms"], let milliseconds = Double(text),
      let wait = Self.wait(seconds: milliseconds / 1000)
    {
      return wait
    }
    guard let text = headers["retry-after"] else {
      return isRateLimit ? RateLimits(headers).wait(now: now).flatMap(Self.wait) : nil
    }
    if let seconds = Double(text) { return Self.wait(seconds: seconds) }
    guard let date = HTTPDate(text, now: now)?.date else { return nil }
    return Self.wait(seconds: max(0, date.timeIntervalSince(now)))
  }

  /// Returns a time to wait; `nil` for NaN and for negative numbers.
  ///
  /// `Duration` traps on numbers that it cannot hold, so the result is at most 30 million years.
  private static func wait(seconds: Double) -> Duration? {
    seconds >= 0 ? .seconds(min(seconds, 1e15)) : nil
  }
}
