#if CommandLine
import SchemaKit

/// The speed of the tokens in an answer.
struct ChatSpeed {
  private let start = ContinuousClock.now
  private var first: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// Records that another piece of the answer has arrived.
  mutating func noteToken() {
    let now = ContinuousClock.now
    first = first ?? now
    last = now
  }

  /// Returns the time until the first token, and the number of tokens per second after it.
  ///
  /// - Parameter count: The number of tokens.
  /// - Returns: The text; `nil` if there were none.
  func text(ofTokens count: Int) -> String? {
    guard let first, let last else { return nil }
    let delay = "first token after \(Self.text((first - start) / .seconds(1), digits: 2)) s"
    let duration = (last - first) / .seconds(1)
    guard count > 1, duration > 0 else { return delay }
    return "\(delay), then \(Self.text(Double(count - 1) / duration, digits: 1)) tokens a second"
  }

  private static func text(_ number: Double, digits: Int) -> String {
    let factor = digits == 1 ? 10.0 : 100.0
    guard let scaled = Int(exactly: (number * factor).rounded()) else { return "many" }
    let rest = String(scaled % Int(factor))
    return "\(scaled / Int(factor))."
      + String(repeating: "0", count: digits - rest.count) + rest
  }
}
#endif
