#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels, _version: 2)
public import FoundationModels
import SchemaModel
public import SchemaSessions

/// A model of SchemaKit for sessions of Apple's framework in FoundationModels 27 or later.
///
///     let model = SchemaKitModel(OpenAIModel("gpt-5"))
///     let session = FoundationModels.LanguageModelSession(model: model)
///
/// The framework's session runs the tools and reads the answer. The answer is neither validated nor
/// requested again. Some providers need another form of a schema. Then the answer or the arguments
/// arrive as a whole at the end.
///
/// - Important: The project's checks run on systems without the framework. The checks compile this
///   module against declarations of the framework's interface, but do not run it.
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
public struct SchemaKitModel<Base: SchemaSessions.LanguageModel>: FoundationModels.LanguageModel {
  private let base: Base

  /// Creates a model.
  public init(_ base: Base) { self.base = base }

  /// The capabilities of the model.
  public var capabilities: FoundationModels.LanguageModelCapabilities {
    FoundationModels.LanguageModelCapabilities(base.capabilities)
  }

  /// The configuration of the model's own executor.
  public var executorConfiguration: Base.Executor.Configuration { base.executorConfiguration }

  /// An executor that passes requests to the model's own executor.
  public struct Executor: FoundationModels.LanguageModelExecutor {
    private let executor: Base.Executor

    /// Creates an executor.
    ///
    /// - Throws: The errors of the model's own executor.
    public init(configuration: Base.Executor.Configuration) throws {
      executor = try Base.Executor(configuration: configuration)
    }

    /// Prepares the model.
    ///
    /// Does nothing if SchemaKit cannot read the transcript.
    public func prewarm(model: SchemaKitModel<Base>, transcript: FoundationModels.Transcript) {
      guard let transcript = try? SchemaSessions.Transcript(transcript) else { return }
      executor.prewarm(model: model.base, transcript: transcript)
    }

    /// Generates one answer, or one round of tool calls.
    ///
    /// - Throws: `LanguageModelError.unsupportedTranscriptContent` of the framework for an image
    ///   without an address, or for an attachment of the answer that is not an image in a file or
    ///   in memory; `DecodingError` for a transcript or a schema that SchemaKit cannot read;
    ///   `GeneratedContent.ParsingError` of the framework for an answer with a schema or a tool
    ///   call that was cut off, or for arguments that are not JSON; an error of the model,
    ///   converted to the framework's error with the same properties if there is one.
    public nonisolated(nonsending) func respond(
      to request: FoundationModels.LanguageModelExecutorGenerationRequest,
      model: SchemaKitModel<Base>,
      streamingInto channel: FoundationModels.LanguageModelExecutorGenerationChannel
    ) async throws {
      let runner = ModelRunner(model.base, executor)
      var reply = FrameworkReply(isStructured: request.schema != nil)
      var isComplete = false
      defer { if !isComplete { reply.removeImages() } }
      do {
        let request = try SchemaSessions.LanguageModelExecutorGenerationRequest(request)
        try await runner.run(request) { event in
          for event in try reply.events(for: event) { await channel.send(event) }
        }
        for event in try reply.lastEvents() { await channel.send(event) }
      } catch let error as SchemaSessions.LanguageModelError {
        throw error.frameworkError
      } catch let error as SchemaModel.GeneratedContent.ParsingError {
        throw FoundationModels.GeneratedContent.ParsingError(error)
      }
      isComplete = true
    }
  }
}
#endif
