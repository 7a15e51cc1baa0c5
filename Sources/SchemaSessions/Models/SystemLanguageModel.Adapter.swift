public import Foundation

extension SystemLanguageModel {
  /// Weights that adapt a model of Apple's systems to a task.
  ///
  /// Models of other systems do not take adapters, so none can be created: the initializers throw,
  /// as on a device without a compatible model.
  public struct Adapter {
    private let weights: Never

    /// Throws, since no adapter can be loaded from a file.
    ///
    /// - Throws: ``AssetError/invalidAsset(_:)``.
    public init(fileURL: URL) throws {
      throw AssetError.invalidAsset(
        .init(
          debugDescription: "No model of this system accepts the adapter "
            + "\(fileURL.lastPathComponent)."))
    }

    /// Throws, since no adapter can be loaded by its name.
    ///
    /// - Throws: ``AssetError/invalidAdapterName(_:)`` for an empty name;
    ///   ``AssetError/compatibleAdapterNotFound(_:)``.
    public init(name: String) throws {
      guard !name.isEmpty else {
        throw AssetError.invalidAdapterName(.init(debugDescription: "The name is empty."))
      }
      throw AssetError.compatibleAdapterNotFound(
        .init(debugDescription: "No model of this system accepts the adapter '\(name)'."))
    }

    /// The metadata by the adapter's creator.
    public var creatorDefinedMetadata: [String: Any] { switch weights {} }

    /// Prepares the adapter for its first use.
    public func compile() async throws { switch weights {} }

    /// Returns an empty array, since the system's model accepts no adapters.
    public static func compatibleAdapterIdentifiers(name: String) -> [String] { [] }

    /// Does nothing, since there are no adapters to remove.
    public static func removeObsoleteAdapters() throws {}

    /// An adapter could not be created.
    public enum AssetError: Swift.Error, LocalizedError, CustomStringConvertible {
      /// The file is not an adapter of a model of this system.
      case invalidAsset(Context)

      /// The name is not a valid name of an adapter.
      case invalidAdapterName(Context)

      /// No adapter with the name fits the system's model.
      case compatibleAdapterNotFound(Context)

      /// The circumstances of an error.
      public struct Context: Sendable {
        /// The cause, for developers.
        public let debugDescription: String

        /// Creates a context.
        public init(debugDescription: String) { self.debugDescription = debugDescription }
      }

      /// The problem as a sentence.
      public var errorDescription: String? {
        switch self {
        case .invalidAsset(let context), .invalidAdapterName(let context),
          .compatibleAdapterNotFound(let context):
          context.debugDescription
        }
      }

      /// The problem and its remedy.
      public var description: String { problemAndRemedy }

      /// The remedy.
      public var recoverySuggestion: String? {
        "Use SystemLanguageModel.default, with the task in the instructions."
      }
    }
  }

  /// Creates the model with an adapter.
  ///
  /// Not reachable, since no adapter can be created.
  public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
    self.init(useCase: .general, guardrails: guardrails)
  }

  /// The model of a device cannot be used.
  ///
  /// FoundationModels throws this error. SchemaKit's sessions throw ``LanguageModelError`` if the
  /// app has named no model. The type exists so that code with a `catch` for this error compiles.
  public enum Error: Swift.Error, LocalizedError, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    /// The model is not on the device.
    case assetsUnavailable(AssetsUnavailable)

    /// The circumstances of an error.
    public struct AssetsUnavailable: Sendable {
      /// The cause, for developers.
      public var debugDescription: String

      /// Creates details.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The cause, for developers.
    public var debugDescription: String {
      switch self {
      case .assetsUnavailable(let details): details.debugDescription
      }
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The problem as a sentence.
    public var errorDescription: String? { "The model is unavailable: \(debugDescription)" }

    /// The remedy.
    public var recoverySuggestion: String? { "Name a model by SystemLanguageModel.bootstrap(_:)." }
  }
}
