import SchemaFoundationModels
import SchemaProviders

/// The model of the app, in a file without FoundationModels, since both have a `Prompt`.
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
let cookModel = SchemaKitModel(OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY")))
