#if Telemetry
/// The names of OpenTelemetry's conventions for generative AI, which are still in development.
///
/// Only this file contains these names.
enum GenAIConventions {
  enum Operation {
    static let chat = "chat"
    static let executeTool = "execute_tool"
  }

  enum Attribute {
    static let operationName = "gen_ai.operation.name"
    static let providerName = "gen_ai.provider.name"
    static let requestModel = "gen_ai.request.model"
    static let requestMaxTokens = "gen_ai.request.max_tokens"
    static let requestTemperature = "gen_ai.request.temperature"
    static let requestTopP = "gen_ai.request.top_p"
    static let requestTopK = "gen_ai.request.top_k"
    static let requestSeed = "gen_ai.request.seed"
    static let requestStream = "gen_ai.request.stream"
    static let responseID = "gen_ai.response.id"
    static let responseModel = "gen_ai.response.model"
    static let responseFinishReasons = "gen_ai.response.finish_reasons"
    static let timeToFirstChunk = "gen_ai.response.time_to_first_chunk"
    static let usageInputTokens = "gen_ai.usage.input_tokens"
    static let usageOutputTokens = "gen_ai.usage.output_tokens"
    static let usageCacheReadTokens = "gen_ai.usage.cache_read.input_tokens"
    static let usageReasoningTokens = "gen_ai.usage.reasoning.output_tokens"
    static let outputType = "gen_ai.output.type"
    static let tokenType = "gen_ai.token.type"
    static let toolName = "gen_ai.tool.name"
    static let toolDescription = "gen_ai.tool.description"
    static let toolCallID = "gen_ai.tool.call.id"
    static let toolType = "gen_ai.tool.type"
    static let errorType = "error.type"
    static let serverAddress = "server.address"

    // The attributes of content, which are recorded only on request.
    static let systemInstructions = "gen_ai.system_instructions"
    static let inputMessages = "gen_ai.input.messages"
    static let outputMessages = "gen_ai.output.messages"
    static let toolArguments = "gen_ai.tool.call.arguments"
    static let toolResult = "gen_ai.tool.call.result"
  }

  enum Metric {
    static let tokenUsage = "gen_ai.client.token.usage"
    static let operationDuration = "gen_ai.client.operation.duration"
    static let timeToFirstChunk = "gen_ai.client.operation.time_to_first_chunk"
  }

  /// The names of this package, for which the conventions have none.
  enum Mend {
    static let count = "schemakit.answer.mends"
    static let kind = "schemakit.mend.kind"
  }
}
#endif
