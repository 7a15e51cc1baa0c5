import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaPatterns
import SchemaText

/// One argument of a tool, for formats that write arguments one by one.
struct ToolParameter {
  /// Some of the values of an argument.
  enum Value: Hashable {
    /// Any text, without quotes.
    case text
    /// Some texts, without quotes.
    case choices([String])
    /// Texts that match patterns, without quotes.
    case matching(TaggedText)
    /// The JSON values of a node of the tool's graph.
    case json(node: Int)

    /// `true` if the model writes text, and not JSON.
    var isText: Bool {
      if case .json = self { return false }
      return true
    }
  }

  let name: String
  /// `true` if no call lacks the argument.
  var isRequired: Bool
  /// The values, each once: several if the arguments are one of several objects that describe the
  /// argument in different ways.
  var values: [Value] = []
}

/// The arguments of a tool, in the order of its schema, for formats that write them one by one.
struct ToolParameters {
  private(set) var list: [ToolParameter] = []
  /// The constraints of the schema that the arguments are not held to.
  private(set) var unenforced: [SchemaDiagnostic] = []
  private let tool: String
  private let graph: SchemaGraph
  /// What ends an argument.
  private let closing: String

  /// Lists the arguments.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - closing: The marker that ends an argument.
  /// - Throws: ``PlanError`` if the arguments are not an object, or if the name of one cannot be
  ///   written.
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
        add(property)
      }
    }
    for index in list.indices {
      list[index].isRequired = objects.allSatisfy { object in
        object.properties.contains { list[index].describes($0) && !$0.isOptional }
      }
    }
    if objects.count > 1 { note("'anyOf'", of: graph.root) }
  }

  private mutating func add(_ property: SchemaGraph.Property) {
    let index = list.firstIndex { $0.describes(property) } ?? list.endIndex
    if index == list.endIndex {
      list.append(ToolParameter(name: property.name, isRequired: !property.isOptional))
    }
    let value = value(of: graph.resolving(property.node), at: property.node)
    if !list[index].values.contains(value) { list[index].values.append(value) }
  }

  /// The values of a node, which is the schema of an argument at a place.
  private mutating func value(
    of node: SchemaGraph.Node, at place: SchemaGraph.Node
  ) -> ToolParameter.Value {
    guard node.kind == .string else { return .json(node: node.index) }
    let constraints = node.constraints
    if let choices = constraints.choices { return .choices(choices.compactMap(\.string)) }
    var keywords: [(name: String, patterns: [SchemaPattern]?)] = constraints.patterns.map {
      ("'pattern'", [$0])
    }
    for format in constraints.formats {
      keywords.append(("'format'", FormatPatterns.patterns(for: format)))
    }
    let (minimum, maximum) = (constraints.minimumLength ?? 0, constraints.maximumLength)
    if minimum > 0 || maximum != nil {
      let name = minimum == 0 ? "'maxLength'" : maximum == nil ? "'minLength'" : "A length"
      keywords.append((name, TaggedText.length(minimum, maximum).map { [$0] }))
    }
    var text: TaggedText?
    for keyword in keywords {
      if let patterns = keyword.patterns,
        let narrower = TaggedText((text?.patterns ?? []) + patterns, before: closing)
      {
        text = narrower
      } else {
        note("\(keyword.name)", of: place)
      }
    }
    return text.map { .matching($0) } ?? .text
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
        remedy: "Check the arguments."))
  }
}

/// Texts between tags that match patterns, and do not contain the tag that ends them.
///
/// Without the second condition, a text could go on with that tag and the calls behind it, so that
/// two calls could be read as one.
struct TaggedText: Hashable {
  let patterns: [SchemaPattern]
  let automaton: LeafAutomaton

  /// The largest length that is counted: each count is a state for each character of a tag.
  private static let maximumLength = 400

  /// Makes the automaton of the texts.
  ///
  /// - Returns: `nil` if there are none, if a pattern has no automaton, or if there are too many
  ///   states.
  init?(_ patterns: [SchemaPattern], before tag: String) {
    let scalars = tag.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }
    guard
      let tagPattern = try? SchemaPattern(ecma: scalars.joined()),
      case let automata = (patterns + [tagPattern]).compactMap({ $0.scalarAutomaton() }),
      automata.count == patterns.count + 1,
      let automaton = try? LeafAutomaton(TextMachine(automata, excluded: 1), .plain),
      !automaton.isEmpty
    else { return nil }
    self.patterns = patterns
    self.automaton = automaton
  }

  /// The texts of a length; `nil` if the length is too large to be counted.
  static func length(_ minimum: Int, _ maximum: Int?) -> SchemaPattern? {
    guard max(minimum, maximum ?? 0) <= maximumLength else { return nil }
    return try? SchemaPattern(ecma: "^[\\s\\S]{\(minimum),\(maximum.map(String.init) ?? "")}$")
  }

  static func == (first: TaggedText, second: TaggedText) -> Bool {
    first.patterns == second.patterns
  }

  func hash(into hasher: inout Hasher) { hasher.combine(patterns) }
}

extension ToolParameter {
  /// Returns `true` if a property has the name of the argument.
  fileprivate func describes(_ property: SchemaGraph.Property) -> Bool {
    ExactText(name) == ExactText(property.name)
  }
}
