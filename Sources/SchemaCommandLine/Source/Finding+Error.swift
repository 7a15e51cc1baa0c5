import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Finding {
  /// Creates the finding of an error.
  ///
  /// - Parameter error: Any error.
  init(describing error: any Error) {
    switch error {
    case let error as SchemaError: self.init(error)
    case let error as SchemaImportError:
      self.init(
        severity: .error, pointer: error.path.pointer, position: error.position.map(Self.words),
        problem: error.problem, remedy: error.remedy)
    default:
      let localized = error as? any LocalizedError
      self.init(
        severity: .error, pointer: "", problem: localized?.errorDescription ?? "\(error)",
        remedy: localized?.recoverySuggestion)
    }
  }

  /// A place in a text, in words.
  ///
  /// - Parameter position: The place.
  /// - Returns: The words.
  static func words(_ position: TextPosition) -> String {
    "line \(position.line), column \(position.column)"
  }
}
