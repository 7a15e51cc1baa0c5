package import SchemaEncoding
import SchemaGuides
import SchemaPatterns

/// A type as a type text states it, in a form in which what a text reads as and what a graph
/// declares can be compared.
///
/// The form has no difference between two ways to say one thing: a choice `null` and the kind, a
/// comment on `X|null` and on `X`, a union of literals and a list of choices.
package struct ReadType: Equatable, CustomStringConvertible {
  package indirect enum Shape: Equatable {
    case word(String)
    /// Choices, as JSON without escapes.
    case literals([String])
    /// A definition by its number, or the root, which is -1.
    case reference(Int)
    case array(ReadType)
    case tuple([ReadType], optional: Int = 0, rest: [ReadType] = [])
    case union([ReadType])
    case object([Member])
  }

  package struct Member: Equatable {
    package enum Name: Equatable {
      case property(String, isOptional: Bool)
      case pattern(String)
      case others
    }

    package var name: Name
    package var type: ReadType

    package init(name: Name, type: ReadType) { (self.name, self.type) = (name, type) }
  }

  package var shape: Shape

  /// The constraints, each as a keyword and its value, sorted.
  package var facts: [String]

  /// The lines of the sentences and the description.
  package var text: [String]

  package init(_ shape: Shape, facts: [String] = [], text: [String] = []) {
    (self.shape, self.facts, self.text) = (shape, facts.sorted(), text)
  }

  package var description: String {
    let comment = facts.isEmpty && text.isEmpty ? "" : " <\(facts) \(text)>"
    return "\(shape)\(comment)"
  }

  var isPlain: Bool { facts.isEmpty && text.isEmpty }

  private var isNull: Bool { shape == .literals(["null"]) && isPlain }

  /// The type in the form that is compared.
  var normalized: ReadType {
    guard case .union(var alternatives) = shape else { return self }
    var result = self
    if alternatives.count == 2, let other = alternatives.firstIndex(where: { !$0.isNull }),
      alternatives[1 - other].isNull, result.facts.isEmpty,
      result.text.isEmpty || alternatives[other].text.isEmpty
    {
      result.facts = alternatives[other].facts
      result.text += alternatives[other].text
      alternatives[other].facts = []
      alternatives[other].text = []
    }
    var merged: [ReadType] = []
    for alternative in alternatives {
      if alternative.isPlain, case .literals(let more) = alternative.shape,
        let last = merged.last, last.isPlain, case .literals(let literals) = last.shape
      {
        merged[merged.count - 1].shape = .literals(literals + more)
      } else {
        merged.append(alternative)
      }
    }
    if let only = merged.first, merged.count == 1, result.text.isEmpty || only.text.isEmpty {
      return ReadType(
        only.shape, facts: result.facts + only.facts, text: result.text + only.text)
    }
    result.shape = .union(merged)
    return result
  }
}

// MARK: - Declared types

extension ReadType {
  /// The types of a graph: the root, then the definitions in order.
  package static func declared(by graph: SchemaGraph) -> [ReadType] {
    var numbers: [SchemaGraph.Definition.ID: Int] = [:]
    for (number, definition) in graph.definitions.enumerated() { numbers[definition.id] = number }
    return ([graph.root] + graph.definitions.map(\.body)).map { ReadType(declared: $0, numbers) }
  }

  private init(declared node: SchemaGraph.Node, _ numbers: [SchemaGraph.Definition.ID: Int]) {
    let constraints = node.constraints
    func read(_ node: SchemaGraph.Node) -> ReadType { ReadType(declared: node, numbers) }
    let shape: Shape
    if let choices = constraints.choices {
      shape = .literals(choices.map(\.description))
    } else {
      switch node.kind {
      case .string: shape = .word("string")
      case .integer: shape = .word("integer")
      case .number: shape = .word("number")
      case .boolean: shape = .word("boolean")
      case .null: shape = .literals(["null"])
      case .any: shape = .word("any")
      case .never: shape = .word("never")
      case .array: shape = .array(node.items.map(read) ?? ReadType(.word("any")))
      case .tuple:
        let rest = node.items.flatMap { $0.isUnmentioned ? nil : $0 }
        shape = .tuple(
          node.prefixItems.map(read), optional: node.prefixItems.count { $0.isOptionalElement },
          rest: rest.map { [read($0)] } ?? [])
      case .anyOf: shape = .union(node.choices.map(read))
      case .reference:
        switch node.target {
        case .definition(let definition): shape = .reference(numbers[definition.id] ?? -2)
        case .root, nil: shape = .reference(-1)
        }
      case .object:
        var members: [Member] = []
        let others = node.additionalProperties
        if let others, !others.isUnmentioned || node.childCount == 1 {
          members.append(Member(name: .others, type: read(others)))
        }
        for property in node.patternProperties {
          members.append(
            Member(
              name: .pattern(Self.plain(property.pattern.source)), type: read(property.node)))
        }
        for property in node.properties {
          members.append(
            Member(
              name: .property(property.name, isOptional: property.isOptional),
              type: read(property.node)))
        }
        let isAny = members == [Member(name: .others, type: ReadType(.word("any")))]
        shape = isAny ? .word("object") : .object(members)
      }
    }
    var sentences = constraints.words.map(\.sentence)
    if case .root = node.role, let title = node.title, !title.isTypeName {
      sentences.insert(title, at: 0)
    }
    let text = (sentences + [node.description]).map { $0.flatMap(Self.trimmed) }.joinedSentences()
    self =
      ReadType(
        shape, facts: Self.facts(of: constraints), text: text.map(Self.lines) ?? []
      ).normalized
  }

  private static func facts(of constraints: GuideConstraints) -> [String] {
    var facts: [String] = []
    func add(_ keyword: String, _ value: (some CustomStringConvertible)?) {
      if let value { facts.append("\(keyword) \(value)") }
    }
    func least(_ count: Int?) -> Int? { count == 0 ? nil : count }
    add("minimum", constraints.minimum)
    add("maximum", constraints.maximum)
    add("exclusiveMinimum", constraints.exclusiveMinimum)
    add("exclusiveMaximum", constraints.exclusiveMaximum)
    for multiple in constraints.multiples { add("multipleOf", multiple) }
    add("minLength", least(constraints.minimumLength))
    add("maxLength", constraints.maximumLength)
    add("minItems", least(constraints.minimumCount))
    add("maxItems", constraints.maximumCount)
    add("minProperties", least(constraints.minimumPropertyCount))
    add("maxProperties", constraints.maximumPropertyCount)
    for pattern in constraints.patterns { add("pattern", plain(pattern.source)) }
    for term in constraints.terms {
      switch term {
      case .format(let name): add("format", name.text)
      case .contains(let values):
        let texts = values.values.map(\.description).joined(separator: ",")
        add("contains \(texts)", "\(values.minimum) \(values.maximum.map { "\($0)" } ?? "")")
      }
    }
    return facts
  }

  /// A pattern without the escapes of slashes, on one line.
  static func plain(_ pattern: String) -> String {
    var result = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      let breaks: [Unicode.Scalar: String] = [
        "\n": "n", "\r": "r", "\u{2028}": "u2028", "\u{2029}": "u2029",
      ]
      if let letter = breaks[scalar] {
        result += "\\" + letter
      } else {
        if isEscaped, scalar != "/" { result += "\\" }
        if isEscaped || scalar != "\\" { result.unicodeScalars.append(scalar) }
      }
      isEscaped = !isEscaped && scalar == "\\"
    }
    return result
  }

  static func trimmed(_ text: String) -> String? {
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) }
  }

  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}

extension String {
  /// Whether a root with this title is named after it.
  fileprivate var isTypeName: Bool {
    let words: Set = [
      "string", "integer", "number", "boolean", "null", "any", "never", "object", "type", "one",
      "true", "false",
    ]
    return wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil && !words.contains(self)
  }
}

extension ReadType {
  /// The innermost part in which two types differ.
  static func firstDifference(_ read: ReadType, _ declared: ReadType) -> String {
    var pairs = [(read, declared)]
    while let (one, other) = pairs.popLast() {
      if one == other { continue }
      var parts: [(ReadType, ReadType)] = []
      switch (one.shape, other.shape) {
      case (.array(let one), .array(let other)): parts = [(one, other)]
      case (.tuple(let ones, 0, []), .tuple(let others, 0, [])),
        (.union(let ones), .union(let others)):
        if ones.count == others.count { parts = Array(zip(ones, others)) }
      case (.object(let ones), .object(let others)):
        if ones.map(\.name) == others.map(\.name) {
          parts = zip(ones, others).map { ($0.type, $1.type) }
        }
      default: break
      }
      parts.removeAll { $0.0 == $0.1 }
      if parts.isEmpty { return "read \(one), declared \(other)" }
      pairs += parts
    }
    return "no difference"
  }
}

extension SchemaGraph.Node {
  fileprivate var isOptionalElement: Bool {
    if case .prefixItem(isOptional: true) = role { true } else { false }
  }
}
