package import SchemaConcurrency
import SchemaSessions

/// Waits until a count has begun to grow, and stands still.
///
/// A busy machine may hold whoever counts up for a moment, so three readings have to be equal.
package func standstill(of count: Locked<Int>) async throws -> Int {
  var (before, equalReadings) = (0, 0)
  while before == 0 || equalReadings < 3 {
    try await Task.sleep(for: .milliseconds(200))
    let now = count.withLock { $0 }
    equalReadings = now == before ? equalReadings + 1 : 0
    before = now
  }
  return before
}
