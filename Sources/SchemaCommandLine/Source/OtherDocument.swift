import SchemaDocuments
import SchemaKit
import SchemaText

/// A JSON value that is no schema, or hardly meant as one, but whose form is known.
struct OtherDocument: Sendable {
  /// What the value looks like, as a sentence.
  let problem: String

  /// What helps, as a sentence.
  let remedy: String

  /// `false` if the value is a schema whose use only surprises.
  let isLikely: Bool

  private init(_ problem: String, _ remedy: String, isLikely: Bool = true) {
    self.problem = problem
    self.remedy = remedy
    self.isLikely = isLikely
  }

  /// Finds out what a document is; `nil` if it is a schema.
  init?(in document: SchemaDocument) {
    guard !document.isEmptyTool, let schema = document.schema else { return nil }
    self.init(schema, at: document.place)
  }

  /// Finds out what the value at a place is; `nil` if it is a schema.
  init?(_ value: GeneratedContent, at place: SchemaPath) {
    switch value.shape {
    case .object: self.init(object: value, at: place)
    case .array: self.init(array: value, at: place)
    case .bool: return nil
    case .string:
      let text = value.text ?? ""
      let isJSON = text.contains("{") && (try? GeneratedContent(document: Array(text.utf8))) != nil
      self.init(
        isJSON ? "This is a string with JSON text inside." : "This is a string, and not a schema.",
        isJSON
          ? "Write the JSON itself, for example with: jq fromjson FILE"
          : "A schema is an object, true or false. Select one inside of the document with --at.")
    default:
      self.init(
        "This is \(value.shape == .null ? "null" : "a number"), and not a schema.",
        "A schema is an object, true or false. Select one inside of the document with --at.")
    }
  }

  private init?(array: GeneratedContent, at place: SchemaPath) {
    let elements = array.elements
    guard let first = elements.first(where: { _ in true }) else {
      self.init(
        "This is an empty array, and not a schema.", "A schema is an object, true or false.")
      return
    }
    let found = Self.schemas(inTools: array, at: place)
    if !found.isEmpty {
      self.init("This looks like a list of tools.", Self.select(found))
    } else if first.shape == .object, first.hasConstraint {
      let places = elements.prefix(3).enumerated().map { place.appending(.index($0.offset)) }
      self.init("This looks like a list of schemas.", Self.select(places))
    } else {
      self.init(
        "This is an array, and not a schema.",
        "A schema is an object, true or false. Select one inside of the document with --at.")
    }
  }

  private init?(object: GeneratedContent, at place: SchemaPath) {
    if let tool = Self.schema(ofTool: object, at: place) {
      let kind = object.property(named: "json_schema") ?? object.property(named: "schema")
      self.init(
        kind == nil
          ? "This looks like a tool, whose arguments have a schema inside."
          : "This looks like a response format, which has a schema inside.", Self.select([tool]))
      return
    }
    if object.hasConstraint {
      guard let problem = Self.otherLanguage(object) else { return nil }
      self.init(problem, "Convert it to JSON Schema.")
      return
    }
    if let version = object.property(named: "openapi") ?? object.property(named: "swagger")
      ?? object.property(named: "asyncapi"), version.shape == .string || version.shape == .number
    {
      let list = Self.listOfSchemas(in: object)
      let places = list.map { steps, names in
        names.prefix(3).map { name in (steps + [name]).reduce(place) { $0.appending(.key($1)) } }
      }
      self.init(
        "This looks like an API description (OpenAPI), which is no schema itself.",
        Self.select(places ?? []))
      return
    }
    let found = Self.schemas(inRequest: object, at: place)
    if !found.isEmpty {
      self.init(
        "This looks like a request or a list of tools, which has schemas inside.",
        Self.select(found))
      return
    }
    if let problem = Self.otherLanguage(object) {
      self.init(problem, "Convert it to JSON Schema.")
      return
    }
    self.init(names: object, at: place)
  }

  /// Describes an object whose names are no keywords.
  private init?(names object: GeneratedContent, at place: SchemaPath) {
    let names = object.properties.map(\.name)
    let unknown = names.filter { Keyword(rawValue: $0) == nil && !$0.hasPrefix("x-") }
    guard !unknown.isEmpty else {
      let lists = ["$defs", "definitions"]
      guard let list = lists.first(where: { object.property(named: $0)?.shape == .object }),
        let definitions = object.property(named: list)?.properties.map(\.name), !definitions.isEmpty
      else { return nil }
      let places = definitions.prefix(3).map {
        place.appending(.key(list)).appending(.key($0))
      }
      self.init(
        "The schema has only definitions, so it allows every value.", Self.select(places),
        isLikely: false)
      return
    }
    let inner = unknown.filter { name in
      object.property(named: name).map { $0.shape == .object && $0.hasConstraint } ?? false
    }
    let areSchemas = inner.count == unknown.count
    let problem =
      switch unknown.count {
      case 1: "'\(unknown[0].excerpt)' is no keyword of JSON Schema"
      case 2:
        "Neither '\(unknown[0].excerpt)' nor '\(unknown[1].excerpt)' is a keyword of JSON Schema"
      default:
        "None of the \(unknown.count) names '\(unknown[0].excerpt)', '\(unknown[1].excerpt)' and "
          + "so on is a keyword of JSON Schema"
      }
    let remedy =
      areSchemas
      ? "If these are properties, write {\"type\": \"object\", \"properties\": …} around them."
      : inner.isEmpty
        ? "If these are properties, state a schema for each under 'properties' of an object, or "
          + "select a schema inside of the document with --at."
        : Self.select(inner.map { place.appending(.key($0)) })
    self.init("\(problem), so the document allows every value.", remedy)
  }

  // MARK: Tools

  /// The names under which tools have the schema of their arguments.
  private static let parameterNames = [
    "parameters", "inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema",
    "args_schema", "arguments", "schema",
  ]

  /// The members that tools of all providers have besides a schema.
  private static let toolNames: Set<String> = [
    "name", "description", "type", "strict", "title", "annotations", "cache_control", "_meta",
    "outputSchema", "response", "icons", "execution", "parameters",
  ]

  /// The schema of a tool without parameters.
  static let noParameters = GeneratedContent(properties: [
    "type": "object", "properties": GeneratedContent(properties: [:]),
    "additionalProperties": false,
  ])

  /// Returns the place of the schema of a tool's arguments, or of a response format.
  ///
  /// - Returns: The place, where a tool without parameters has nothing; `nil` for any other value.
  private static func schema(
    ofTool value: GeneratedContent, at place: SchemaPath
  ) -> SchemaPath? {
    guard value.shape == .object else { return nil }
    for wrapper in ["function", "toolSpec", "json_schema", "functionDeclaration"] {
      guard let inner = value.property(named: wrapper), inner.shape == .object,
        inner.property(named: "name")?.shape == .string
      else { continue }
      let found = schema(ofTool: inner, at: place.appending(.key(wrapper)))
      return found ?? place.appending(.key(wrapper)).appending(.key("parameters"))
    }
    let type = value.property(named: "type")?.text
    let isTyped = ["function", "json_schema", "custom", "tool"].contains(type)
    guard type == nil || isTyped, isTyped || value.property(named: "name")?.shape == .string else {
      return nil
    }
    for name in parameterNames {
      guard let schema = value.property(named: name), schema.shape == .object else { continue }
      // A schema whose property is only named so has other keywords.
      guard isTyped || !value.hasConstraint else { return nil }
      let inner = place.appending(.key(name))
      // Amazon Bedrock writes the schema as one of several forms.
      let isWrapped = name == "inputSchema" && schema.property(named: "json")?.shape == .object
      return isWrapped && !schema.hasConstraint ? inner.appending(.key("json")) : inner
    }
    let isTool = type == "function" && value.property(named: "name") != nil
    let isPlain = value.properties.allSatisfy { toolNames.contains($0.name) }
    guard isPlain, isTool || isNamedTool(value) else { return nil }
    return place.appending(.key("parameters"))
  }

  /// Returns `true` if an object has the name of a function, and a description.
  private static func isNamedTool(_ value: GeneratedContent) -> Bool {
    guard let name = value.property(named: "name")?.text, !name.isEmpty,
      value.property(named: "description")?.shape == .string, value.property(named: "type") == nil
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "_-./".unicodeScalars.contains($0)
    }
  }

  /// Returns the places of the schemas of a list of tools.
  private static func schemas(
    inTools tools: GeneratedContent, at place: SchemaPath
  ) -> [SchemaPath] {
    guard tools.shape == .array else { return [] }
    return tools.elements.enumerated().flatMap { index, tool -> [SchemaPath] in
      let inner = place.appending(.index(index))
      if let found = schema(ofTool: tool, at: inner) { return [found] }
      for name in ["functionDeclarations", "function_declarations"] {
        guard let list = tool.property(named: name) else { continue }
        return schemas(inTools: list, at: inner.appending(.key(name)))
      }
      return []
    }
  }

  /// The places in requests and answers of protocols under which lists of tools stand.
  private static let toolLists = [
    ["tools"], ["result", "tools"], ["toolConfig", "tools"], ["params", "tools"], ["functions"],
    ["functionDeclarations"], ["function_declarations"], ["body", "tools"],
  ]

  /// The places in requests under which schemas of answers stand.
  private static let answerSchemas = [
    ["response_format", "json_schema", "schema"], ["response_format", "schema"],
    ["text", "format", "schema"], ["output_format", "schema"],
    ["output_config", "format", "schema"],
    ["generationConfig", "responseSchema"], ["generationConfig", "responseJsonSchema"],
    ["config", "responseSchema"], ["json_schema", "schema"], ["guided_json"], ["format", "schema"],
    ["format"],
  ]

  private static func schemas(
    inRequest request: GeneratedContent, at place: SchemaPath
  ) -> [SchemaPath] {
    var found: [SchemaPath] = []
    for steps in toolLists {
      let list = steps.reduce(place) { $0.appending(.key($1)) }
      if let tools = request.value(at: SchemaPath(steps.map { .key($0) })) {
        found += schemas(inTools: tools, at: list)
      }
    }
    for steps in answerSchemas {
      let path = SchemaPath(steps.map { .key($0) })
      if let schema = request.value(at: path), schema.shape == .object, schema.hasConstraint {
        found.append(steps.reduce(place) { $0.appending(.key($1)) })
      }
    }
    return found
  }

  /// Returns a document in which a tool that states no parameters has those of a closed object
  /// without properties; `nil` if nothing changes.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - place: The place of the tool's parameters.
  /// - Returns: The changed document.
  static func completingTool(
    _ document: GeneratedContent, at place: SchemaPath
  ) -> GeneratedContent? {
    guard let name = place.last?.token, name == "json" || parameterNames.contains(name)
    else { return nil }
    let known = document.value(at: place)
    guard known == nil || known?.shape == .null || known?.isEmptyObject == true else { return nil }
    let outer = SchemaPath(Array(place.components.dropLast(name == "json" ? 2 : 1)))
    guard let tool = document.value(at: outer), tool.shape == .object,
      !tool.hasConstraint
        || tool.property(named: "type")?.text == "function",
      tool.property(named: "name")?.shape == .string
    else { return nil }
    return document.replacing(place.components, by: noParameters)
  }

  // MARK: Other languages

  /// Returns the steps to the schemas of an API description, and their names.
  private static func listOfSchemas(
    in document: GeneratedContent
  ) -> (steps: [String], names: [String])? {
    for steps in [["components", "schemas"], ["definitions"]] {
      let list = document.value(at: SchemaPath(steps.map { .key($0) }))
      if let names = list?.properties.map(\.name), !names.isEmpty { return (steps, names) }
    }
    return nil
  }

  /// Returns the problem of a schema in another language; `nil` if it is not known.
  private static func otherLanguage(_ object: GeneratedContent) -> String? {
    let type = object.property(named: "type")?.text
    if type == "record" || object.property(named: "fields")?.shape == .array && type != "object" {
      return "This looks like a schema of Avro."
    }
    if object.property(named: "__schema") != nil
      || object.property(named: "data")?
        .property(named: "__schema") != nil
    {
      return "This looks like the introspection of a GraphQL schema."
    }
    if object.property(named: "optionalProperties")?.shape == .object {
      return "This looks like JSON Type Definition (RFC 8927)."
    }
    return nil
  }

  // MARK: Reports

  /// Returns the sentence that names places for `--at`.
  private static func select(_ places: [SchemaPath]) -> String {
    let texts = places.map(\.pointer)
    switch texts.count {
    case 0: return "Select a schema inside with --at."
    case 1: return "Select the schema with --at \(texts[0])"
    case 2: return "Select one of the schemas with --at \(texts[0]) or --at \(texts[1])"
    default:
      return "Select one of the schemas, for example with --at \(texts[0]) or --at \(texts[1])"
    }
  }

  /// Returns the findings of reading the document, with the one on what it looks like first.
  ///
  /// - Parameters:
  ///   - findings: The other findings. Those that follow from this one are left out.
  ///   - document: The document.
  ///   - source: The name of the document.
  /// - Returns: The findings to report.
  func findings(
    besides findings: [Finding], on document: SchemaDocument, in source: String
  ) -> [Finding] {
    let position = ValueLocator.positions(of: [document.place], in: document.text)[document.place]
    let isInvalid = findings.contains { $0.severity == .error }
    // The faults of a schema say more than what surprises about it.
    if isInvalid, !isLikely { return findings }
    let finding = Finding(
      severity: isInvalid ? .error : isLikely ? .warning : .note, code: Rule.Code.otherDocument,
      source: source, position: position, place: document.place, problem: problem,
      remedy: remedy)
    if isInvalid { return [finding] }
    guard isLikely else { return [finding] + findings }
    return [finding]
      + findings.filter { other in
        let isUnknown =
          other.code == ImportRule.unknownKeyword.code
          || other.code == ContentValidator.notCheckedCode
        return !(isUnknown && other.place.parent == document.place)
      }
  }
}

/// The error of a document that is no schema, with what it looks like.
struct OtherDocumentError: Error {
  let document: OtherDocument

  let place: SchemaPath

  let position: TextPosition?

  init(_ document: OtherDocument, at place: SchemaPath, position: TextPosition?) {
    (self.document, self.place, self.position) = (document, place, position)
  }
}

extension GeneratedContent {
  fileprivate var isEmptyObject: Bool { shape == .object && !properties.contains { _ in true } }

  /// `true` if an object has a keyword that constrains values or applies schemas.
  fileprivate var hasConstraint: Bool {
    properties.contains { name, value in
      guard let rule = Keyword(rawValue: name)?.rule else { return false }
      switch rule.purpose {
      case .assertion, .reference, .unevaluated, .format: return true
      case .application:
        // Definitions apply to nothing by themselves.
        return name != "$defs" && name != "definitions"
      case .identity, .annotation: return false
      }
    }
  }

  /// Returns the content with a value at a place, whose objects and arrays exist but for the last
  /// two steps.
  fileprivate func replacing(
    _ steps: [SchemaPath.Component], by value: GeneratedContent
  ) -> GeneratedContent {
    var outer: [GeneratedContent] = []
    var current = self
    for step in steps {
      outer.append(current)
      current = current.value(at: SchemaPath([step])) ?? GeneratedContent(properties: [:])
    }
    var result = value
    for (step, container) in zip(steps, outer).reversed() {
      if container.shape == .array {
        let index = container.elements.enumerated().map { offset, element in
          "\(offset)" == step.token ? result : element
        }
        result = GeneratedContent(elements: index)
      } else {
        var members = container.properties.map { ($0.name, $0.content) }
        if let index = members.firstIndex(where: { $0.0 == step.token }) {
          members[index].1 = result
        } else {
          members.append((step.token, result))
        }
        result = GeneratedContent(
          properties: members.map { ($0.0, $0.1 as any ConvertibleToGeneratedContent) },
          uniquingKeysWith: { first, _ in first })
      }
    }
    return result
  }
}
