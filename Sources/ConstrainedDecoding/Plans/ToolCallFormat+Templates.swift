import SchemaContent
import SchemaModel
import SchemaTemplates

/// Finds the format of a chat template.
extension ToolCallFormat {
  /// Returns the built-in format in which a chat template writes calls of tools; `nil` if there is
  /// none.
  ///
  /// The template writes conversations with calls, and the format is the first one whose plan reads
  /// these calls, with their arguments, up to the end of the model's turn.
  ///
  /// - Parameter template: The template, in Jinja.
  /// - Returns: The format.
  public static func format(ofTemplate template: String) -> ToolCallFormat? {
    if case .found(let format) = search(template) { format } else { nil }
  }

  /// The result of a search for the format of a template.
  package enum Search {
    case found(ToolCallFormat)
    /// The reason is a sentence.
    case none(reason: String)
  }

  /// Searches the format in which a chat template writes calls.
  ///
  /// `variables`: The variables other than the conversation, such as `bos_token`.
  package static func search(_ template: String, variables: [String: String] = [:]) -> Search {
    do {
      let probe = try TemplateProbe(
        template, variables: variables, tools: [try GeneratedContent(json: tool)])
      return try search(probe)
    } catch let error as TemplateError {
      return .none(reason: "The template rejects a conversation with calls of tools: \(error)")
    } catch {
      return .none(reason: "The calls of the template cannot be compared with formats: \(error)")
    }
  }

  private static func search(_ probe: TemplateProbe) throws -> Search {
    let calls = try arguments.map {
      TemplateProbe.Call(name: toolName, arguments: try GeneratedContent(json: $0))
    }
    let single = try probe.outputs(of: Array(calls.prefix(1)))
    if !single.isEmpty, !single.contains(where: { $0.contains(term) }) {
      return .none(reason: "The template does not write calls of tools.")
    }
    if let format = try search(probe, among: builtIn, single, calls) { return .found(format) }
    // Some templates write the identifier of a call where others write its name.
    for format in builtIn where format.identifier(ofCall: 0, tool: toolName) != nil {
      let single = try probe.outputs(of: Array(calls.prefix(1)), format: format)
      if let format = try search(probe, among: [format], single, calls, identifiers: format) {
        return .found(format)
      }
    }
    return .none(
      reason: "The template writes calls of tools in a format that is not known.")
  }

  /// Returns the first of some formats whose plan reads the calls that a template writes.
  ///
  /// `single`: The outputs for the first call alone. `identifiers`: The format of the calls'
  /// identifiers.
  private static func search(
    _ probe: TemplateProbe, among formats: [ToolCallFormat], _ single: [String],
    _ calls: [TemplateProbe.Call], identifiers: ToolCallFormat? = nil
  ) throws -> ToolCallFormat? {
    // Templates of families with one call reject several.
    let several = (try? probe.outputs(of: calls, format: identifiers)) ?? []
    let tool = try PlanTool(name: toolName, jsonSchema: parameters)
    let vocabulary = try TemplateProbe.vocabulary(
      specialTokens: Set(builtIn.flatMap(\.tokenNames)).sorted())
    for format in formats where format.mayHaveWritten(single) {
      let thinking: ThinkingMode =
        format.thinking == nil && format.layout != .harmony ? .none : .optional(limit: nil)
      let plan = try TokenPlan(
        try format.output(tools: [tool], thinking: thinking), vocabulary: vocabulary)
      func reads(_ outputs: [String], _ calls: [TemplateProbe.Call]) -> Bool {
        outputs.contains { output in
          let reading = probe.reading(output, by: plan, count: calls.count)
          return reading.isComplete
            && zip(reading.calls, calls).allSatisfy { $0.arguments == $1.arguments.jsonString }
        }
      }
      if reads(single, Array(calls.prefix(1))),
        several.isEmpty || !format.allowsSeveral || reads(several, calls)
      {
        return format
      }
    }
    return nil
  }

  private static let toolName = "find_dish"
  private static let parameters = """
    {"type": "object", "properties": {"term": {"type": "string"}, "note": {"type": ["string", \
    "null"]}, "count": {"type": "integer"}}, "required": ["term", "note", "count"], \
    "additionalProperties": false}
    """
  /// The tool as templates get it.
  ///
  /// Some templates read no list of types, or reject a parameter without a description.
  private static let tool = """
    {"type": "function", "function": {"name": "\(toolName)", "description": "Finds dishes.", \
    "parameters": {"type": "object", "properties": {"term": {"type": "string", "description": \
    "A part of the name"}, "note": {"type": "string", "description": "A remark"}, "count": \
    {"type": "integer", "description": "The largest number"}}, "required": ["term", "count"]}}}
    """
  /// A word of the first call that is nowhere else in the conversation.
  private static let term = "soup"
  private static let arguments = [
    #"{"term": "\#(term) \"of the\" day", "note": null, "count": 3}"#,
    #"{"term": "tea", "note": "hot", "count": 12}"#,
  ]

  /// The names of the tokens that the format cannot write as text.
  private var tokenNames: [String] {
    switch layout {
    case .harmony: ["<|call|>", "<|return|>"]
    case .sections(let sections):
      (sections.start + sections.call + sections.end).flatMap { piece -> [String] in
        switch piece {
        case .optionalMarker(let name): [name]
        case .end(let names): names
        default: []
        }
      }
    }
  }

  /// Indicates whether the family writes several calls in one output.
  var allowsSeveral: Bool {
    if case .sections(let sections) = layout { sections.allowsSeveral } else { false }
  }

  /// Indicates whether outputs have the marker with which calls begin, so that they are worth a
  /// plan.
  private func mayHaveWritten(_ outputs: [String]) -> Bool {
    guard case .sections(let sections) = layout,
      case .marker(let marker)? = (sections.start + sections.call).first
    else { return true }
    return outputs.contains { $0.contains(marker) }
  }
}
