import Foundation
import SchemaSessions
import SchemaText

extension ModelProvider {
  /// The policy for the time of a request, and for sending a failed request again.
  ///
  /// The clients of OpenAI and Anthropic have the same defaults. A request is repeated after a
  /// broken connection and after the statuses 408, 409, 424, 429 and from 500 on, unless the header
  /// `x-should-retry` states otherwise. The wait is the time that the server asks for, or half a
  /// second, doubled each time up to 8 seconds and shortened by up to a quarter. A request is not
  /// repeated after a part of its answer has reached the session.
  ///
  /// Two bounds limit the time of the provider: ``firstContentTimeout`` and ``replyTimeout``. Only
  /// text, reasoning and calls are progress; comments, `ping` and unknown events of a server are
  /// not. All tries of a request share the time. The waits between them, and the waits for a slow
  /// reader of a stream, do not count. At a bound the request throws `LanguageModelError.timeout`
  /// and is not sent again; a `FallbackModel` asks its next model. The `idleTimeout` of a transport
  /// is shorter, and any byte restarts it.
  public struct RetryPolicy: Sendable {
    /// The largest number of retries, from 0.
    public var maximumRetries: Int

    /// The longest wait that a server may ask for; if it asks for more, the request fails at once.
    public var longestWait: Duration

    /// The longest time to the first text, reasoning or call of a reply.
    ///
    /// A model that does not show its reasoning, or a slow machine with a long prompt, can need
    /// more than the default of ten minutes.
    public var firstContentTimeout: Duration

    /// The longest time for a complete reply, an hour by default.
    public var replyTimeout: Duration

    /// A function that is called before each wait, for example to show the reason for the wait to a
    /// user.
    public var onWait: (@Sendable (Wait) -> Void)?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumRetries: The largest number of retries, from 0.
    ///   - longestWait: The longest wait that a server may ask for.
    ///   - firstContentTimeout: The longest time to the first text, reasoning or call of a reply.
    ///   - replyTimeout: The longest time for a complete reply.
    ///   - onWait: A function that is called before each wait.
    public init(
      maximumRetries: Int = 2, longestWait: Duration = .seconds(120),
      firstContentTimeout: Duration = .seconds(600), replyTimeout: Duration = .seconds(3_600),
      onWait: (@Sendable (Wait) -> Void)? = nil
    ) {
      self.maximumRetries = maximumRetries
      self.longestWait = longestWait
      self.firstContentTimeout = firstContentTimeout
      self.replyTimeout = replyTimeout
      self.onWait = onWait
    }

    /// A wait before a request is sent again.
    public struct Wait: Sendable {
      /// The length of the wait.
      public let duration: Duration

      /// The number of the retry after the wait, from 1.
      public let retry: Int

      /// The error that the session throws if no retry succeeds, without keys.
      public let error: any Error
    }

    /// Returns the time to wait before a request is sent again.
    ///
    /// `random` is a number from 0 to 1, which shortens the time.
    ///
    /// - Returns: The time to wait; `nil` if the request is not sent again.
    func delay(
      after failure: ProviderRequestFailure, retries: Int, random: Double, now: Date = Date()
    ) -> Duration? {
      guard retries < maximumRetries, failure.isWorthRetry else { return nil }
      if let asked = failure.retryAfter(now: now) {
        return asked <= longestWait ? asked : nil
      }
      let seconds = min(8, 0.5 * Double(1 << min(retries, 10)))
      return .seconds(seconds * (1 - 0.25 * random))
    }
  }
}

/// The rate limits that a provider states in the header of a response.
struct RateLimits {
  /// The kinds of limits, by their names in headers and in metadata.
  private static let kinds = [
    ("requests", "remainingRequests"), ("tokens", "remainingTokens"),
    ("input-tokens", "remainingInputTokens"), ("output-tokens", "remainingOutputTokens"),
  ]

  private let headers: [String: String]

  /// - Parameter headers: The header of the response, with names in lower case.
  init(_ headers: [String: String]) { self.headers = headers }

  /// The remainders, by their names in metadata.
  var remaining: [String: Int] {
    Self.kinds.reduce(into: [:]) { metadata, kind in
      if let count = remaining(kind.0) { metadata[kind.1] = count }
    }
  }

  private func remaining(_ kind: String) -> Int? {
    let text =
      headers["x-ratelimit-remaining-\(kind)"]
      ?? headers["anthropic-ratelimit-\(kind)-remaining"]
    return text.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns the seconds until the last of the used-up limits is reset; `nil` if no limit is used
  /// up, or the header has no time.
  func wait(now: Date) -> Double? {
    Self.kinds.compactMap { kind, _ -> Double? in
      guard remaining(kind) == 0 else { return nil }
      if let text = headers["x-ratelimit-reset-\(kind)"] { return Self.seconds(text) }
      return headers["anthropic-ratelimit-\(kind)-reset"].flatMap { Timestamp.read($0) }
        .map { max(0, $0 - now.timeIntervalSinceReferenceDate) }
    }.max()
  }

  /// Returns the seconds of a time such as `6m0s`, `1.5s` or `20ms`; a number without a unit is in
  /// seconds.
  static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text) { return seconds >= 0 && seconds.isFinite ? seconds : nil }
    let units = ["d": 86_400.0, "h": 3_600, "m": 60, "s": 1, "ms": 0.001, "us": 0.000_001]
    var sum = 0.0
    var rest = text[...]
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let value = Double(number), let factor = units[String(unit)] else { return nil }
      sum += value * factor
    }
    return text.isEmpty || !sum.isFinite ? nil : sum
  }
}
