#if CommandLine
import SchemaProviders

#if Llama
import SchemaEngines
import SchemaLlama
#endif

/// A model in a file, which runs in this process.
struct ChatFile: Equatable {
  /// The path of the file.
  let path: String

  /// The largest number of tokens of the conversation.
  let contextSize: Int

  /// The number of threads for the model; `nil` for one for each processor.
  let threadCount: Int?

  /// The default of the largest number of tokens of the conversation.
  static let defaultContextSize = 8_192

  /// Returns `true` if an argument names a file, and not a model of a server.
  static func isFile(_ model: String) -> Bool {
    !model.contains("://") && model.lowercased().hasSuffix(".gguf")
  }

  /// Opens the model.
  ///
  /// - Returns: The model, for a session.
  /// - Throws: ``CommandError`` if the file cannot be opened, or if the command was built without
  ///   llama.cpp.
  func open() async throws -> any LanguageModel {
    #if Llama
    do {
      return try await LlamaModel(file: path, context: .tokens(contextSize), threads: threadCount)
    } catch let error as EngineError {
      let remedy =
        switch error.code {
        case .outOfMemory: "Give a smaller --context."
        case .template: "Use another model."
        default: error.remedy
        }
      throw CommandError(error.problem, remedy: remedy)
    }
    #else
    throw CommandError.missingEngine(for: path)
    #endif
  }
}
#endif
