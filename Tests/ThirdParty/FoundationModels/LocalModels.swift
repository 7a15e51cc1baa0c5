import FoundationModels
import SchemaEngines
import SchemaFoundationModels
import SchemaSessions

/// A session of SchemaKit with a model of mlx-swift-lm, of Core AI, or any other of the framework.
@available(macOS 27, iOS 27, visionOS 27, *)
func session(
  with model: some FoundationModels.LanguageModel
) -> SchemaSessions.LanguageModelSession {
  SchemaSessions.LanguageModelSession(
    model: AppleLanguageModel(frameworkModel: model, name: "qwen3-4b"))
}

/// A session of the framework with a model of SchemaKit.
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
func session(with model: EngineModel) -> FoundationModels.LanguageModelSession {
  FoundationModels.LanguageModelSession(model: SchemaKitModel(model))
}
