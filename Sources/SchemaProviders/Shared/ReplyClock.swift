import SchemaConcurrency
import SchemaSessions

/// The time that a provider takes for a reply, and its bounds.
///
/// Bytes do not count as progress, since a server can send comments for ever. Waits for the reader
/// of the answer, and waits between retries, are not time of the provider.
final class ReplyClock: Sendable {
  /// The longest time that a timer can measure, about a year.
  private static let longestBound = Duration.seconds(31_536_000)
  /// The time between two looks at a clock that stands still.
  private static let shortestSleep = Duration.milliseconds(20)

  private struct State {
    var hasContent = false
    /// The time so far, without the running period.
    var spent = Duration.zero
    /// The beginning of the running period; `nil` while the clock stands still.
    var start: ContinuousClock.Instant? = .now
  }

  private let firstContentTimeout: Duration
  private let replyTimeout: Duration
  private let state = Locked(State())

  init(_ policy: ModelProvider.RetryPolicy) {
    firstContentTimeout = min(policy.firstContentTimeout, Self.longestBound)
    replyTimeout = min(policy.replyTimeout, Self.longestBound)
  }

  /// `true` if the reply has content that the session has received.
  var hasContent: Bool { state.withLock { $0.hasContent } }

  func recordContent() { state.withLock { $0.hasContent = true } }

  /// Stops the clock, also for good after the end of an answer.
  func pause() {
    state.withLock { state in
      if let start = state.start { state.spent += .now - start }
      state.start = nil
    }
  }

  func resume() { state.withLock { $0.start = .now } }

  /// Runs a function until it returns or a bound is reached, which cancels the function.
  ///
  /// - Throws: The errors of the function; `LanguageModelError.timeout` at a bound.
  nonisolated(nonsending) func bound<Value: Sendable>(
    of provider: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let value = try await race(body) {
      while let rest = self.rest { try await Task.sleep(for: max(rest, Self.shortestSleep)) }
    }
    guard let value else { throw timeout.sessionError(of: provider) }
    return value
  }

  /// The time to the next bound; `nil` if a bound is reached.
  private var rest: Duration? {
    let state = state.withLock { $0 }
    let bound = state.hasContent ? replyTimeout : min(firstContentTimeout, replyTimeout)
    let rest = bound - state.spent - (state.start.map { .now - $0 } ?? .zero)
    return rest > .zero || state.start == nil ? rest : nil
  }

  private var timeout: TransportError {
    TransportError(
      .timeout,
      hasContent
        ? "The reply was not complete after \(replyTimeout), the `replyTimeout` of the model's "
          + "retry policy."
        : "The reply had no content after \(min(firstContentTimeout, replyTimeout)), the "
          + "`firstContentTimeout` of the model's retry policy.")
  }
}
