#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ModelProvider {
  /// The policy for sending a failed request again.
  ///
  /// The clients of OpenAI and Anthropic have the same defaults. A request is repeated after a
  /// broken connection and after the statuses 408, 409, 424, 429 and from 500 on, unless the header
  /// `x-should-retry` states otherwise. The wait is the time that the server asks for, or half a
  /// second, doubled each time up to 8 seconds and shortened by up to a quarter. A request is not
  /// repeated after a part of its answer has reached the session.
  public struct RetryPolicy: Sendable {
    /// The largest number of retries, from 0.
    public var maximumRetries: Int

    /// The longest wait that a server may ask for; if it asks for more, the request fails at once.
    public var longestWait: Duration

    /// A function that is called before each wait, for example to show the reason for the wait to a
    /// user.
    public var onWait: (@Sendable (Wait) -> Void)?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumRetries: The largest number of retries, from 0.
    ///   - longestWait: The longest wait that a server may ask for.
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
      /// The length of the wait.
      public let duration: Duration

      /// The number of the retry after the wait, from 1.
      public let retry: Int

      /// The error that the session throws if no retry succeeds, without keys.
      public let error: any Error
    }

    /// Returns the time to wait before a request is sent again.
    ///
    /// - Parameters:
    ///   - failure: The failure of the request.
    ///   - retries: The number of retries so far.
    ///   - random: A number from 0 to 1, which shortens the time.
    ///   - now: The current time, for headers with a date.
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
