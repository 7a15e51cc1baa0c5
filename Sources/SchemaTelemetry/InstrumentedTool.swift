#if Telemetry
import SchemaContent
import SchemaModel
import SchemaSessions
import Tracing

/// A tool whose calls are observed; see ``SessionTelemetry/tools(_:)``.
struct InstrumentedTool<Base: Tool>: WrappingTool {
  let base: Base
  private let telemetry: SessionTelemetry

  init(_ base: Base, _ telemetry: SessionTelemetry) {
    self.base = base
    self.telemetry = telemetry
  }

  var name: String { base.name }
  var description: String { base.description }
  var parameters: GenerationSchema { base.parameters }
  var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }
  var isStrict: Bool { base.isStrict }

  @concurrent func call(arguments: GeneratedContent) async throws -> Base.Output {
    let operation = GenAIConventions.Operation.executeTool
    return try await telemetry.withSpan("\(operation) \(name)", ofKind: .internal) { span in
      span.attributes[GenAIConventions.Attribute.operationName] = operation
      span.attributes[GenAIConventions.Attribute.toolName] = name
      span.attributes[GenAIConventions.Attribute.toolDescription] = description
      span.attributes[GenAIConventions.Attribute.toolType] = "function"
      if let call = Transcript.ToolCall.current {
        span.attributes[GenAIConventions.Attribute.toolCallID] = call.id
      }
      if telemetry.capturesContent {
        span.attributes[GenAIConventions.Attribute.toolArguments] =
          arguments.jsonString(.compact)
      }
      let output = try await base.call(arguments: Base.Arguments(arguments))
      if telemetry.capturesContent {
        span.attributes[GenAIConventions.Attribute.toolResult] =
          output.promptRepresentation.text
      }
      return output
    }
  }
}
#endif
