import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions

/// The schemas of a request, fitted to the dialect of a provider, and the request.
///
/// The values in the request have the forms of these schemas.
struct RequestSchemas {
  /// The request; examples, answers and calls in it have the forms of the fitted schemas.
  let request: LanguageModelExecutorGenerationRequest

  /// The schema of the answer; `nil` for text.
  let answer: WrittenDocument?

  /// A tool with the schema of its arguments.
  typealias OfferedTool = (definition: Transcript.ToolDefinition, parameters: WrittenDocument)

  let tools: [OfferedTool]

  /// The tools that requests in this format have written so far.
  let writtenTools: WrittenTools

  /// The counts that the dialect limits, for the document of the answer.
  private let answerCounts: LimitMeter.Counts
  /// The counts that the dialect limits, for the document of each tool.
  private let toolCounts: [LimitMeter.Counts]

  /// The forms of the answer and the arguments.
  let forms: ReplyForms

  /// Encodes the schemas.
  ///
  /// `texts` are the names of the tools whose arguments are a text, and not JSON in the dialect's
  /// form.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  init(
    _ request: LanguageModelExecutorGenerationRequest, tools: [Transcript.ToolDefinition],
    texts: Set<String> = [], from written: WrittenSchemas
  ) throws {
    var forms = ReplyForms()
    let answer = try request.schema.map { try written.answer($0) }
    if let answer { forms.answer = answer.mapping }
    self.answer = answer?.document
    answerCounts = answer?.counts ?? LimitMeter.Counts()
    var toolCounts: [LimitMeter.Counts] = []
    self.tools = try tools.map { tool in
      let schema = try written.arguments(tool.parameters)
      toolCounts.append(schema.counts)
      if !schema.mapping.isIdentity, !texts.contains(tool.name) {
        forms.arguments[tool.name] = schema.mapping
      }
      return (tool, schema.document)
    }
    self.toolCounts = toolCounts
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
    var counts = answerCounts
    var strict = Set(tools.indices.filter { tools[$0].definition.isStrict })
    for tool in strict { counts.add(toolCounts[tool]) }
    let order = strict.sorted { first, second in
      let sizes = (toolCounts[first].limitedCount, toolCounts[second].limitedCount)
      return sizes.0 == sizes.1 ? first > second : sizes.0 > sizes.1
    }
    for tool in order where strict.count > maximumCount || !counts.isWithin(limits) {
      strict.remove(tool)
      counts.remove(toolCounts[tool])
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
    return "Answer with JSON of this schema, and nothing else: \(answer.content.jsonString)"
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
