#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Error {
  /// The description of an error for a person or a model.
  var sentence: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
