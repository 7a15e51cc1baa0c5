/// A model that sessions can talk to.
///
/// A model is a value that says which model it is; its executor sends requests. `SchemaProviders`
/// has the models of the well-known providers. A model of your own needs two types:
///
///     struct EchoModel: LanguageModel {
///       var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
///       var executorConfiguration: EchoExecutor.Configuration { EchoExecutor.Configuration() }
///     }
///
///     struct EchoExecutor: LanguageModelExecutor {
///       struct Configuration: Hashable, Sendable {}
///
///       init(configuration: Configuration) {}
///
///       func respond(
///         to request: LanguageModelExecutorGenerationRequest, model: EchoModel,
///         streamingInto channel: LanguageModelExecutorGenerationChannel
///       ) async throws {
///         await channel.send(.response(action: .appendText("Hello", tokenCount: 1)))
///       }
///     }
public protocol LanguageModel: Sendable {
  /// The type that sends requests.
  associatedtype Executor: LanguageModelExecutor where Self == Self.Executor.Model

  /// What the model can do.
  var capabilities: LanguageModelCapabilities { get }

  /// What an executor needs to know.
  var executorConfiguration: Executor.Configuration { get }
}

/// The part of a model that sends requests and receives events.
public protocol LanguageModelExecutor: Sendable {
  /// What an executor needs to know.
  associatedtype Configuration: Hashable, Sendable

  /// The model.
  associatedtype Model: LanguageModel

  /// Creates an executor.
  ///
  /// - Parameter configuration: What the executor needs to know.
  /// - Throws: An error if the configuration cannot work.
  init(configuration: Configuration) throws

  /// Prepares for a request that is likely to follow.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - transcript: What has been said so far.
  func prewarm(model: Model, transcript: Transcript)

  /// Generates one answer, or one round of tool calls.
  ///
  /// The session runs tools, checks answers and asks again; an executor sends one request and
  /// reports what arrives.
  ///
  /// - Parameters:
  ///   - request: What to answer.
  ///   - model: The model.
  ///   - channel: Where what arrives goes, as it arrives.
  /// - Throws: ``LanguageModelError`` if the model cannot answer, also in the middle of an answer.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  /// Prepares nothing.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - transcript: What has been said so far.
  public func prewarm(model: Model, transcript: Transcript) {}
}
