import SchemaDialects
package import SchemaEncoding
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests to Gemini (`POST {base}/models/{model}:streamGenerateContent`).
package struct GeminiFormat: WireFormat {
  let model: String
  package let baseURL: String
  /// Whether the model takes tools and a schema in one request.
  let combinesToolsAndSchemas: Bool

  package let provider = "Gemini"
  package let requestIDHeader = "x-request-id"
  package var dialect: any SchemaDialect { GeminiDialect() }

  package func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, GeminiReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let schemas = try RequestSchemas(request, tools: request.enabledToolDefinitions, from: schemas)
    let request = schemas.request
    let tools = schemas.tools.map { tool, parameters in
      GeneratedContent.object([
        "name": names.safeName(for: tool.name), "description": tool.description,
        "parametersJsonSchema": parameters,
      ])
    }
    let isEnforced = combinesToolsAndSchemas || tools.isEmpty
    let instruction = schemas.instruction(isEnforced: isEnforced, isShown: true)
    let isRequired = request.generationOptions.toolCallingMode == .required && !tools.isEmpty
    let generation = try generationConfig(
      request, isEnforced ? schemas.answer : nil, &notes)
    let body = GeneratedContent.object([
      "systemInstruction": request.instructions(adding: instruction)
        .map { GeneratedContent.object(["parts": [GeneratedContent.object(["text": $0])]]) },
      "contents": contents(request.transcript, &names, &notes),
      "tools": tools.isEmpty
        ? nil : [GeneratedContent.object(["functionDeclarations": tools])],
      "toolConfig": isRequired
        ? GeneratedContent.object([
          "functionCallingConfig": GeneratedContent.object(["mode": "ANY"])
        ]) : nil,
      "generationConfig": generation.childCount == 0 ? nil : generation,
    ])
    var headers: [String: String] = [:]
    headers["x-goog-api-key"] = key
    let wireRequest = try post(
      body, to: baseURL, "models/\(model):streamGenerateContent?alt=sse", headers: headers)
    return (
      wireRequest,
      GeminiReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes))
    )
  }

  private func generationConfig(
    _ request: LanguageModelExecutorGenerationRequest, _ schema: GeneratedContent?,
    _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    let sampling = try SamplingOptions(
      request.generationOptions, supported: [.temperature, .topK, .probabilityThreshold, .seed],
      largestSeed: UInt64(Int32.max), &notes)
    let thinking = request.contextOptions.reasoningLevel.map { level in
      GeneratedContent.object([
        "includeThoughts": true, "thinkingLevel": level.effort.uppercased(),
      ])
    }
    return .object([
      "temperature": sampling.temperature, "topP": sampling.probabilityThreshold,
      "topK": sampling.topK, "seed": sampling.seed,
      "maxOutputTokens": request.generationOptions.maximumResponseTokens,
      "responseMimeType": schema.map { _ in "application/json" }, "responseJsonSchema": schema,
      "thinkingConfig": thinking,
    ])
  }

  private func contents(
    _ transcript: Transcript, _ names: inout SafeNames, _ notes: inout OptionNotes
  ) -> [GeneratedContent] {
    var turns = MessageTurns()
    for entry in transcript {
      switch entry {
      case .instructions: break
      case .prompt(let prompt):
        turns.append(.object(["text": prompt.segments.joinedText]), to: "user")
      case .response(let response):
        // The interface rejects parts that are empty.
        let text = response.text
        guard !text.isEmpty else { continue }
        turns.append(
          .object(["text": text, "thoughtSignature": signature(response.metadata)]), to: "model")
      case .toolCalls(let calls):
        for call in calls {
          turns.append(
            .object([
              "functionCall": GeneratedContent.object([
                "id": call.id, "name": names.safeName(for: call.toolName),
                "args": call.argumentObject,
              ]), "thoughtSignature": signature(call.metadata),
            ]), to: "model")
        }
      case .toolOutput(let output):
        turns.append(
          .object([
            "functionResponse": GeneratedContent.object([
              "id": output.id, "name": names.safeName(for: output.toolName),
              "response": GeneratedContent.object(["output": output.segments.joinedText]),
            ])
          ]), to: "user")
      case .reasoning(let reasoning):
        if let thought = ProviderReasoning(reasoning, of: provider, &notes) {
          turns.append(
            .object([
              "text": thought.text, "thought": true, "thoughtSignature": thought.signature,
            ]), to: "model")
        }
      }
    }
    return turns.messages(parts: "parts")
  }

  private func signature(_ metadata: [String: GeneratedContent]) -> String? {
    metadata[GeminiReader.signatureKey]?.text
  }
}
