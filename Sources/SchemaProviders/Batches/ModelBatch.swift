/// A batch that a provider has accepted, as a value to store.
///
///     let batch = try await model.batches.start(requests)
///     try JSONEncoder().encode(batch).write(to: file)
///
/// If a program ends before the batch, a later run can continue with the stored value: the provider
/// keeps the batch and the results. The value contains no key, prompt or answer.
public struct ModelBatch: Sendable, Hashable, Codable {
  /// The name of the provider.
  public let provider: String

  /// The interface that answers the requests, such as `/v1/responses`.
  let interface: String

  /// The provider's identifier of the batch.
  public let id: String

  /// The names of the requests, in order.
  public let requestIDs: [String]
}

/// The status of a batch.
public struct BatchStatus: Sendable, Hashable {
  /// The state of a batch.
  public enum State: Sendable, Hashable {
    /// The provider works on it.
    case inProgress

    /// The provider stops the work on it.
    case cancelling

    /// Each request has a result, which may be an error.
    case completed

    /// The provider could not work on it.
    ///
    /// ``BatchStatus/problem`` has the reason.
    case failed

    /// The batch's time has expired.
    ///
    /// Requests that were answered before have results.
    case expired

    /// The batch was cancelled. Requests that were answered before have results.
    case cancelled
  }

  /// The state of the batch.
  public var state: State

  /// The number of requests in the batch, if the provider sends it.
  public var requestCount: Int?

  /// The number of answered requests, if the provider sends it.
  public var answeredCount: Int?

  /// The number of failed requests, if the provider sends it.
  public var failedCount: Int?

  /// The reason why the batch failed, if the provider sends it.
  public var problem: String?

  /// `true` if the batch has ended, so that the results can be read.
  public var hasEnded: Bool {
    switch state {
    case .inProgress, .cancelling: false
    case .completed, .failed, .expired, .cancelled: true
    }
  }
}
