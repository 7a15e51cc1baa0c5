#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A batch was used in a way that it does not allow.
public struct BatchError: Error, LocalizedError, CustomStringConvertible, Sendable, Hashable {
  /// What is wrong.
  public enum Code: Sendable, Hashable {
    /// The model has no batches where it runs.
    case noBatches

    /// The batch has no requests.
    case noRequests

    /// A name of a request is empty, too long, or has characters that a provider does not take.
    case invalidID

    /// Two requests have one name.
    case duplicateID

    /// The batch has more requests, or more bytes, than the provider takes.
    case tooLarge

    /// The batch is another provider's, or its identifier is none.
    case otherBatch

    /// The batch has not ended, so it has no results yet.
    case inProgress
  }

  /// What is wrong.
  public let code: Code

  /// What is wrong as a sentence, and what to do about it.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// What is wrong as a sentence, and what to do about it.
  public var errorDescription: String? { description }
}
