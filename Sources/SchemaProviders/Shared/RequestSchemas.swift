import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The schemas of a request, fitted to the dialect of a provider, and the request.
///
/// The values in the request have the forms of these schemas.
struct RequestSchemas {
  /// The request; examples, answers and calls in it have the forms of the fitted schemas.
  let request: LanguageModelExecutorGenerationRequest

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
  let forms: ReplyForms

  /// Encodes the schemas.
  ///
  /// `takesTexts` is `true` if the arguments of a tool can be a text.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  init(
    _ request: LanguageModelExecutorGenerationRequest, tools: [Transcript.ToolDefinition],
    takesTexts: Bool, from written: WrittenSchemas
  ) throws {
    let answer = try request.schema.map { try written.answer($0) }
    let offered = try tools.map { ($0, try written.arguments($0.parameters)) }
    let texts = takesTexts ? offered.filter { $1.kind == .string }.map(\.0.name) : []
    textTools = Set(texts)
    var forms = ReplyForms()
    if let answer { forms.answer = answer.mapping }
    for (tool, schema) in offered where !schema.mapping.isIdentity && !textTools.contains(tool.name)
    {
      forms.arguments[tool.name] = schema.mapping
    }
    self.answer = answer
    self.tools = offered
    self.forms = forms
    writtenTools = written.writtenTools
    var request = request.written(in: forms, validator: answer?.validator)
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

  /// Returns the instruction with the schema of the answer, if the prompt needs it: for a model
  /// that does not read the schema, or for a schema that is not enforced.
  ///
  /// `isEnforced` is `true` if the provider enforces the schema of this answer, and `isShown` if
  /// the model reads an enforced schema.
  func instruction(isEnforced: Bool, isShown: Bool) -> String? {
    guard let answer else { return nil }
    // Some forms of `respond` request the schema by default: a model that reads it needs no copy.
    if isEnforced, isShown || request.contextOptions.includeSchemaInPrompt == false { return nil }
    return
      "Answer with JSON of this schema, and nothing else: \(answer.document.content.jsonString)"
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
