import AutomergeDocument
import Testing

/// Expects an error with a code, and returns the error.
@discardableResult
func expectError<Result>(
  _ code: AutomergeError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) -> AutomergeError? {
  let error = #expect(throws: AutomergeError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  return error
}
