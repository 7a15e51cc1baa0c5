import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The schemas of a request, fitted to the dialect of a provider, and the request.
///
/// The values in the request have the forms of these schemas.
struct RequestSchemas {
  /// The request; examples, answers and calls in it have the forms of the fitted schemas.
  private(set) var request: LanguageModelExecutorGenerationRequest

  /// The schema of the answer; `nil` for text.
  let answer: WrittenSchemas.Written?

  /// A tool with the schema of its arguments.
  typealias OfferedTool = (definition: Transcript.ToolDefinition, schema: WrittenSchemas.Written)

  let tools: [OfferedTool]

  /// The names of the tools whose arguments are a text, and not JSON in the dialect's form.
  let textTools: Set<String>

  /// The tools that requests in this format have written so far.
  let writtenTools: WrittenTools

  /// The forms of the answer and the arguments.
  private(set) var forms: ReplyForms

  /// Encodes the schemas.
  ///
  /// `takesTexts` is `true` if the arguments of a tool can be a text. `isEnforced` is `true` if the
  /// provider enforces the schema of the answer. Otherwise the prompt states it, and the answer has
  /// the declared form.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  init(
    _ request: LanguageModelExecutorGenerationRequest, tools: [Transcript.ToolDefinition],
    takesTexts: Bool, isEnforced: Bool, from written: WrittenSchemas
  ) throws {
    let answer = try request.schema.map { try written.answer($0) }
    let offered = try tools.map { ($0, try written.arguments($0.parameters)) }
    let texts = takesTexts ? offered.filter { $1.kind == .string }.map(\.0.name) : []
    textTools = Set(texts)
    var forms = ReplyForms()
    if let answer, isEnforced {
      forms.answer = answer.mapping
      forms.enforcesAnswer = true
    }
    for (tool, schema) in offered where !schema.mapping.isIdentity && !textTools.contains(tool.name)
    {
      forms.arguments[tool.name] = schema.mapping
    }
    self.answer = answer
    self.tools = offered
    self.forms = forms
    writtenTools = written.writtenTools
    var request = request.written(in: forms, validator: isEnforced ? answer?.validator : nil)
    if written.adjustments.contains(.plainCalls) { request.removeCallProperties() }
    if written.adjustments.contains(.optionalCalls) {
      request.generationOptions.toolCallingMode = nil
    }
    self.request = request
  }

  /// Returns the positions of the tools that can be strict, for a dialect whose limits apply to all
  /// schemas of a request together.
  ///
  /// Only tools that are declared as strict are considered. While the schemas exceed a limit, the
  /// tool with the largest counts is left out. The schema of the answer always counts.
  func strictTools(within limits: DocumentLimits, atMost maximumCount: Int) -> Set<Int> {
    var counts = answer?.counts ?? LimitMeter.Counts()
    var strict = Set(tools.indices.filter { tools[$0].definition.isStrict })
    for tool in strict { counts.add(tools[tool].schema.counts) }
    let order = strict.sorted { first, second in
      let sizes = (
        tools[first].schema.counts.limitedCount, tools[second].schema.counts.limitedCount
      )
      return sizes.0 == sizes.1 ? first > second : sizes.0 > sizes.1
    }
    for tool in order where strict.count > maximumCount || !counts.isWithin(limits) {
      strict.remove(tool)
      counts.remove(tools[tool].schema.counts)
    }
    return strict
  }

  /// Records that the provider enforces the schema of a tool's arguments.
  mutating func recordEnforcedTool(_ name: String) { forms.enforcedTools.insert(name) }

  /// Returns the instruction with the schema of the answer, if the prompt needs it: for a model
  /// that does not read the schema, or for a schema that is not enforced.
  ///
  /// `isShown` is `true` if the model reads an enforced schema.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be written.
  func instruction(isShown: Bool) throws -> String? {
    guard let schema = request.schema, let answer else { return nil }
    let isEnforced = forms.enforcesAnswer
    // Some forms of `respond` request the schema by default: a model that reads it needs no copy.
    if isEnforced, isShown || request.contextOptions.includeSchemaInPrompt == false { return nil }
    // Only JSON Schema can state the form of a fitted schema.
    let isFitted = isEnforced && !answer.mapping.isIdentity
    if isFitted || request.contextOptions.schemaForm == .jsonSchema {
      let document =
        isEnforced || answer.mapping.isIdentity
        ? answer.document.content.jsonString : try SchemaEncoder().encode(schema).jsonString()
      return "Answer with JSON of this schema, and nothing else: \(document)"
    }
    return "Answer with JSON of the first type, and nothing else:\n\(try TypeText(schema))"
  }
}

extension LimitMeter.Counts {
  /// `true` if the counts are within the limits of a request.
  fileprivate func isWithin(_ limits: DocumentLimits) -> Bool {
    optionalProperties <= limits.optionalProperties ?? .max
      && unions + describedReferences <= limits.unions ?? .max
  }

  /// The sum of the counts that providers limit for a request.
  fileprivate var limitedCount: Int { optionalProperties + unions + describedReferences }
}

extension LanguageModelExecutorGenerationRequest {
  /// Returns the text of all instructions and of an addition; `nil` if there is none.
  func instructions(adding addition: String? = nil) -> String? {
    var texts = transcript.compactMap { $0.instructions?.segments.joinedText }
    if let addition { texts.append(addition) }
    texts.removeAll { $0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  /// Removes the properties of calls that only their server knows.
  fileprivate mutating func removeCallProperties() {
    transcript = Transcript(
      entries: transcript.map { entry in
        guard case .toolCalls(let calls) = entry else { return entry }
        let plain = calls.map { call in
          var call = call
          CallForm.remove(from: &call.metadata)
          return call
        }
        return .toolCalls(Transcript.ToolCalls(id: calls.id, plain))
      })
  }

  /// The tools that the request offers: those that the model may call.
  ///
  /// If the model may call no tools, but the transcript has calls, the request offers the tools of
  /// the instructions, since some providers reject calls of unknown tools.
  var offeredTools: [Transcript.ToolDefinition] {
    guard enabledToolDefinitions.isEmpty, transcript.contains(where: { $0.toolCalls != nil })
    else { return enabledToolDefinitions }
    return transcript.instructedTools
  }
}
