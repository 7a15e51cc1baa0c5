import CSchemaKit
import ConstrainedDecoding

/// The caller's pointer to the text of an error.
public typealias ErrorText = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The error for an invalid argument of the caller.
struct InvalidArgument: Error, CustomStringConvertible {
  let description: String

  static func handle(_ kind: String) -> InvalidArgument {
    InvalidArgument(description: "The \(kind) is NULL, or is a handle of another type.")
  }

  static func null(_ name: String) -> InvalidArgument {
    InvalidArgument(description: "'\(name)' is NULL.")
  }

  static func encoding(_ name: String) -> InvalidArgument {
    InvalidArgument(description: "'\(name)' is not UTF-8.")
  }
}

/// Runs the body of an exported function that returns a handle.
///
/// - Returns: The handle. If `body` throws, returns `nil` and sets `error` to the text of the
///   error.
func passing(_ error: ErrorText?, _ body: () throws -> Handle) -> OpaquePointer? {
  if let error = unsafe error { unsafe error.pointee = nil }
  do {
    return try unsafe body().retainedPointer()
  } catch let failure {
    if let error = unsafe error { unsafe error.pointee = text("\(failure)") }
    return nil
  }
}

/// Runs the body of an exported function that returns a status.
///
/// - Returns: The status; SCHEMAKIT_INVALID_ARGUMENT for an error without its own status. If `body`
///   throws, sets `error` to the text of the error.
func status(_ error: ErrorText?, _ body: () throws -> Void) -> Int32 {
  if let error = unsafe error { unsafe error.pointee = nil }
  do {
    try body()
    return Int32(SCHEMAKIT_OK)
  } catch let failure {
    if let error = unsafe error { unsafe error.pointee = text("\(failure)") }
    guard let failure = failure as? TokenMatcher.Failure else {
      return Int32(SCHEMAKIT_INVALID_ARGUMENT)
    }
    return status(of: failure.code)
  }
}

private func status(of code: TokenMatcher.Failure.Code) -> Int32 {
  switch code {
  case .forbidden: Int32(SCHEMAKIT_FORBIDDEN)
  case .unknownToken: Int32(SCHEMAKIT_UNKNOWN_TOKEN)
  case .finished: Int32(SCHEMAKIT_FINISHED)
  case .nothingToRollBack: Int32(SCHEMAKIT_NOTHING_TO_ROLL_BACK)
  case .tooManyReadings: Int32(SCHEMAKIT_TOO_MANY_READINGS)
  case .budgetTooSmall: Int32(SCHEMAKIT_BUDGET_TOO_SMALL)
  case .bufferTooShort: Int32(SCHEMAKIT_BUFFER_TOO_SHORT)
  default: Int32(SCHEMAKIT_INVALID_ARGUMENT)
  }
}
