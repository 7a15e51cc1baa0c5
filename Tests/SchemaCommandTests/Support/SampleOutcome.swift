@testable import SchemaCommandLine

/// The expected outcome of each sample in each dialect.
struct SampleOutcome {
  let sample: Sample
  let dialect: String

  /// The exit status of `encode`.
  let status: Int32

  /// The same with `--strict`.
  let strict: Int32

  /// The exit status of `check --strict`: what is rejected is fitted, and only a type that contains
  /// itself is weaker then.
  var strictCheck: Int32 { status == 1 && sample != .tree ? 0 : strict }

  /// Whether `check` finds that the dialect takes the sample in another form.
  var isFitted: Bool {
    status == 1 || dialect == "anthropic" && (sample == .fitness || sample == .shape)
  }

  static let all: [SampleOutcome] = [
    SampleOutcome(.recipe, "json-schema", 0, 0), SampleOutcome(.recipe, "gemini", 0, 0),
    SampleOutcome(.recipe, "apple", 0, 0), SampleOutcome(.recipe, "openai", 0, 0),
    SampleOutcome(.recipe, "anthropic", 0, 1), SampleOutcome(.recipe, "gemini-openapi", 0, 0),
    SampleOutcome(.recipe, "llama.cpp", 0, 1),
    SampleOutcome(.fitness, "json-schema", 0, 0), SampleOutcome(.fitness, "gemini", 0, 0),
    SampleOutcome(.fitness, "apple", 0, 0), SampleOutcome(.fitness, "openai", 1, 1),
    SampleOutcome(.fitness, "anthropic", 0, 1), SampleOutcome(.fitness, "gemini-openapi", 0, 0),
    SampleOutcome(.fitness, "llama.cpp", 0, 0),
    SampleOutcome(.tree, "json-schema", 0, 0), SampleOutcome(.tree, "gemini", 0, 0),
    SampleOutcome(.tree, "apple", 0, 0), SampleOutcome(.tree, "openai", 0, 0),
    SampleOutcome(.tree, "anthropic", 1, 1), SampleOutcome(.tree, "gemini-openapi", 1, 1),
    SampleOutcome(.tree, "llama.cpp", 0, 0),
    SampleOutcome(.shape, "json-schema", 0, 0), SampleOutcome(.shape, "gemini", 0, 1),
    SampleOutcome(.shape, "apple", 0, 0), SampleOutcome(.shape, "openai", 1, 1),
    SampleOutcome(.shape, "anthropic", 0, 1), SampleOutcome(.shape, "gemini-openapi", 0, 0),
    SampleOutcome(.shape, "llama.cpp", 0, 1),
  ]

  private init(_ sample: Sample, _ dialect: String, _ status: Int32, _ strict: Int32) {
    self.sample = sample
    self.dialect = dialect
    self.status = status
    self.strict = strict
  }
}
