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
    /// The JSON values of a node of the tool's graph; without strings, if the argument may be
    /// text.
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
  /// The distinct kinds of values; those in JSON come first.
  ///
  /// There are several if the argument can be text or another value, or if the schema has several
  /// alternatives with different schemas of this argument. A text that is also the JSON of an
  /// allowed value is this value, as the readers of the families decide: `null` between tags is
  /// null if the argument may be null.
  var values: [Value] = []
  /// The distinct values among true, false and null.
  var constants: [SchemaScalar] = []

  /// `true` if the model writes a text as the argument, at least as one of several kinds.
  var mayBeText: Bool { values.contains(where: \.isText) }
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
      for property in object.properties
      where !property.isOptional || graph.resolving(property.node).kind != .never {
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
    var known: Set<ToolParameter.Value> = []
    let distinct = (list[index].values + (try values(at: property.node)))
      .filter { known.insert($0).inserted }
    list[index].values = distinct.filter { !$0.isText } + distinct.filter(\.isText)
    for node in graph.alternatives(of: property.node) {
      for constant in node.constants where !list[index].constants.contains(constant) {
        list[index].constants.append(constant)
      }
    }
  }

  /// Returns the kinds of values at a place.
  private mutating func values(
    at place: SchemaGraph.Node
  ) throws(PlanError) -> [ToolParameter.Value] {
    var values: [ToolParameter.Value] = []
    var hasOthers = false
    for node in graph.alternatives(of: place) {
      if let choices = node.constraints.choices {
        let texts = choices.compactMap(\.string)
        if texts.count < choices.count { hasOthers = true }
        if !texts.isEmpty, let text = text(among: texts, of: node, at: place) {
          values.append(text)
        }
      } else if node.kind == .string {
        if let text = text(of: node, at: place) { values.append(text) }
      } else if node.kind != .never {
        hasOthers = true
        if node.kind == .any { values.append(.text) }
      }
    }
    if hasOthers { values.append(.json(node: graph.resolving(place).id)) }
    guard !values.isEmpty else {
      throw PlanError(
        .invalid, at: "tool '\(tool)'",
        problem: "No text can be written as the argument at \(place.path).",
        remedy: "Correct the keywords of the argument's schema.")
    }
    return values
  }

  /// Returns the texts among the choices of a node; `nil` if none can be written.
  private mutating func text(
    among choices: [String], of node: SchemaGraph.Node, at place: SchemaGraph.Node
  ) -> ToolParameter.Value? {
    if !node.constraints.formats.isEmpty { note("'format'", of: place) }
    if !node.constraints.patterns.isEmpty { note("'pattern'", of: place) }
    let written = choices.filter { !$0.contains(closing) }
    return written.isEmpty ? nil : .choices(written)
  }

  /// Returns the texts of a node of strings; `nil` if none can be written.
  private mutating func text(
    of node: SchemaGraph.Node, at place: SchemaGraph.Node
  ) -> ToolParameter.Value? {
    let constraints = node.constraints
    var keywords = constraints.patterns.map { (name: "'pattern'", patterns: [$0]) }
    for format in constraints.formats {
      keywords.append(("'format'", LeafCompiler.patterns(ofFormat: format)))
    }
    if let minimum = constraints.minimumLength, minimum > 0 {
      keywords.append(("'minLength'", TaggedText.length(from: minimum, to: nil)))
    }
    if let maximum = constraints.maximumLength {
      keywords.append(("'maxLength'", TaggedText.length(from: 0, to: maximum)))
    }
    return keywords.isEmpty ? .text : narrowed(by: keywords, at: place)
  }

  /// Returns the texts that match the patterns of keywords; `nil` if there are none.
  ///
  /// Patterns for which there is no common automaton are listed in ``unenforced``.
  private mutating func narrowed(
    by keywords: [(name: String, patterns: [SchemaPattern])], at place: SchemaGraph.Node
  ) -> ToolParameter.Value? {
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
    return text.automaton.isEmpty ? nil : .matching(text)
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

extension SchemaGraph.Node {
  /// The values of a node that is not a union among true, false and null.
  fileprivate var constants: [SchemaScalar] {
    let all: [SchemaScalar] = [.boolean(true), .boolean(false), .null]
    if let choices = constraints.choices { return all.filter(choices.contains) }
    return switch kind {
    case .boolean: [.boolean(true), .boolean(false)]
    case .null: [.null]
    case .any: all
    default: []
    }
  }
}

extension ToolParameter {
  /// Returns `true` if a property has the name of the argument.
  fileprivate func describes(_ property: SchemaGraph.Property) -> Bool {
    ExactText(name) == ExactText(property.name)
  }
}
