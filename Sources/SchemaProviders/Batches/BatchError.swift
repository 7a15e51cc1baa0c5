#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A batch was used in a way that it does not allow.
public struct BatchError: Error, LocalizedError, CustomStringConvertible, Sendable, Hashable {
  /// The kind of problem.
  public enum Code: Sendable, Hashable {
    /// The model has no batches on this cloud.
    case noBatches

    /// The batch has no requests.
    case noRequests

    /// The name of a request is empty, too long, or has characters that a provider does not accept.
    case invalidID

    /// Two requests have one name.
    case duplicateID

    /// The batch has more requests, or more bytes, than the provider accepts.
    case tooLarge

    /// The batch belongs to another provider, or its identifier is invalid.
    case otherBatch

    /// The batch is in progress, so it has no results.
    case inProgress
  }

  /// The kind of problem.
  public let code: Code

  /// The problem and its remedy.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The problem and its remedy.
  public var errorDescription: String? { description }
}
