#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The problem and the remedy of any error.
struct ErrorDescription {
  /// The problem, as a sentence.
  let problem: String

  /// The remedy, as a sentence.
  let remedy: String?

  init(problem: String, remedy: String?) {
    self.problem = problem
    self.remedy = remedy
  }

  /// Describes an error.
  init(_ error: any Error) {
    let localized = error as? any LocalizedError
    problem = localized?.errorDescription ?? "\(error)"
    remedy = localized?.recoverySuggestion
  }
}
