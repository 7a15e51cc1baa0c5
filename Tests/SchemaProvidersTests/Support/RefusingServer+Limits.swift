import SchemaModel
import SchemaProviders

// The limits of providers over all schemas of a request: Anthropic, and Claude on Bedrock, count
// strict tools, optional parameters and unions; OpenAI counts properties, levels and choices, and
// requires each object to be closed, with all properties required.
extension RefusingServer {
  /// How much of what is limited some schemas have.
  struct Counts: Equatable {
    var optional = 0
    var unions = 0
    var properties = 0
    var choices = 0
    var depth = 0
  }

  /// What is over a limit, or not in the form that the provider wants.
  func limitProblem(of body: GeneratedContent) -> String? {
    let (answer, tools) = strictSchemas(of: body)
    let schemas = tools + (answer.map { [$0] } ?? [])
    switch wire {
    case .anthropic, .bedrock:
      guard tools.count <= 20 else { return "\(tools.count) strict tools" }
      var counts = Counts()
      for schema in schemas {
        Self.count(schema, into: &counts, level: 1, followsReferences: false)
      }
      if counts.optional > 24 { return "\(counts.optional) optional parameters" }
      if counts.unions > 16 { return "\(counts.unions) parameters with unions" }
      return schemas.lazy.compactMap {
        Self.claudeProblem(of: $0, isBedrock: self.wire == .bedrock)
      }
      .first
    case .responses, .chat:
      for schema in schemas {
        var counts = Counts()
        Self.count(schema, into: &counts, level: 1, followsReferences: true)
        if counts.properties > 5_000 || counts.depth > 10 || counts.choices > 1_000 {
          return "a schema that is too large"
        }
        if counts.optional > 0 { return "an optional property" }
        if let problem = Self.openAIProblem(of: schema) { return problem }
      }
      return nil
    case .gemini, .ollama: return nil
    }
  }

  /// The schemas that the provider holds the model to.
  private func strictSchemas(
    of body: GeneratedContent
  ) -> (answer: GeneratedContent?, tools: [GeneratedContent]) {
    func isStrict(_ content: GeneratedContent) -> Bool {
      content.property(named: "strict").flatMap { try? Bool($0) } ?? false
    }
    func value(_ path: String...) -> GeneratedContent? {
      path.reduce(body) { $0?.property(named: $1) }
    }
    let tools = list(body, "tools")
    switch wire {
    case .anthropic:
      return (
        value("output_config", "format", "schema"),
        tools.filter(isStrict).compactMap { $0.property(named: "input_schema") }
      )
    case .bedrock:
      let text = value("outputConfig", "textFormat", "structure", "jsonSchema", "schema")
      let specifications = (value("toolConfig").map { list($0, "tools") } ?? [])
        .compactMap { $0.property(named: "toolSpec") }
      return (
        text.flatMap { try? GeneratedContent(json: String($0)) },
        specifications.filter(isStrict).compactMap {
          $0.property(named: "inputSchema")?.property(named: "json")
        }
      )
    case .responses:
      return (
        value("text", "format", "schema"),
        tools.filter(isStrict).compactMap { $0.property(named: "parameters") }
      )
    case .chat:
      return (
        value("response_format", "json_schema", "schema"),
        tools.compactMap { $0.property(named: "function") }.filter(isStrict)
          .compactMap { $0.property(named: "parameters") }
      )
    case .gemini, .ollama: return (nil, [])
    }
  }

  // MARK: Counts

  private static func members(
    _ schema: GeneratedContent, _ name: String
  ) -> [(name: String, content: GeneratedContent)] {
    guard let object = schema.property(named: name), object.shape == .object else { return [] }
    return object.properties.map { ($0.name, $0.content) }
  }

  private static func elements(_ schema: GeneratedContent, _ name: String) -> [GeneratedContent] {
    guard let list = schema.property(named: name), list.shape == .array else { return [] }
    return Array(list.elements)
  }

  /// The schemas inside of a schema, with whether they are properties of it.
  private static func parts(
    of schema: GeneratedContent, followsReferences: Bool
  ) -> [(schema: GeneratedContent, isProperty: Bool)] {
    guard schema.shape == .object else { return [] }
    let properties = members(schema, "properties").map { ($0.content, true) }
    let lists = ["anyOf", "allOf", "oneOf", "prefixItems"].flatMap { elements(schema, $0) }
    let single = ["items", "additionalProperties"].compactMap { schema.property(named: $0) }
    let definitions = followsReferences ? members(schema, "$defs").map(\.content) : []
    return properties + (lists + single + definitions).map { ($0, false) }
  }

  /// Counts without a reference that is followed: what a definition has belongs to no parameter.
  static func count(
    _ schema: GeneratedContent, into counts: inout Counts, level: Int, followsReferences: Bool
  ) {
    guard schema.shape == .object else { return }
    let required = Set(elements(schema, "required").compactMap { try? String($0) })
    let properties = members(schema, "properties")
    counts.properties += properties.count
    counts.optional += properties.count { !required.contains($0.name) }
    counts.choices += elements(schema, "enum").count
    counts.unions += properties.count { property in
      property.content.property(named: "anyOf") != nil
        || property.content.property(named: "type")?.shape == .array
    }
    let isObject = !properties.isEmpty
    if isObject { counts.depth = max(counts.depth, level) }
    for part in parts(of: schema, followsReferences: followsReferences) {
      count(
        part.schema, into: &counts, level: isObject ? level + 1 : level,
        followsReferences: followsReferences)
    }
  }

  // MARK: Forms

  private static func firstProblem(
    in schema: GeneratedContent, _ problem: (GeneratedContent) -> String?
  ) -> String? {
    var pending = [schema]
    while let schema = pending.popLast() {
      guard schema.shape == .object else { continue }
      if let found = problem(schema) { return found }
      pending += parts(of: schema, followsReferences: true).map(\.schema)
    }
    return nil
  }

  private static func isOpen(_ schema: GeneratedContent) -> Bool {
    guard schema.property(named: "properties") != nil else { return false }
    return schema.property(named: "additionalProperties").flatMap { try? Bool($0) } != false
  }

  /// What Anthropic rejects in a schema; Bedrock takes lengths.
  private static func claudeProblem(of schema: GeneratedContent, isBedrock: Bool) -> String? {
    let rejected =
      ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "maxItems"]
      + (isBedrock ? [] : ["minLength", "maxLength"])
    return firstProblem(in: schema) { schema in
      if isOpen(schema) { return "an open object" }
      if let minimum = schema.property(named: "minItems").flatMap({ try? Int($0) }), minimum > 1 {
        return "minItems \(minimum)"
      }
      return rejected.first { schema.property(named: $0) != nil }
    }
  }

  private static func openAIProblem(of schema: GeneratedContent) -> String? {
    let rejected = [
      "oneOf", "allOf", "not", "prefixItems", "minProperties", "maxProperties", "default",
      "patternProperties", "contains",
    ]
    guard schema.property(named: "anyOf") == nil,
      schema.property(named: "type")?.jsonString == #""object""#
    else { return "a root that is no object" }
    return firstProblem(in: schema) { schema in
      if isOpen(schema) { return "an open object" }
      return rejected.first { schema.property(named: $0) != nil }
    }
  }
}
