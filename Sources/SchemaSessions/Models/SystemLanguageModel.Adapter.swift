#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SystemLanguageModel {
  /// Weights that adapt a model of Apple's systems to a task.
  ///
  /// No other system has models that take them, so no adapter can be created: the initialisers
  /// throw, as they do on a device without a fitting model.
  public struct Adapter {
    private let weights: Never

    /// Creates an adapter of a file, which always throws.
    ///
    /// - Parameter fileURL: The file.
    /// - Throws: ``AssetError/invalidAsset(_:)``.
    public init(fileURL: URL) throws {
      throw AssetError.invalidAsset(
        .init(
          debugDescription: "No model of this system takes the adapter "
            + "\(fileURL.lastPathComponent)."))
    }

    /// Creates an adapter that is loaded by its name, which always throws.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``AssetError/invalidAdapterName(_:)`` for an empty name;
    ///   ``AssetError/compatibleAdapterNotFound(_:)``.
    public init(name: String) throws {
      guard !name.isEmpty else {
        throw AssetError.invalidAdapterName(.init(debugDescription: "The name is empty."))
      }
      throw AssetError.compatibleAdapterNotFound(
        .init(debugDescription: "No model of this system takes the adapter '\(name)'."))
    }

    /// What the adapter's maker says of it.
    public var creatorDefinedMetadata: [String: Any] { switch weights {} }

    /// Prepares the adapter for its first use.
    public func compile() async throws { switch weights {} }

    /// The identifiers of the adapters with a name that fit the system's model: none.
    ///
    /// - Parameter name: The name.
    /// - Returns: No identifiers.
    public static func compatibleAdapterIdentifiers(name: String) -> [String] { [] }

    /// Removes adapters that no longer fit the system's model, of which there are none.
    public static func removeObsoleteAdapters() throws {}

    /// An adapter could not be created.
    public enum AssetError: Swift.Error, LocalizedError, CustomStringConvertible {
      /// The file is not an adapter of a model of this system.
      case invalidAsset(Context)

      /// The name is not one of an adapter.
      case invalidAdapterName(Context)

      /// No adapter with the name fits the system's model.
      case compatibleAdapterNotFound(Context)

      /// What happened.
      public struct Context: Sendable {
        /// What went wrong, for people who look for the cause.
        public let debugDescription: String

        /// Creates a context.
        ///
        /// - Parameter debugDescription: What went wrong.
        public init(debugDescription: String) {
          self.debugDescription = debugDescription
        }
      }

      /// What went wrong as a sentence.
      public var errorDescription: String? {
        switch self {
        case .invalidAsset(let context), .invalidAdapterName(let context),
          .compatibleAdapterNotFound(let context):
          context.debugDescription
        }
      }

      /// What went wrong, and what to do about it.
      public var description: String { problemAndRemedy }

      /// What to do about it.
      public var recoverySuggestion: String? {
        "Use SystemLanguageModel.default, with the task in the instructions."
      }
    }
  }

  /// Creates the model with an adapter, of which there is none.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - guardrails: The safety checks of prompts and answers.
  public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
    self.init(useCase: .general, guardrails: guardrails)
  }

  /// The model of a device cannot be used.
  ///
  /// FoundationModels throws it. SchemaKit's sessions throw ``LanguageModelError`` for a model that
  /// the app has not named; this type is here so that code that catches it compiles.
  public enum Error: Swift.Error, LocalizedError, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    /// The model is not on the device.
    case assetsUnavailable(AssetsUnavailable)

    /// What happened.
    public struct AssetsUnavailable: Sendable {
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
      case .assetsUnavailable(let details): details.debugDescription
      }
    }

    /// What went wrong, and what to do about it.
    public var description: String { problemAndRemedy }

    /// What went wrong as a sentence.
    public var errorDescription: String? { "The model is unavailable: \(debugDescription)" }

    /// What to do about it.
    public var recoverySuggestion: String? { "Name a model by SystemLanguageModel.bootstrap(_:)." }
  }
}
