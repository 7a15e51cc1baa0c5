import ConstrainedDecoding
import ContentStorage
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The grammars and plans of the replies of a model, each made once.
///
/// Compiling one takes up to some hundred milliseconds, and the scheduler keeps the masks of those
/// that it has seen.
final class FormStore: Sendable {
  /// The key of a plan.
  private struct PlanKey: Hashable {
    let format: ToolCallFormat
    let tools: [PlanTool]
    let isRequired: Bool
    let answer: Answer
    let thinking: ToolCallFormat.ThinkingMode

    enum Answer: Hashable {
      case text
      case schema(String)
      case inWords(ToolForm)
    }
  }

  /// The key of the grammar of calls in words.
  private struct GrammarKey: Hashable {
    let form: ToolForm
    let isRequired: Bool
  }

  private let vocabulary: Vocabulary
  private let schemaGrammars = PreparedSchemas<TokenGrammar>()
  private let toolGrammars = RecentValues<GrammarKey, TokenGrammar>()
  private let plans = RecentValues<PlanKey, TokenPlan>()

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

  /// The grammar of a reply that calls tools in words.
  ///
  /// - Parameters:
  ///   - form: The form of the calls.
  ///   - isRequired: `true` if the reply has to be a call.
  /// - Returns: The grammar.
  /// - Throws: `SchemaImportError` or `SchemaError` for a schema that cannot be enforced.
  func grammar(of form: ToolForm, isRequired: Bool) throws -> TokenGrammar {
    try toolGrammars.value(for: GrammarKey(form: form, isRequired: isRequired)) {
      try form.grammar(isRequired: isRequired, vocabulary, Self.options)
    }
  }

  /// The plan of a reply that calls tools in words, behind the model's thoughts.
  ///
  /// - Parameters:
  ///   - format: The format of the thoughts.
  ///   - form: The form of the calls.
  ///   - isRequired: `true` if the reply has to be a call.
  ///   - thinking: The thoughts that are allowed.
  /// - Returns: The plan.
  /// - Throws: `SchemaImportError` or `SchemaError` for a schema that cannot be enforced.
  func plan(
    _ format: ToolCallFormat, of form: ToolForm, isRequired: Bool,
    thinking: ToolCallFormat.ThinkingMode
  ) throws -> TokenPlan {
    let key = PlanKey(
      format: format, tools: [], isRequired: isRequired, answer: .inWords(form),
      thinking: thinking)
    return try plans.value(for: key) {
      let grammar = try grammar(of: form, isRequired: isRequired)
      let part = try format.output(
        tools: [], choice: .none, thinking: thinking, answer: .grammar(grammar))
      return try TokenPlan(part, vocabulary: vocabulary)
    }
  }

  /// The plan of a reply in the model's own format.
  ///
  /// - Parameters:
  ///   - format: The format in which the model calls tools.
  ///   - tools: The tools that the model may call.
  ///   - isRequired: `true` if it has to call one.
  ///   - answer: The schema of the answer; `nil` for text.
  ///   - thinking: The thoughts that are allowed.
  ///   - texts: The documents of schemas.
  /// - Returns: The plan.
  /// - Throws: `PlanError` if the format has no words for a tool; `SchemaError` for a schema that
  ///   cannot be enforced.
  func plan(
    _ format: ToolCallFormat, tools: [Transcript.ToolDefinition], isRequired: Bool,
    answer: GenerationSchema?, thinking: ToolCallFormat.ThinkingMode, _ texts: SchemaTexts
  ) throws -> TokenPlan {
    let planTools = try tools.map {
      PlanTool(name: $0.name, parameters: try texts.text(of: $0.parameters))
    }
    let key = PlanKey(
      format: format, tools: planTools, isRequired: isRequired,
      answer: try answer.map { .schema(try texts.text(of: $0)) } ?? .text, thinking: thinking)
    return try plans.value(for: key) {
      let part = try format.output(
        tools: planTools, choice: tools.isEmpty ? .none : isRequired ? .required : .automatic,
        thinking: thinking, answer: try answer.map { .schema(try SchemaGraph($0)) })
      return try TokenPlan(part, vocabulary: vocabulary)
    }
  }
}

/// Values that are made once for each key; where there are too many, all are forgotten.
private final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private static var limit: Int { 16 }

  private let values = Locked<[Key: Value]>([:])

  /// The value of a key.
  ///
  /// Two requests at once may both make it; the values that they make are equal.
  func value(for key: Key, make: () throws -> Value) rethrows -> Value {
    if let known = values.withLock({ $0[key] }) { return known }
    let value = try make()
    values.withLock { values in
      if values.count >= Self.limit { values.removeAll() }
      values[key] = value
    }
    return value
  }
}
