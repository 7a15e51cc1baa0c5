import ConstrainedDecoding
import ContentStorage
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The plans of the replies of a model, each made once.
final class PlanStore: Sendable {
  /// What tells a plan from others.
  private struct Key: Hashable {
    let tools: [PlanTool]
    let isRequired: Bool
    let answer: String?
    let thinking: ToolCallFormat.ThinkingMode
    let format: ToolCallFormat
  }

  /// How many plans are kept; beyond it all are forgotten.
  private static let limit = 16

  private let plans = Locked<[Key: TokenPlan]>([:])

  /// The plan of a reply.
  ///
  /// - Parameters:
  ///   - format: The format in which the model calls tools.
  ///   - tools: The tools that the model may call.
  ///   - isRequired: Whether it has to call one.
  ///   - answer: The schema of the answer; `nil` for text.
  ///   - thinking: Whether the model thinks before, and in how many tokens.
  ///   - vocabulary: The tokens.
  ///   - texts: The documents of schemas.
  /// - Returns: The plan.
  /// - Throws: `PlanError` if the format has no words for a tool; `SchemaError` for a schema that
  ///   cannot be enforced.
  func plan(
    _ format: ToolCallFormat, tools: [Transcript.ToolDefinition], isRequired: Bool,
    answer: GenerationSchema?, thinking: ToolCallFormat.ThinkingMode, vocabulary: Vocabulary,
    _ texts: SchemaTexts
  ) throws -> TokenPlan {
    let planTools = try tools.map {
      PlanTool(name: $0.name, parameters: try texts.text(of: $0.parameters))
    }
    let key = Key(
      tools: planTools, isRequired: isRequired, answer: try answer.map { try texts.text(of: $0) },
      thinking: thinking, format: format)
    if let known = plans.withLock({ $0[key] }) { return known }
    let part = try format.output(
      tools: planTools, choice: tools.isEmpty ? .none : isRequired ? .required : .automatic,
      thinking: thinking, answer: try answer.map { .schema(try SchemaGraph($0)) })
    let plan = try TokenPlan(part, vocabulary: vocabulary)
    plans.withLock { plans in
      if plans.count >= Self.limit { plans.removeAll() }
      plans[key] = plan
    }
    return plan
  }
}
