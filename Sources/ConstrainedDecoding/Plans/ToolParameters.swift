import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaPatterns
import SchemaText

/// One argument of a tool, for formats that write arguments one by one.
struct ToolParameter {
  /// One kind of values of an argument.
  enum Value: Hashable {
    /// Any text, without quotes.
    case text
    /// Some texts, without quotes.
    case choices([String])
    /// Texts that match patterns, without quotes.
    case matching(TaggedText)
    /// The JSON values of a node of the tool's graph.
    case json(node: NodeID)

    /// `true` if the model writes text, and not JSON.
    var isText: Bool {
      if case .json = self { return false }
      return true
    }
  }

  let name: String
  /// `true` if each call must have the argument.
  var isRequired: Bool
  /// The distinct kinds of values.
  ///
  /// There are several if the schema has several alternatives with different schemas of this
  /// argument.
  var values: [Value] = []
}

/// The arguments of a tool, in the order of its schema, for formats that write them one by one.
struct ToolParameters {
  private(set) var list: [ToolParameter] = []
  /// The constraints of the schema that are not enforced.
  private(set) var unenforced: [SchemaDiagnostic] = []
  private let tool: String
  private let graph: SchemaGraph
  /// The marker after an argument.
  private let closing: String

  /// Lists the arguments.
  ///
  /// - Throws: ``PlanError`` if the schema does not describe an object, or if the name of an
  ///   argument cannot be written.
  init(of tool: PlanTool, closing: String) throws(PlanError) {
    func fault(_ problem: String) -> PlanError {
      PlanError(
        .invalid, at: "tool '\(tool.name)'", problem: problem,
        remedy: "Use a schema of an object whose 'properties' are listed, or another format.")
    }
    self.tool = tool.name
    graph = tool.parameters
    self.closing = closing
    let objects = graph.alternatives(of: graph.root)
    guard !objects.isEmpty, objects.allSatisfy({ $0.kind == .object || $0.kind == .any }) else {
      throw fault("The schema does not describe an object.")
    }
    for object in objects {
      noteConstraints(of: object)
      for property in object.properties {
        let name = property.name
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && !"<>\"".utf8.contains($0) })
        else { throw fault("The name '\(name.excerpt)' cannot be written in a tag.") }
        try add(property)
      }
    }
    for index in list.indices {
      list[index].isRequired = objects.allSatisfy { object in
        object.properties.contains { list[index].describes($0) && !$0.isOptional }
      }
    }
    if objects.count > 1 { note("'anyOf'", of: graph.root) }
  }

  private mutating func add(_ property: SchemaGraph.Property) throws(PlanError) {
    let index = list.firstIndex { $0.describes(property) } ?? list.endIndex
    if index == list.endIndex {
      list.append(ToolParameter(name: property.name, isRequired: !property.isOptional))
    }
    let value = try value(of: graph.resolving(property.node), at: property.node)
    if !list[index].values.contains(value) { list[index].values.append(value) }
  }

  private mutating func value(
    of node: SchemaGraph.Node, at place: SchemaGraph.Node
  ) throws(PlanError) -> ToolParameter.Value {
    guard node.kind == .string else { return .json(node: node.id) }
    let constraints = node.constraints
    if let choices = constraints.choices?.compactMap(\.string) {
      if !constraints.formats.isEmpty { note("'format'", of: place) }
      if !constraints.patterns.isEmpty { note("'pattern'", of: place) }
      let written = choices.filter { !$0.contains(closing) }
      guard !written.isEmpty else { throw noText(at: place) }
      return .choices(written)
    }
    var keywords = constraints.patterns.map { (name: "'pattern'", patterns: [$0]) }
    for format in constraints.formats {
      keywords.append(("'format'", FormatLeaf.patterns(of: format)))
    }
    if let minimum = constraints.minimumLength, minimum > 0 {
      keywords.append(("'minLength'", TaggedText.length(from: minimum, to: nil)))
    }
    if let maximum = constraints.maximumLength {
      keywords.append(("'maxLength'", TaggedText.length(from: 0, to: maximum)))
    }
    guard !keywords.isEmpty else { return .text }
    return try narrowed(by: keywords, at: place)
  }

  /// Returns the texts that match the patterns of keywords.
  ///
  /// Patterns for which there is no common automaton are listed in ``unenforced``.
  private mutating func narrowed(
    by keywords: [(name: String, patterns: [SchemaPattern])], at place: SchemaGraph.Node
  ) throws(PlanError) -> ToolParameter.Value {
    var text: TaggedText?
    if !keywords.contains(where: \.patterns.isEmpty) {
      text = TaggedText(keywords.flatMap(\.patterns), before: closing)
    }
    if text == nil {
      // There is no automaton of all patterns together, so the patterns are added one after the
      // other.
      for keyword in keywords {
        let patterns = (text?.patterns ?? []) + keyword.patterns
        if !keyword.patterns.isEmpty, let narrower = TaggedText(patterns, before: closing) {
          text = narrower
        } else {
          note(keyword.name, of: place)
        }
      }
    }
    guard let text else { return .text }
    guard !text.automaton.isEmpty else { throw noText(at: place) }
    return .matching(text)
  }

  private func noText(at place: SchemaGraph.Node) -> PlanError {
    PlanError(
      .invalid, at: "tool '\(tool)'",
      problem: "No text can be written as the argument at \(place.path).",
      remedy: "Correct the keywords of the argument's schema.")
  }

  private mutating func noteConstraints(of object: SchemaGraph.Node) {
    if object.constraints.minimumPropertyCount ?? 0 > 0 { note("'minProperties'", of: object) }
    if object.constraints.maximumPropertyCount != nil { note("'maxProperties'", of: object) }
    if !object.patternProperties.isEmpty { note("'patternProperties'", of: object) }
  }

  private mutating func note(_ keyword: String, of node: SchemaGraph.Node) {
    unenforced.append(
      SchemaDiagnostic(
        .warning, at: node.path,
        problem: "\(keyword) is not enforced in the arguments of '\(tool)'.",
        remedy: "Check the arguments.", code: TokenGrammar.notEnforcedCode))
  }
}

extension ToolParameter {
  /// Returns `true` if a property has the name of the argument.
  fileprivate func describes(_ property: SchemaGraph.Property) -> Bool {
    ExactText(name) == ExactText(property.name)
  }
}
