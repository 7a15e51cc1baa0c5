import ConstrainedDecoding
import SchemaConcurrency
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The grammars and plans of the replies of a model.
///
/// Each is made once.
///
/// Compiling a plan takes up to some hundred milliseconds, and the scheduler keeps the masks of
/// known plans.
final class FormStore: Sendable {
  private enum PlanKey: Hashable {
    /// A reply in the model's own format.
    case native(
      ToolCallFormat, tools: [Tool], isRequired: Bool, answer: EngineSchema?,
      ToolCallFormat.ThinkingMode)
    /// A reply in the form of `ToolForm`, after thoughts in a format.
    case inWords(
      ToolForm, isRequired: Bool, behind: ToolCallFormat?, ToolCallFormat.ThinkingMode?)
  }

  private struct Tool: Hashable {
    let name: String
    let parameters: EngineSchema
  }

  private let vocabulary: Vocabulary
  private let schemaGrammars = PreparedSchemas<TokenGrammar>()
  private let plans = Locked(
    LimitedStore<PlanKey, TokenPlan>(limit: EngineScheduler.cachedFormLimit))

  private static let options = TokenGrammar.Options(whitespace: .spaced)

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// The grammar of an answer to a schema.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be enforced.
  func grammar(of schema: GenerationSchema) throws -> TokenGrammar {
    try schemaGrammars.value(for: schema) {
      try TokenGrammar($0, vocabulary: vocabulary, options: Self.options)
    }
  }

  /// Returns the plan of a reply in the form of `ToolForm`.
  ///
  /// `isRequired`: `true` if the reply has to be a call. `thoughts`: The format and the mode of the
  /// thoughts before the reply; `nil` if the model writes only the reply.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be enforced.
  func plan(
    of form: ToolForm, isRequired: Bool,
    behind thoughts: (format: ToolCallFormat, mode: ToolCallFormat.ThinkingMode)?
  ) throws -> TokenPlan {
    let key = PlanKey.inWords(
      form, isRequired: isRequired, behind: thoughts?.format, thoughts?.mode)
    return try plan(of: key) {
      let reply = try form.part(isRequired: isRequired)
      let part =
        try thoughts.map {
          try $0.format.output(tools: [], choice: .none, thinking: $0.mode, answer: reply)
        } ?? reply
      return try TokenPlan(part, vocabulary: vocabulary, options: Self.options)
    }
  }

  /// The plan of a reply in the model's own format.
  ///
  /// `format`: The format in which the model calls tools. `isRequired`: `true` if the model has to
  /// call a tool. `answer`: The schema of the answer; `nil` for text.
  ///
  /// - Throws: `PlanError` if the format cannot state a tool; `SchemaError` for a schema that
  ///   cannot be enforced.
  func plan(
    _ format: ToolCallFormat, tools: [Transcript.ToolDefinition], isRequired: Bool,
    answer: GenerationSchema?, thinking: ToolCallFormat.ThinkingMode, _ schemas: EngineSchemas
  ) throws -> TokenPlan {
    let tools = try tools.map {
      Tool(name: $0.name, parameters: try schemas.prepared($0.parameters))
    }
    let answer = try answer.map { try schemas.prepared($0) }
    let key = PlanKey.native(
      format, tools: tools, isRequired: isRequired, answer: answer, thinking)
    return try plan(of: key) {
      let part = try format.output(
        tools: tools.map { PlanTool(name: $0.name, parameters: $0.parameters.graph) },
        choice: tools.isEmpty ? .none : isRequired ? .required : .automatic,
        thinking: thinking, answer: answer.map { .value(.schema($0.graph)) })
      return try TokenPlan(part, vocabulary: vocabulary, options: Self.options)
    }
  }

  /// Returns the plan of a key, and makes the plan if the key is new.
  ///
  /// Two concurrent requests may both make the plan, with equal results.
  private func plan(of key: PlanKey, make: () throws -> TokenPlan) rethrows -> TokenPlan {
    if let known = plans.withLock({ $0[key] }) { return known }
    let plan = try make()
    plans.withLock { $0[key] = plan }
    return plan
  }
}
