import AutomergeCoding
import Testing

/// Expects an error about a path with a code in its description, and returns the error.
@discardableResult
func expectError<Result>(
  _ code: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) -> CodingKeyLookupError? {
  let error = #expect(throws: CodingKeyLookupError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  #expect(error?.description.hasSuffix("[\(code)]") == true, sourceLocation: sourceLocation)
  return error
}
