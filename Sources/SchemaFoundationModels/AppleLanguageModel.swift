#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels)
import Foundation
public import FoundationModels
import SchemaConcurrency
import SchemaDialects
import SchemaModel
public import SchemaSessions
import SchemaValidation

/// The model on Apple's devices, for sessions of SchemaKit.
///
///     let model = FallbackModel([AppleLanguageModel(), OpenAIModel("gpt-5")])
///
/// The transcript is converted by the JSON format that both frameworks read and write. The
/// framework has no request that continues after the output of tools, so after a round of tool
/// calls a prompt asks for the answer.
///
/// - Important: The project's checks run on systems without the framework. The checks compile this
///   module against declarations of the framework's interface, but do not run it.
@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct AppleLanguageModel: IdentifiedLanguageModel {
  /// The prompt of a request whose last entry is the output of a tool.
  static let promptAfterTools = "Answer with what the tools returned."

  /// A function that creates the framework's session for one request.
  typealias SessionMaker =
    @Sendable (_ tools: [any FoundationModels.Tool], _ transcript: FoundationModels.Transcript) ->
    FoundationModels.LanguageModelSession

  let makeSession: SessionMaker
  /// Returns the capabilities of the model; `nil` while the model is not available.
  private let available: @Sendable () -> SchemaSessions.LanguageModelCapabilities?

  /// The provider and the name of the model.
  public let identity: LanguageModelIdentity

  /// Creates a model.
  public init(_ model: FoundationModels.SystemLanguageModel = .default) {
    makeSession = { tools, transcript in
      FoundationModels.LanguageModelSession(model: model, tools: tools, transcript: transcript)
    }
    available = {
      guard model.isAvailable else { return nil }
      #if canImport(FoundationModels, _version: 2)
      if #available(macOS 27, iOS 27, visionOS 27, *) { return .init(model.capabilities) }
      #endif
      return .init([.guidedGeneration, .toolCalling])
    }
    identity = LanguageModelIdentity(provider: "apple", name: "SystemLanguageModel")
  }

  /// Creates a model from any model of the framework, such as one of mlx-swift-lm or of Core AI.
  ///
  /// As for the model on the device, schemas are fitted to Apple's dialect, and answers are mapped
  /// back and validated.
  @available(macOS 27, iOS 27, visionOS 27, *)
  public init(frameworkModel model: some FoundationModels.LanguageModel, name: String) {
    makeSession = { tools, transcript in
      FoundationModels.LanguageModelSession(model: model, tools: tools, transcript: transcript)
    }
    available = { .init(model.capabilities) }
    identity = LanguageModelIdentity(provider: "apple", name: name)
  }

  /// The capabilities of the model; none while it is not available.
  public var capabilities: SchemaSessions.LanguageModelCapabilities { available() ?? .init([]) }

  /// The executor's configuration, which is empty.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// An executor that sends requests to the framework.
  public struct Executor: SchemaSessions.LanguageModelExecutor {
    /// An empty configuration.
    public struct Configuration: Hashable, Sendable {}

    /// Creates an executor.
    public init(configuration: Configuration) {}

    /// Generates one answer, or one round of tool calls.
    ///
    /// - Throws: `LanguageModelError`, for example if a tool call is required, which the framework
    ///   does not support, if a reasoning level is requested but the model does not reason, for an
    ///   attachment that is not an image in a file or in memory, or for any attachment in
    ///   FoundationModels 26; `GeneratedContent.ParsingError` for an answer that the framework
    ///   could not read; `SchemaError` for a schema that cannot be fitted to Apple's dialect; an
    ///   error of `JSONDecoder` for a transcript or a schema that the framework cannot read.
    public nonisolated(nonsending) func respond(
      to request: SchemaSessions.LanguageModelExecutorGenerationRequest, model: AppleLanguageModel,
      streamingInto channel: SchemaSessions.LanguageModelExecutorGenerationChannel
    ) async throws {
      let calls = Locked<[ObservedCall]>([])
      var forms = ReplyForms()
      var tools: [ObservingTool] = []
      for definition in request.enabledToolDefinitions {
        let (parameters, mapping) = try AppleConversation.schema(
          definition.parameters, in: AppleDialect().forTools)
        tools.append(ObservingTool(definition, parameters, calls))
        if !mapping.isIdentity { forms.arguments[definition.name] = mapping }
        forms.enforcedTools.insert(definition.name)
      }
      let answer = try request.schema.map { try AppleConversation.schema($0) }
      if let answer {
        forms.answer = answer.1
        forms.enforcesAnswer = true
      }
      let validator =
        forms.answer.isIdentity ? nil : try request.schema.map { try ContentValidator($0) }
      let files = ImageFiles()
      defer { files.remove() }
      let conversation = try AppleConversation(
        request.written(in: forms, validator: validator), files,
        capabilities: model.available())
      if !forms.areDeclared { await channel.send(.fitted(forms)) }
      let session = model.makeSession(tools, conversation.history)
      do {
        if let (schema, _) = answer {
          let stream = conversation.contentStream(
            of: session, schema: schema,
            includeSchemaInPrompt: request.contextOptions.includeSchemaInPrompt ?? true)
          for try await snapshot in stream {
            await channel.send(
              .response(
                action: .replaceTextSegment(snapshot.rawContent.jsonString, tokenCount: 0)))
          }
        } else {
          let stream = conversation.textStream(of: session)
          var text = ""
          for try await snapshot in stream {
            // Unicode scalars are compared, because an accent that arrives later changes the last
            // character.
            let scalars = snapshot.content.unicodeScalars
            let action: SchemaSessions.LanguageModelExecutorGenerationChannel.Response.Action =
              scalars.starts(with: text.unicodeScalars)
              ? .appendText(
                String(scalars.dropFirst(text.unicodeScalars.count)), tokenCount: 0)
              : .replaceTextSegment(snapshot.content, tokenCount: 0)
            text = snapshot.content
            await channel.send(.response(action: action))
          }
        }
      } catch let error as FoundationModels.LanguageModelSession.ToolCallError
        where error.underlyingError is ObservingTool.CallObserved
      {
        for call in calls.withLock({ $0 }) {
          await channel.send(
            .toolCalls(
              action: .toolCall(
                id: call.id, name: call.name,
                action: .appendArguments(call.arguments, tokenCount: 0))))
        }
      } catch {
        throw SchemaSessions.LanguageModelError.equivalent(of: error)
      }
      if !conversation.notes.isEmpty {
        await channel.send(.response(action: .updateMetadata(["notes": conversation.notes])))
      }
    }
  }
}

/// A tool call of the framework's model.
@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
struct ObservedCall: Sendable {
  let id: String
  let name: String
  /// The arguments as JSON.
  let arguments: String
}

/// A tool that ends the request when it is called, because the session of SchemaKit runs the tools.
@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
struct ObservingTool: FoundationModels.Tool {
  struct CallObserved: Error {}

  let name: String
  let description: String
  let parameters: FoundationModels.GenerationSchema
  private let calls: Locked<[ObservedCall]>

  init(
    _ definition: SchemaSessions.Transcript.ToolDefinition,
    _ parameters: FoundationModels.GenerationSchema, _ calls: Locked<[ObservedCall]>
  ) {
    name = definition.name
    description = definition.description
    self.parameters = parameters
    self.calls = calls
  }

  func call(arguments: FoundationModels.GeneratedContent) async throws -> String {
    let call = ObservedCall(
      id: UUID().uuidString, name: name, arguments: arguments.jsonString)
    calls.withLock { $0.append(call) }
    throw CallObserved()
  }
}
#endif
