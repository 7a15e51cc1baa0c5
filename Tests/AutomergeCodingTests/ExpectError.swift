import AutomergeCoding
import Testing

/// Expects an error with a code, and returns the error.
@discardableResult
func expectError<Result>(
  _ code: CodingKeyLookupError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) -> CodingKeyLookupError? {
  let error = #expect(throws: CodingKeyLookupError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  return error
}
