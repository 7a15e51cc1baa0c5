#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Apple's model on Private Cloud Compute, which no other system can reach.
///
/// It is here so that code that can use it compiles. It is always unavailable, as on a device that
/// is not eligible, and its requests throw ``Error/serviceUnavailable(_:)``.
public final class PrivateCloudComputeLanguageModel: LanguageModel {
  /// Creates the model.
  public convenience init() { self.init(()) }

  private init(_ nothing: Void) {}

  /// Whether the model can be talked to.
  @frozen
  public enum Availability: Sendable, Equatable {
    /// The model can be talked to. SchemaKit never says so.
    case available

    /// The model cannot be talked to.
    case unavailable(UnavailableReason)

    /// Why the model cannot be talked to.
    public enum UnavailableReason: Sendable, Equatable {
      /// The device cannot reach it.
      case deviceNotEligible

      /// The system is not ready. SchemaKit never says so.
      case systemNotReady
    }
  }

  /// Whether the model can be talked to: never, since the device is not eligible.
  public var availability: Availability { .unavailable(.deviceNotEligible) }

  /// Whether the model can be talked to: never.
  public var isAvailable: Bool { availability == .available }

  /// What the model can do: nothing.
  public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }

  /// How many tokens the model reads: none.
  public var contextSize: Int { 0 }

  /// The languages that the model knows: none.
  public var supportedLanguages: Set<Locale.Language> { [] }

  /// Whether the model knows the language of a locale.
  ///
  /// - Parameter locale: The locale.
  /// - Returns: Always `false`.
  public func supportsLocale(_ locale: Locale = Locale.current) -> Bool { false }

  /// How much of the model the person may use, of which nothing is used.
  public var quotaUsage: QuotaUsage {
    QuotaUsage(status: .belowLimit(QuotaUsage.Status.BelowLimit(isApproachingLimit: false)))
  }

  /// How much of the model the person has used.
  public struct QuotaUsage: Sendable {
    /// Whether the limit is reached, or how near it is.
    public var status: Status

    /// When the limit begins anew; `nil` if it is not known.
    public var resetDate: Date? { nil }

    /// Whether the limit is reached.
    public var isLimitReached: Bool {
      switch status {
      case .belowLimit: false
      case .limitReached: true
      }
    }

    /// How the person can get a higher limit; `nil` if there is no way.
    public var limitIncreaseSuggestion: LimitIncreaseSuggestion? { nil }

    /// A way to a higher limit, which SchemaKit never has.
    public struct LimitIncreaseSuggestion: Sendable {
      private let offer: Never

      /// Shows the person how to get a higher limit.
      public func show() { switch offer {} }
    }

    /// Whether a limit is reached.
    public enum Status: Sendable {
      /// The limit is not reached.
      case belowLimit(BelowLimit)

      /// The limit is reached. SchemaKit never says so.
      case limitReached(LimitReached)

      /// How near the limit is.
      public struct BelowLimit: Sendable {
        /// Whether little is left.
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
    /// There is no connection. SchemaKit never throws it.
    case networkFailure(NetworkFailure)

    /// The person has used as much as they may. SchemaKit never throws it.
    case quotaLimitReached(QuotaLimitReached)

    /// The service cannot be used.
    case serviceUnavailable(ServiceUnavailable)

    /// There is no connection.
    public struct NetworkFailure: Sendable {
      /// What went wrong, for people who look for the cause.
      public var debugDescription: String

      /// Creates details.
      ///
      /// - Parameter debugDescription: What went wrong.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// The person has used as much as they may.
    public struct QuotaLimitReached: Sendable {
      /// How the person can get a higher limit; `nil` if there is no way.
      public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?

      /// When the limit begins anew; `nil` if it is not known.
      public var resetDate: Date?

      /// What went wrong, for people who look for the cause.
      public var debugDescription: String

      /// Creates details.
      ///
      /// - Parameters:
      ///   - limitIncreaseSuggestion: How the person can get a higher limit.
      ///   - resetDate: When the limit begins anew.
      ///   - debugDescription: What went wrong.
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
      /// What went wrong, for people who look for the cause.
      public var debugDescription: String

      /// Creates details.
      ///
      /// - Parameter debugDescription: What went wrong.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// What went wrong, for people who look for the cause.
    public var debugDescription: String {
      switch self {
      case .networkFailure(let details): details.debugDescription
      case .quotaLimitReached(let details): details.debugDescription
      case .serviceUnavailable(let details): details.debugDescription
      }
    }

    /// What went wrong, and what to do about it.
    public var description: String { problemAndRemedy }

    /// What went wrong as a sentence.
    public var errorDescription: String? {
      "Private Cloud Compute could not answer: \(debugDescription)"
    }

    /// What to do about it.
    public var recoverySuggestion: String? { "Use another model." }
  }

  /// What the executor needs to know: nothing.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The part that would send requests.
  public struct Executor: LanguageModelExecutor {
    /// The model.
    public typealias Model = PrivateCloudComputeLanguageModel

    /// Nothing.
    public struct Configuration: Hashable, Sendable {}

    /// Creates an executor.
    ///
    /// - Parameter configuration: Nothing.
    public init(configuration: Configuration) {}

    /// Prepares nothing.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - transcript: What has been said so far.
    public func prewarm(model: Model, transcript: Transcript) {}

    /// Fails.
    ///
    /// - Parameters:
    ///   - request: What to answer.
    ///   - model: The model.
    ///   - channel: Where what arrives would go.
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
