/// Runs a function until it returns or a timer ends; whichever is later is cancelled.
///
/// - Parameters:
///   - body: The function.
///   - timer: Returns at the end of the time.
/// - Returns: The result of the function; `nil` if the timer ended first.
/// - Throws: The errors of the function and of the timer.
package nonisolated(nonsending) func race<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value,
  against timer: @escaping @Sendable () async throws -> Void
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await timer()
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
