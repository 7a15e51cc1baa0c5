#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension ModelProvider {
  /// When a request that failed is sent again.
  ///
  /// It is what the clients of OpenAI and Anthropic do: after a broken connection and the statuses
  /// 408, 409, 429 and from 500, unless the header `x-should-retry` says otherwise, after the time
  /// that the server asks for, or half a second, doubled each time up to 8 seconds and shortened by
  /// up to a quarter. A request is not repeated after a part of its answer has been handed on.
  public struct RetryPolicy: Sendable {
    /// How often a request is sent again, from 0.
    public var maximumRetries: Int

    /// The longest time that a server may ask to wait; if it asks for more, the request fails at
    /// once.
    public var longestWait: Duration

    /// A function that is called before each wait, such as one that tells a person why nothing
    /// happens.
    public var onWait: (@Sendable (Wait) -> Void)?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumRetries: How often a request is sent again, from 0.
    ///   - longestWait: The longest time that a server may ask to wait.
    ///   - onWait: A function that is called before each wait.
    public init(
      maximumRetries: Int = 2, longestWait: Duration = .seconds(120),
      onWait: (@Sendable (Wait) -> Void)? = nil
    ) {
      self.maximumRetries = maximumRetries
      self.longestWait = longestWait
      self.onWait = onWait
    }

    /// A wait before a request is sent again.
    public struct Wait: Sendable {
      /// How long it is.
      public let duration: Duration

      /// How often the request will have been sent again after it, from 1.
      public let retry: Int

      /// The error that the session throws if no further try succeeds, without keys.
      public let error: any Error
    }

    /// How long to wait before a request is sent again.
    ///
    /// - Parameters:
    ///   - failure: Why the request failed.
    ///   - retries: How often it was sent again before.
    ///   - random: A number from 0 up to 1, which shortens the time.
    ///   - now: The time, for headers with a date.
    /// - Returns: The time to wait; `nil` if the request is not sent again.
    package func delay(
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
