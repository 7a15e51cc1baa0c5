import SchemaKit

@testable import SchemaCommandLine

/// What a dialect makes of a sample.
enum SampleOutcome: String {
  case ok
  case weakened
  case rejected

  /// What becomes of each sample in each dialect, which no test derives from what the command says.
  static func of(_ sample: Sample, in dialect: String) -> SampleOutcome {
    switch (sample, dialect) {
    case (.fitness, "openai"), (.shape, "openai"), (.tree, "anthropic"), (.tree, "gemini-openapi"):
      .rejected
    case (.recipe, "anthropic"), (.recipe, "llama.cpp"), (.fitness, "anthropic"),
      (.shape, "anthropic"), (.shape, "gemini"), (.shape, "llama.cpp"):
      .weakened
    default: .ok
    }
  }
}
