import SchemaContent
import SchemaDocuments
import SchemaEncoding
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

  /// Indicates whether the model writes text, and not JSON.
  var isText: Bool {
    if case .json = value { return false }
    return true
  }
}

/// The arguments of a tool, in the order of its schema, for formats that write them one by one.
struct ToolParameters {
  /// The keywords of the arguments' object that the arguments follow.
  private static let followed: Set<Keyword> = [
    .type, .properties, .required, .additionalProperties,
  ]

  private(set) var list: [ToolParameter] = []
  /// The keywords of the schema that the arguments are not held to.
  private(set) var unenforced: [SchemaDiagnostic] = []
  private let tool: String
  private let document: [String: GeneratedContent]

  init(of tool: PlanTool) throws(PlanError) {
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
    self.tool = tool.name
    document = members
    noteKeywords(of: content, restricting: .object, without: Self.followed, at: SchemaPath())
    var required: [String] = []
    if case .array(let entries)? = members["required"]?.kind {
      for case .string(let name) in entries.map(\.kind) { required.append(name) }
    }
    let requiredNames = Set(required)
    var (schemas, names): ([String: GeneratedContent], [String]) = ([:], [])
    if let properties = members["properties"] {
      guard case .structure(let listed, let order) = properties.kind else {
        throw fault("'properties' is not an object.")
      }
      (schemas, names) = (listed, order)
    }
    for name in names {
      guard let schema = schemas[name] else { continue }
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && !"<>\"".utf8.contains($0) }) else {
        throw fault("The name '\(name.excerpt)' cannot be written in a tag.")
      }
      let value = value(of: schema, named: name)
      list.append(
        ToolParameter(name: name, isRequired: requiredNames.contains(name), value: value))
    }
    for name in required where schemas[name] == nil {
      unenforced.append(
        SchemaDiagnostic(
          .warning, at: SchemaPath([name]),
          problem: "Calls of '\(self.tool)' never have the required argument '\(name.excerpt)'.",
          remedy: "Declare it in 'properties'."))
    }
  }

  /// Notes the keywords of a schema that can reject values of a type, but for those that hold.
  private mutating func noteKeywords(
    of schema: GeneratedContent, restricting type: ValueTypes, without held: Set<Keyword>,
    at path: SchemaPath
  ) {
    for (name, _) in schema.properties {
      guard let keyword = Keyword(rawValue: name), !held.contains(keyword),
        keyword.rule.purpose.restricts, keyword.rule.types.contains(type)
      else { continue }
      // They belong to `if`.
      if keyword == .then || keyword == .else { continue }
      unenforced.append(
        SchemaDiagnostic(
          .warning, at: path,
          problem: "'\(name)' is not enforced in the arguments of '\(tool)'.",
          remedy: "Check the arguments."))
    }
  }

  private mutating func value(
    of schema: GeneratedContent, named name: String
  ) -> ToolParameter.Value {
    guard case .structure(let members, _) = schema.kind,
      case .string("string")? = members["type"]?.kind
    else { return .json(document(of: schema)) }
    let (value, held) = text(members)
    noteKeywords(
      of: schema, restricting: .string, without: held.union([.type]), at: SchemaPath([name]))
    return value
  }

  /// The texts of a schema, and the keywords to which they are held.
  private func text(
    _ members: [String: GeneratedContent]
  ) -> (ToolParameter.Value, held: Set<Keyword>) {
    if case .string(let text)? = members["const"]?.kind { return (.choices([text]), [.const]) }
    if let choices = choices(members) { return (.choices(choices), [.enum]) }
    if case .string(let pattern)? = members["pattern"]?.kind {
      return (.pattern(pattern), [.pattern])
    }
    let (minimum, maximum) = (length(members["minLength"]), length(members["maxLength"]))
    guard minimum != nil || maximum != nil else { return (.text, []) }
    let most = maximum.map(String.init) ?? ""
    return (.pattern("^[\\s\\S]{\(minimum ?? 0),\(most)}$"), [.minLength, .maxLength])
  }

  /// The texts of `enum`, if all are texts.
  private func choices(_ members: [String: GeneratedContent]) -> [String]? {
    guard case .array(let list)? = members["enum"]?.kind, !list.isEmpty else { return nil }
    var texts: [String] = []
    for item in list {
      guard case .string(let text) = item.kind else { return nil }
      texts.append(text)
    }
    return texts
  }

  private func length(_ content: GeneratedContent?) -> Int? {
    guard case .number(let number)? = content?.kind else { return nil }
    return Int(exactly: number).map { max($0, 0) }
  }

  /// A schema by itself: references lead to the definitions of the whole document.
  private func document(of schema: GeneratedContent) -> String {
    guard case .structure(var members, var names) = schema.kind else { return schema.jsonString }
    for key in ["$defs", "definitions"] where members[key] == nil {
      guard let definitions = document[key] else { continue }
      members[key] = definitions
      names.append(key)
    }
    return GeneratedContent(kind: .structure(properties: members, orderedKeys: names)).jsonString
  }
}
