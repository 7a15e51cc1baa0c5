import ContentStorage
import SchemaConcurrency

/// The nodes of a mapping, prepared once for all the values that a reader looks up.
final class MappingPlan: Sendable {
  /// The conversion of the values of a node.
  enum Step: BitwiseCopyable, Sendable {
    case same
    case array(elements: Int)

    /// The node of a tuple, and the number of a form, an object or a union in the tables.
    case tuple(Int), form(Int), object(Int), union(Int)
  }

  /// An object whose properties change.
  struct Object: Sendable {
    /// The node with its form.
    fileprivate let node: Int

    /// The numbers of its properties in the plan, in the order of the answer.
    let properties: Range<Int>

    /// The numbers of these and, after them, of the property that has the entries.
    fileprivate let members: Range<Int>

    /// The names that entries must not have, and the node of their values; `nil` if the answer has
    /// no entries.
    let entries: (declaredNames: Range<Int>, values: Int)?

    /// The node of the values of all other properties; `nil` if patterns of their names decide.
    fileprivate let others: Int?

    /// Indicates whether some properties have another name in answers than the declared one.
    let hasRenamed: Bool

    /// Indicates whether some are null where the answer lacks them.
    let addsNulls: Bool
  }

  /// A property that answers have under a name.
  struct Property: BitwiseCopyable, Sendable {
    /// The way in which a value of the property is read.
    enum Reading: BitwiseCopyable, Sendable {
      /// The property stays as it is, with its name.
      case copied

      /// The property is absent.
      case dropped

      /// The value is as a node says.
      case mapped(Int)

      /// The only element of an array, which may be empty, is as a node says.
      case list(Int)

      /// The elements of an array are properties of the object.
      case entries

      /// The value is that of a property that the object does not name.
      case unnamed
    }

    private let null: Reading
    private let value: Reading

    /// Indicates whether the answer has the declared name.
    let keepsName: Bool

    /// Indicates whether the property is null where the answer lacks it.
    let isNullIfAbsent: Bool

    fileprivate init(_ property: AnswerMapping.Property) {
      keepsName = ExactText(property.name) == ExactText(property.answerName)
      isNullIfAbsent = property.absence == .omittedForNull
      let mapped = Reading.mapped(property.value)
      let isKept = keepsName && property.absence != .emptyArray
      null = property.absence == .null ? .dropped : isKept ? .copied : mapped
      value =
        property.absence == .emptyArray
        ? .list(property.value) : isKept && property.value == 0 ? .copied : mapped
    }

    /// Creates the property that has the entries of an object.
    fileprivate init() {
      (null, value, keepsName, isNullIfAbsent) = (.unnamed, .entries, true, false)
    }

    /// The way in which a value with some shape is read.
    func reading(of shape: ContentShape) -> Reading {
      switch value {
      case _ where shape == .null: null
      case .list(let node) where shape != .array: .mapped(node)
      case .entries where shape != .array: .unnamed
      default: value
      }
    }
  }

  /// A shape of the values of an alternative, whose names are in the plan.
  final class Shape: Sendable {
    /// The node of the values.
    let node: Int

    /// The choices of a string; `nil` if it has none.
    let choices: Choices?

    /// The names that every object of the shape has.
    let required: Range<Int>

    /// The names that an object of the shape may have; `nil` for any.
    let allowed: Range<Int>?

    /// The names of the properties that are strings of some choices, and these choices.
    let tags: Range<Int>
    let tagChoices: [Choices]

    fileprivate init(
      _ node: Int, _ shape: ValueShape, _ names: inout NameTable, ignoresCase: Bool
    ) {
      self.node = node
      choices = shape.choices.map { Choices($0, &names, ignoresCase: ignoresCase) }
      required = names.set(of: shape.required)
      allowed = shape.allowed.map { names.set(of: $0) }
      // A stored mapping may have a name twice, and a reader finds each once.
      var known: Set<ExactText> = []
      let tags = shape.tags.filter { known.insert(ExactText($0.name)).inserted }
      self.tags = names.set(of: tags.map(\.name))
      tagChoices = tags.map { Choices($0.choices, &names, ignoresCase: ignoresCase) }
    }
  }

  /// The choices of a string.
  struct Choices: Sendable {
    let names: Range<Int>
    /// The strings whatever their capitals; `nil` if capitals count.
    let spellings: Spellings?

    fileprivate init(_ texts: [String], _ names: inout NameTable, ignoresCase: Bool) {
      spellings = ignoresCase ? Spellings(texts) : nil
      self.names = names.set(of: texts)
    }
  }

  /// The alternatives of a union.
  final class Union: Sendable {
    private let nodes: [Int?]
    private let shapes: [[Shape]]

    fileprivate init(
      _ alternatives: [AnswerMapping.Alternative], _ names: inout NameTable, ignoresCase: Bool
    ) {
      var nodes: [Int?] = ValueShape.Kind.allCases.map { _ in 0 }
      var shapes: [[Shape]] = ValueShape.Kind.allCases.map { _ in [] }
      for alternative in alternatives {
        for shape in alternative.answers {
          let index = shape.kind.index
          let mayDiffer = shape.kind == .object || shape.kind == .string
          if shapes[index].isEmpty {
            nodes[index] = alternative.value
          } else if mayDiffer, nodes[index] != alternative.value {
            nodes[index] = nil
          }
          shapes[index].append(
            Shape(alternative.value, shape, &names, ignoresCase: ignoresCase))
        }
      }
      self.nodes = nodes
      self.shapes = shapes
    }

    /// The node of the values of a kind; `nil` if more than the kind has to be known, and 0 if
    /// there are none.
    func node(of kind: ValueShape.Kind) -> Int? { nodes[kind.index] }

    /// The shapes of the values of a kind.
    func shapes(of kind: ValueShape.Kind) -> [Shape] { shapes[kind.index] }
  }

  /// The conversion of the values of each place; the first is ``AnswerMapping/Node/same``.
  let nodes: [AnswerMapping.Node]

  /// The node of the whole value.
  let root: Int

  /// The declared schemas of alternatives, if there are unions.
  let alternatives: DeclaredAlternatives?

  /// Indicates whether strings of an answer that tell alternatives apart may be in other capitals
  /// (rule D9).
  let ignoresCase: Bool

  private let steps: [Step]

  /// The properties of objects, and their declared names.
  let properties: [Property]
  let declaredNames: [String]

  let objects: [Object]
  let unions: [Union]
  let forms: [AnswerMapping.AnyForm]

  private let names: NameTable
  private let answerNames: NameTable

  init(
    _ nodes: [AnswerMapping.Node], root: Int, alternatives: DeclaredAlternatives?, ignoresCase: Bool
  ) {
    self.nodes = nodes
    self.root = root
    self.alternatives = alternatives
    self.ignoresCase = ignoresCase
    var tables = Tables(ignoresCase: ignoresCase)
    steps = nodes.indices.map { tables.step(nodes[$0], $0) }
    (properties, declaredNames) = (tables.properties, tables.declaredNames)
    (objects, unions, forms) = (tables.objects, tables.unions, tables.forms)
    (names, answerNames) = (tables.names, tables.answerNames)
  }

  /// Indicates whether every answer is the content already.
  var isIdentity: Bool {
    if case .same = step(root) { true } else { false }
  }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  func step(_ node: Int) -> Step { steps.indices.contains(node) ? steps[node] : .same }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  subscript(node: Int) -> AnswerMapping.Node { nodes.indices.contains(node) ? nodes[node] : .same }

  /// The node of the values of a property that an object does not name.
  func node(
    ofOther name: @autoclosure () -> String, of object: Object, _ matchers: inout PatternMatchers
  ) -> Int {
    if let others = object.others { return others }
    guard case .object(let form) = nodes[object.node] else { return 0 }
    return form.others(name(), &matchers)
  }
}

extension MappingPlan {
  // The tables of names are read only here, since reading them elsewhere would copy their
  // references.

  /// The number of a property by its name in the answer; a likely number is tried first.
  ///
  /// - Returns: The number, or `nil` if the object does not name the property.
  /// - Complexity: O(log *n*) in the number of properties.
  func number(
    of property: ContentPlaces.Property, near hint: Int, of object: Object, in answer: ContentPlaces
  ) -> Int? {
    answerNames.index(
      of: property.outline, ofTextAt: property.key, in: answer, among: object.members, near: hint)
  }

  /// The name of a property in answers.
  func answerName(of property: Int) -> String { answerNames.name(property) }

  /// The index of a property's name in a set; a likely index is tried first.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  func index(
    of property: ContentPlaces.Property, in answer: ContentPlaces, among set: Range<Int>,
    near hint: Int? = nil
  ) -> Int? {
    names.index(
      of: property.outline, ofTextAt: property.key, in: answer, among: set, near: hint)
  }

  /// Indicates whether the string at a place is in a set.
  func hasText(at place: Int, in answer: ContentPlaces, among set: Range<Int>) -> Bool {
    names.index(of: answer.outline(at: place), ofTextAt: place, in: answer, among: set) != nil
  }
}

extension MappingPlan {
  /// The tables of a plan while it is made.
  private struct Tables {
    let ignoresCase: Bool

    var properties: [Property] = []
    var declaredNames: [String] = []
    var answerNames = NameTable()

    var objects: [Object] = []
    var unions: [Union] = []
    var forms: [AnswerMapping.AnyForm] = []

    /// The names that entries must not have, and those of the shapes of alternatives.
    var names = NameTable()

    mutating func step(_ node: AnswerMapping.Node, _ number: Int) -> Step {
      switch node {
      case .same: return .same
      case .array(let elements): return .array(elements: elements)
      case .tuple: return .tuple(number)
      case .other(let form):
        forms.append(form)
        return .form(forms.count - 1)
      case .object(let form):
        add(form, number)
        return .object(objects.count - 1)
      case .union(let alternatives):
        unions.append(Union(alternatives, &names, ignoresCase: ignoresCase))
        return .union(unions.count - 1)
      }
    }

    private mutating func add(_ form: AnswerMapping.ObjectForm, _ node: Int) {
      let first = properties.count
      var members = 0..<0
      for property in form.properties {
        add(Property(property), property.answerName, property.name, to: &members)
      }
      let named = first..<properties.count
      if let name = form.beside?.property { add(Property(), name, name, to: &members) }
      answerNames.seal(members)
      let entries = form.beside.map {
        (declaredNames: names.set(of: declaredNames[named] + $0.names), values: $0.values)
      }
      objects.append(
        Object(
          node: node, properties: named, members: members, entries: entries,
          others: form.patterns.isEmpty ? form.others : nil,
          hasRenamed: properties[named].contains { !$0.keepsName },
          addsNulls: properties[named].contains(where: \.isNullIfAbsent)))
    }

    private mutating func add(
      _ property: Property, _ answerName: String, _ name: String, to members: inout Range<Int>
    ) {
      // A stored mapping may have a name twice, and a reader finds each once.
      guard answerNames.insert(answerName, into: &members) == properties.count else { return }
      properties.append(property)
      declaredNames.append(name)
    }
  }
}

extension NameTable {
  /// A new set of some names, each of which it has once.
  fileprivate mutating func set(of texts: some Sequence<String>) -> Range<Int> {
    var set = 0..<0
    for text in texts { _ = insert(text, into: &set) }
    seal(set)
    return set
  }
}

extension MappingPlan: Hashable {
  static func == (first: MappingPlan, second: MappingPlan) -> Bool {
    first === second
      || first.root == second.root && first.nodes == second.nodes
        && first.alternatives == second.alternatives && first.ignoresCase == second.ignoresCase
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(nodes)
    hasher.combine(root)
  }
}

/// The plan of a mapping, which is made of the fitted graph when the first answer is mapped.
///
/// A request often has the schemas of many tools, of which the model calls few.
final class MappingSource: Sendable {
  private enum State: Sendable {
    case graph(FittingGraph)
    case plan(MappingPlan)
  }

  let isIdentity: Bool
  private let state: Locked<State>

  init(_ graph: FittingGraph) {
    isIdentity = !graph.changesValues
    state = Locked(.graph(graph))
  }

  init(_ plan: MappingPlan) {
    isIdentity = plan.isIdentity
    state = Locked(.plan(plan))
  }

  var plan: MappingPlan {
    state.withLock { state in
      switch state {
      case .plan(let plan): return plan
      case .graph(let graph):
        let plan = MappingBuilder(graph).plan()
        state = .plan(plan)
        return plan
      }
    }
  }
}

extension MappingSource: Hashable {
  static func == (first: MappingSource, second: MappingSource) -> Bool {
    first === second || first.plan == second.plan
  }

  func hash(into hasher: inout Hasher) { plan.hash(into: &hasher) }
}
