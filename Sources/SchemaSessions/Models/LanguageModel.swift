/// A model that answers the requests of sessions.
///
/// A model is a value with the model's name and settings; its executor sends requests.
/// `SchemaProviders` has the models of the well-known providers. A model of your own needs two
/// types:
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

  /// The capabilities of the model.
  var capabilities: LanguageModelCapabilities { get }

  /// The settings of an executor.
  var executorConfiguration: Executor.Configuration { get }
}

/// The part of a model that sends requests and receives events.
public protocol LanguageModelExecutor: Sendable {
  /// The settings of an executor.
  associatedtype Configuration: Hashable, Sendable

  /// The model.
  associatedtype Model: LanguageModel

  /// Creates an executor.
  ///
  /// - Throws: An error if the settings cannot work.
  init(configuration: Configuration) throws

  /// Prepares for a probable request.
  func prewarm(model: Model, transcript: Transcript)

  /// Generates one answer, or one round of tool calls.
  ///
  /// The session runs tools, checks answers and repeats requests. An executor sends one request and
  /// reports the events of its response.
  ///
  /// - Throws: ``LanguageModelError`` if the model cannot answer, even in the middle of an answer.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  /// Does nothing.
  public func prewarm(model: Model, transcript: Transcript) {}
}

/// A model that passes its requests to `base`, and has the capabilities of `base`.
package protocol WrappingLanguageModel<Base>: LanguageModel {
  associatedtype Base: LanguageModel

  /// The model that answers.
  var base: Base { get }
}
