/// The time until which a connection waits for what follows the end of an answer.
///
/// The server may leave the connection open after the stated end.
struct DrainLimit {
  /// The longest time for what follows the end of an answer.
  static let longestDrain = Duration.seconds(10)
  /// The longest wait for the next bytes after the end of an answer.
  static let longestPause = Duration.seconds(1)

  private let latestEnd = ContinuousClock.now + DrainLimit.longestDrain

  /// Returns the time until which to wait for the next bytes, if the wait begins now.
  func deadline(longestPause: Duration = DrainLimit.longestPause) -> ContinuousClock.Instant {
    min(latestEnd, .now + longestPause)
  }
}
