import SchemaContent
import SchemaEncoding
import SchemaModel
import SchemaSessions

extension SchemaEncoder {
  /// A schema in the dialect, as a value of a request.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect rejects.
  func content(_ schema: GenerationSchema) throws -> GeneratedContent {
    try GeneratedContent(json: try encode(schema).jsonString())
  }

  /// A schema in words, for models that are not held to it or do not see it.
  func instruction(_ schema: GenerationSchema) throws -> String {
    "Answer with JSON of this schema, and nothing else: \(try encode(schema).jsonString())"
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The text of all instructions and of an addition; `nil` if there is none.
  func instructions(adding addition: String? = nil) -> String? {
    var texts = transcript.compactMap { entry in
      if case .instructions(let instructions) = entry {
        instructions.segments.joinedText
      } else {
        nil
      }
    }
    if let addition { texts.append(addition) }
    texts.removeAll { $0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  /// The schema in words, if the prompt needs it.
  ///
  /// That depends on whether the provider holds the answer of this request to the schema, and whether
  /// it shows an enforced schema to the model.
  func schemaInstruction(
    _ encoder: SchemaEncoder, isEnforced: Bool, isShown: Bool
  ) throws -> String? {
    guard let schema else { return nil }
    // Some forms of `respond` ask for the schema by default: a model that sees it needs no copy.
    if isEnforced, isShown || contextOptions.includeSchemaInPrompt == false { return nil }
    return try encoder.instruction(schema)
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The tools to state: those that the model may call, or, where it may call none after calls were made,
  /// those of the instructions, since some providers reject calls of tools that are not stated.
  var offeredTools: [Transcript.ToolDefinition] {
    guard enabledToolDefinitions.isEmpty, transcript.contains(where: { $0.toolCalls != nil })
    else { return enabledToolDefinitions }
    return transcript.flatMap { entry -> [Transcript.ToolDefinition] in
      if case .instructions(let instructions) = entry { instructions.toolDefinitions } else { [] }
    }
  }
}
