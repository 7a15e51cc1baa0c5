import SchemaContent
import SchemaText

/// One argument of a tool, for formats that write arguments one by one.
struct ToolParameter {
  enum Value {
    /// Any text, without quotes.
    case text
    /// Some texts, without quotes.
    case choices([String])
    /// Texts in which a pattern matches, without quotes.
    case pattern(String)
    /// JSON by a schema.
    case json(String)
  }

  var name: String
  var isRequired: Bool
  var value: Value

  /// Whether the model writes text, and not JSON.
  var isText: Bool {
    if case .json = value { return false }
    return true
  }

  /// The arguments of a tool, in the order of its schema.
  static func parameters(of tool: PlanTool) throws(PlanError) -> [ToolParameter] {
    func fault(_ problem: String) -> PlanError {
      PlanError(
        .invalid, at: "tool '\(tool.name)'", problem: problem,
        remedy: "Use a schema of an object whose 'properties' are listed, or another format.")
    }
    let content: GeneratedContent
    do {
      content = try GeneratedContent(json: tool.parameters)
    } catch {
      throw fault("The schema is not JSON: \(error)")
    }
    guard content.isComplete, case .structure(let members, _) = content.kind else {
      throw fault("The schema is not a complete JSON object.")
    }
    guard let properties = members["properties"] else { return [] }
    guard case .structure(let schemas, let names) = properties.kind else {
      throw fault("'properties' is not an object.")
    }
    var required: Set<String> = []
    if case .array(let list)? = members["required"]?.kind {
      for case .string(let name) in list.map(\.kind) { required.insert(name) }
    }
    var parameters: [ToolParameter] = []
    for name in names {
      guard let schema = schemas[name] else { continue }
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && !"<>\"".utf8.contains($0) }) else {
        throw fault("The name '\(name.excerpt)' cannot be written in a tag.")
      }
      parameters.append(
        ToolParameter(
          name: name, isRequired: required.contains(name), value: value(of: schema, in: members)))
    }
    return parameters
  }

  private static func value(
    of schema: GeneratedContent, in document: [String: GeneratedContent]
  ) -> Value {
    guard case .structure(var members, var names) = schema.kind else {
      return .json(schema.jsonString)
    }
    if case .string("string")? = members["type"]?.kind {
      if let choices = texts(members) { return .choices(choices) }
      // A length besides a pattern is not held, which `output` documents.
      if case .string(let pattern)? = members["pattern"]?.kind { return .pattern(pattern) }
      let (minimum, maximum) = (length(members["minLength"]), length(members["maxLength"]))
      guard minimum != nil || maximum != nil else { return .text }
      return .pattern("^[\\s\\S]{\(minimum ?? 0),\(maximum.map(String.init) ?? "")}$")
    }
    // References lead to the definitions of the whole document.
    for key in ["$defs", "definitions"] where members[key] == nil {
      guard let definitions = document[key] else { continue }
      members[key] = definitions
      names.append(key)
    }
    return .json(
      GeneratedContent(kind: .structure(properties: members, orderedKeys: names)).jsonString)
  }

  /// The texts of `enum` or `const`, if all are texts.
  private static func texts(_ members: [String: GeneratedContent]) -> [String]? {
    if case .string(let text)? = members["const"]?.kind { return [text] }
    guard case .array(let list)? = members["enum"]?.kind, !list.isEmpty else { return nil }
    var texts: [String] = []
    for item in list {
      guard case .string(let text) = item.kind else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static func length(_ content: GeneratedContent?) -> Int? {
    guard case .number(let number)? = content?.kind else { return nil }
    return Int(exactly: number).map { max($0, 0) }
  }
}
