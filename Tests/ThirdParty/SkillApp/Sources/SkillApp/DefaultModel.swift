import Foundation
import FoundationModels

/// The one place that knows where the model comes from.
func nameDefaultModel() throws {
  #if !canImport(Darwin)
  let environment = ProcessInfo.processInfo.environment
  try SystemLanguageModel.bootstrap(
    OpenAIModel(
      "gpt-5", baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1"))
  #endif
}
