public import Foundation

/// Apple's model on Private Cloud Compute, which other systems cannot reach.
///
/// The type exists so that code for Apple's systems compiles. The model is always unavailable, as
/// on a device that is not eligible, and its requests throw ``Error/serviceUnavailable(_:)``.
public final class PrivateCloudComputeLanguageModel: LanguageModel {
  /// Creates the model.
  public convenience init() { self.init(()) }

  private init(_ nothing: Void) {}

  /// The availability of the model.
  @frozen
  public enum Availability: Sendable, Equatable {
    /// The model can be used. SchemaKit never returns this.
    case available

    /// The model cannot be used.
    case unavailable(UnavailableReason)

    /// The reason why the model is unavailable.
    public enum UnavailableReason: Sendable, Equatable {
      /// The device cannot reach the model.
      case deviceNotEligible

      /// The system is not ready. SchemaKit never returns this.
      case systemNotReady
    }
  }

  /// The availability, which is always ``Availability/unavailable(_:)``, since the device is not
  /// eligible.
  public var availability: Availability { .unavailable(.deviceNotEligible) }

  /// Always `false`.
  public var isAvailable: Bool { availability == .available }

  /// The capabilities of the model: an empty set.
  public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }

  /// The number of tokens that the model reads: always 0.
  public var contextSize: Int { 0 }

  /// The languages that the model knows: an empty set.
  public var supportedLanguages: Set<Locale.Language> { [] }

  /// Returns `false`, since the model knows no language.
  public func supportsLocale(_ locale: Locale = Locale.current) -> Bool { false }

  /// The usage of the person's quota, which is always below the limit.
  public var quotaUsage: QuotaUsage {
    QuotaUsage(status: .belowLimit(QuotaUsage.Status.BelowLimit(isApproachingLimit: false)))
  }

  /// The usage of the person's quota.
  public struct QuotaUsage: Sendable {
    /// The distance from the limit.
    public var status: Status

    /// The time when the limit is reset; `nil` if it is unknown.
    public var resetDate: Date? { nil }

    /// `true` if the limit is reached.
    public var isLimitReached: Bool {
      if case .limitReached = status { true } else { false }
    }

    /// The way to a higher limit; `nil` if there is none.
    public var limitIncreaseSuggestion: LimitIncreaseSuggestion? { nil }

    /// A way to a higher limit, which SchemaKit never has.
    public struct LimitIncreaseSuggestion: Sendable {
      private let offer: Never

      /// Shows the way to a higher limit.
      public func show() { switch offer {} }
    }

    /// The distance from a limit.
    public enum Status: Sendable {
      /// The limit is not reached.
      case belowLimit(BelowLimit)

      /// The limit is reached. SchemaKit never returns this.
      case limitReached(LimitReached)

      /// The distance from a limit that is not reached.
      public struct BelowLimit: Sendable {
        /// `true` if the usage is close to the limit.
        public var isApproachingLimit: Bool
      }

      /// The limit is reached.
      public struct LimitReached: Sendable {
        private let limit: Never
      }
    }
  }

  /// The model could not answer.
  public enum Error: Swift.Error, LocalizedError, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    /// There is no connection. SchemaKit never throws this.
    case networkFailure(NetworkFailure)

    /// The person's quota is used up. SchemaKit never throws this.
    case quotaLimitReached(QuotaLimitReached)

    /// The service cannot be used.
    case serviceUnavailable(ServiceUnavailable)

    /// There is no connection.
    public struct NetworkFailure: Sendable {
      /// The cause, for developers.
      public var debugDescription: String

      /// Creates details.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The person's quota is used up.
    public struct QuotaLimitReached: Sendable {
      /// The way to a higher limit; `nil` if there is none.
      public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?

      /// The time when the limit is reset; `nil` if it is unknown.
      public var resetDate: Date?

      /// The cause, for developers.
      public var debugDescription: String

      /// Creates details.
      public init(
        limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion? = nil,
        resetDate: Date? = nil, debugDescription: String
      ) {
        self.limitIncreaseSuggestion = limitIncreaseSuggestion
        self.resetDate = resetDate
        self.debugDescription = debugDescription
      }
    }

    /// The service cannot be used.
    public struct ServiceUnavailable: Sendable {
      /// The cause, for developers.
      public var debugDescription: String

      /// Creates details.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The cause, for developers.
    public var debugDescription: String {
      switch self {
      case .networkFailure(let details): details.debugDescription
      case .quotaLimitReached(let details): details.debugDescription
      case .serviceUnavailable(let details): details.debugDescription
      }
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The problem as a sentence.
    public var errorDescription: String? {
      "Private Cloud Compute could not answer: \(debugDescription)"
    }

    /// The remedy.
    public var recoverySuggestion: String? { "Use another model." }
  }

  /// The executor's configuration, which is empty.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The part that would send requests.
  public struct Executor: LanguageModelExecutor {
    /// The model.
    public typealias Model = PrivateCloudComputeLanguageModel

    /// An empty configuration.
    public struct Configuration: Hashable, Sendable {}

    /// Creates an executor.
    public init(configuration: Configuration) {}

    /// Prepares nothing.
    public func prewarm(model: Model, transcript: Transcript) {}

    /// Fails.
    ///
    /// - Throws: ``PrivateCloudComputeLanguageModel/Error/serviceUnavailable(_:)``.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: PrivateCloudComputeLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      throw PrivateCloudComputeLanguageModel.Error.serviceUnavailable(
        .init(debugDescription: "Only Apple's systems reach Private Cloud Compute."))
    }
  }
}
