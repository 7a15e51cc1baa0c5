/// A batch that a provider has taken, as a value to store.
///
///     let batch = try await model.batches.start(requests)
///     try JSONEncoder().encode(batch).write(to: file)
///
/// A program that ends before the batch does goes on with the stored value: the provider keeps the
/// batch, and the results. It has no key, no prompt and no answer.
public struct ModelBatch: Sendable, Hashable, Codable {
  /// The name of the provider.
  public let provider: String

  /// The interface that answers the requests, such as `responses`.
  let interface: String

  /// The provider's identifier of the batch.
  public let id: String

  /// The names of the requests, in order.
  public let requestIDs: [String]
}

/// How far a batch is.
public struct BatchStatus: Sendable, Hashable {
  /// What becomes of a batch.
  public enum State: Sendable, Hashable {
    /// The provider works on it.
    case inProgress

    /// The provider stops the work on it.
    case cancelling

    /// Each request has a result, which may be an error.
    case completed

    /// The provider could not work on it. ``BatchStatus/problem`` says why.
    case failed

    /// The time of the batch was over. Requests that were answered before have results.
    case expired

    /// The batch was cancelled. Requests that were answered before have results.
    case cancelled
  }

  /// What becomes of the batch.
  public var state: State

  /// How many requests the batch has, if the provider says so.
  public var requestCount: Int?

  /// How many requests have an answer by now, if the provider says so.
  public var answeredCount: Int?

  /// How many requests have failed by now, if the provider says so.
  public var failedCount: Int?

  /// Why the batch failed, if it did and the provider says so.
  public var problem: String?

  /// Whether nothing changes any more, so that the results can be read.
  public var hasEnded: Bool {
    switch state {
    case .inProgress, .cancelling: false
    case .completed, .failed, .expired, .cancelled: true
    }
  }
}
