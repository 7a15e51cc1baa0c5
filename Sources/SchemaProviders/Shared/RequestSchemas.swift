import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions

/// The schemas of a request, fitted to the dialect of a provider, and the request with its values in the
/// forms that they ask for.
struct RequestSchemas {
  /// The request; examples, answers and calls in it have the forms that the schemas ask for.
  let request: LanguageModelExecutorGenerationRequest

  /// The schema of the answer; `nil` for text.
  let answer: GeneratedContent?

  /// The tools, each with the schema of its arguments.
  let tools: [(definition: Transcript.ToolDefinition, parameters: GeneratedContent)]

  /// How answers and arguments are read.
  let forms: ReplyForms

  /// Encodes the schemas.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - tools: The tools to state.
  ///   - written: The schemas that earlier requests to the provider had.
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  init(
    _ request: LanguageModelExecutorGenerationRequest, tools: [Transcript.ToolDefinition],
    from written: WrittenSchemas
  ) throws {
    var forms = ReplyForms()
    let answer = try request.schema.map { try written.answer($0) }
    if let answer { forms.answer = answer.mapping }
    self.answer = answer?.document
    self.tools = try tools.map { tool in
      let schema = try written.arguments(tool.parameters)
      if !schema.mapping.isIdentity { forms.arguments[tool.name] = schema.mapping }
      return (tool, schema.document)
    }
    self.forms = forms
    self.request = request.written(in: forms, validator: answer?.validator)
  }

  /// The schema in words, if the prompt needs it, for models that are not held to it or do not see it.
  ///
  /// That depends on whether the provider holds the answer of this request to the schema, and whether
  /// it shows an enforced schema to the model.
  func instruction(isEnforced: Bool, isShown: Bool) -> String? {
    guard let answer else { return nil }
    // Some forms of `respond` ask for the schema by default: a model that sees it needs no copy.
    if isEnforced, isShown || request.contextOptions.includeSchemaInPrompt == false { return nil }
    return "Answer with JSON of this schema, and nothing else: \(answer.jsonString)"
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The text of all instructions and of an addition; `nil` if there is none.
  func instructions(adding addition: String? = nil) -> String? {
    var texts = transcript.compactMap { $0.instructions?.segments.joinedText }
    if let addition { texts.append(addition) }
    texts.removeAll { $0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  /// The tools to state: those that the model may call, or, where it may call none after calls were made,
  /// those of the instructions, since some providers reject calls of tools that are not stated.
  var offeredTools: [Transcript.ToolDefinition] {
    guard enabledToolDefinitions.isEmpty, transcript.contains(where: { $0.toolCalls != nil })
    else { return enabledToolDefinitions }
    return transcript.flatMap { $0.instructions?.toolDefinitions ?? [] }
  }
}
