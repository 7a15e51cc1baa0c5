import SchemaContent
import SchemaEncoding

/// The body of a request to Chat Completions; what is not set is left out.
struct ChatBody: Encodable {
  var model: String
  var messages: [Message] = []
  var stream = true
  var streamOptions: StreamOptions?
  var maxCompletionTokens: Int?
  var maxTokens: Int?
  var temperature: Double?
  var topP: Double?
  var topK: Int?
  var seed: UInt64?
  var reasoningEffort: String?
  var tools: [Tool]?
  var toolChoice: String?
  var responseFormat: ResponseFormat?

  enum CodingKeys: String, CodingKey {
    case model, messages, stream, temperature, seed, tools
    case streamOptions = "stream_options"
    case maxCompletionTokens = "max_completion_tokens"
    case maxTokens = "max_tokens"
    case topP = "top_p"
    case topK = "top_k"
    case reasoningEffort = "reasoning_effort"
    case toolChoice = "tool_choice"
    case responseFormat = "response_format"
  }

  struct StreamOptions: Encodable {
    var includeUsage = true

    enum CodingKeys: String, CodingKey {
      case includeUsage = "include_usage"
    }
  }

  struct Message: Encodable {
    var role: String
    var content: String?
    var toolCalls: [ToolCall]?
    var toolCallID: String?

    enum CodingKeys: String, CodingKey {
      case role, content
      case toolCalls = "tool_calls"
      case toolCallID = "tool_call_id"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(role, forKey: .role)
      // A message without text says so; only calls of tools may be without.
      try container.encode(content, forKey: .content)
      try container.encodeIfPresent(toolCalls, forKey: .toolCalls)
      try container.encodeIfPresent(toolCallID, forKey: .toolCallID)
    }
  }

  struct ToolCall: Encodable {
    struct Function: Encodable {
      var name: String
      var arguments: String
    }

    var id: String
    var type = "function"
    var function: Function
  }

  struct Tool: Encodable {
    struct Function: Encodable {
      var name: String
      var description: String
      var strict: Bool?
      var parameters: EncodedSchema
    }

    var type = "function"
    var function: Function
  }

  struct ResponseFormat: Encodable {
    struct JSONSchema: Encodable {
      var name: String
      var strict: Bool?
      var schema: EncodedSchema
    }

    var type = "json_schema"
    var jsonSchema: JSONSchema

    enum CodingKeys: String, CodingKey {
      case type
      case jsonSchema = "json_schema"
    }
  }
}
