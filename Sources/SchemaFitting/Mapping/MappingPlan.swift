import ContentStorage
import IndexedTables
import SchemaConcurrency

/// The nodes of a mapping, prepared once for all the values that a reader looks up.
final class MappingPlan: Sendable {
  /// The identity of an element in a table of a mapping.
  ///
  /// Stored mappings contain its position.
  struct ID<Element>: Hashable, Sendable, BitwiseCopyable, Strideable {
    let position: Int

    func distance(to other: ID) -> Int { other.position - position }

    func advanced(by count: Int) -> ID { ID(position: position + count) }
  }

  typealias FormID = ID<AnswerMapping.AnyForm>

  /// The conversion of the values of a node.
  enum Step: BitwiseCopyable, Sendable {
    case same
    case array(elements: AnswerMapping.Node.ID)

    /// The conversion by the node of a tuple, or by an element of the tables.
    case tuple(AnswerMapping.Node.ID), form(FormID), object(Object.ID), union(Union.ID)
  }

  /// An object whose properties change.
  struct Object: Sendable {
    typealias ID = MappingPlan.ID<Object>

    /// The node with its form.
    fileprivate let node: AnswerMapping.Node.ID

    /// Its properties, in the order of the answer.
    let properties: Range<Property.ID>

    /// The names of the properties in answers, followed by the name of the property with the
    /// entries.
    ///
    /// Names and properties have the same positions.
    fileprivate let members: Range<Int>

    /// The names that the keys of entries must not equal, and the node of the values of entries;
    /// `nil` if the answer has no entries.
    let entries: (declaredNames: Range<Int>, values: AnswerMapping.Node.ID)?

    /// The node of the values of all other properties; `nil` if the node depends on patterns of
    /// their names.
    fileprivate let others: AnswerMapping.Node.ID?

    /// Indicates whether some properties are renamed in answers.
    let hasRenamed: Bool

    /// Indicates whether some properties are `null` in the content if the answer lacks them.
    let addsNulls: Bool
  }

  /// A named property of an object in answers.
  struct Property: BitwiseCopyable, Sendable {
    typealias ID = MappingPlan.ID<Property>

    /// The way in which a value of the property is read.
    enum Reading: BitwiseCopyable, Sendable {
      /// The property stays unchanged, with its name.
      case copied

      /// The property is absent.
      case dropped

      /// The value is converted by a node.
      case mapped(AnswerMapping.Node.ID)

      /// The value is the only element of an array, and is converted by a node; the array may be
      /// empty.
      case list(AnswerMapping.Node.ID)

      /// The elements of an array are properties of the object.
      case entries

      /// The property is an unnamed property of the object.
      case unnamed
    }

    private let null: Reading
    private let value: Reading

    /// Indicates whether the property has its declared name in the answer.
    let keepsName: Bool

    /// Indicates whether the property is `null` in the content if the answer lacks it.
    let isNullIfAbsent: Bool

    fileprivate init(_ property: AnswerMapping.Property) {
      keepsName = ExactText(property.name) == ExactText(property.answerName)
      isNullIfAbsent = property.absence == .omittedForNull
      let mapped = Reading.mapped(property.value)
      let isKept = keepsName && property.absence != .emptyArray
      null = property.absence == .null ? .dropped : isKept ? .copied : mapped
      value =
        property.absence == .emptyArray
        ? .list(property.value) : isKept && property.value == .same ? .copied : mapped
    }

    /// Creates the property with the entries of an object.
    fileprivate init() {
      (null, value, keepsName, isNullIfAbsent) = (.unnamed, .entries, true, false)
    }

    /// The way in which a value with a shape is read.
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
    let node: AnswerMapping.Node.ID

    /// The choices of a string; `nil` if it has none.
    let choices: Choices?

    /// The names that every object of the shape has.
    let required: Range<Int>

    /// The names that an object of the shape may have; `nil` for any.
    let allowed: Range<Int>?

    /// The names of the properties with choices, and their choices.
    let tags: Range<Int>
    let tagChoices: [Choices]

    fileprivate init(
      _ node: AnswerMapping.Node.ID, _ shape: ValueShape, _ names: inout NameTable,
      ignoresCase: Bool
    ) {
      self.node = node
      choices = shape.choices.map { Choices($0, &names, ignoresCase: ignoresCase) }
      required = names.set(of: shape.required)
      allowed = shape.allowed.map { names.set(of: $0) }
      // A stored mapping may repeat a name. A reader uses only the first property with the name.
      var known: Set<ExactText> = []
      let tags = shape.tags.filter { known.insert(ExactText($0.name)).inserted }
      self.tags = names.set(of: tags.map(\.name))
      tagChoices = tags.map {
        Choices($0.choices, others: $0.scalars, &names, ignoresCase: ignoresCase)
      }
    }
  }

  /// The choices of a scalar.
  struct Choices: Sendable {
    /// The choices that are strings.
    let names: Range<Int>
    /// The other choices.
    let others: Set<SchemaScalar>
    /// The strings, for a search without regard to case; `nil` if the search regards case.
    let spellings: Spellings?

    fileprivate init(
      _ texts: [String], others: [SchemaScalar] = [], _ names: inout NameTable, ignoresCase: Bool
    ) {
      self.others = Set(others)
      spellings = ignoresCase ? Spellings(texts) : nil
      self.names = names.set(of: texts)
    }
  }

  /// The alternatives of a union.
  final class Union: Sendable {
    typealias ID = MappingPlan.ID<Union>

    private let nodes: [AnswerMapping.Node.ID?]
    private let shapes: [[Shape]]

    fileprivate init(
      _ alternatives: [AnswerMapping.Alternative], _ names: inout NameTable, ignoresCase: Bool
    ) {
      var nodes: [AnswerMapping.Node.ID?] = ValueShape.Kind.allCases.map { _ in .same }
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

    /// The node of the values of a kind; `nil` if the kind does not determine the node.
    ///
    /// If no alternative has values of the kind, such values stay unchanged.
    func node(of kind: ValueShape.Kind) -> AnswerMapping.Node.ID? { nodes[kind.index] }

    func shapes(of kind: ValueShape.Kind) -> [Shape] { shapes[kind.index] }
  }

  /// The conversion of the values of each place; the first is ``AnswerMapping/Node/same``.
  let nodes: [AnswerMapping.Node]

  /// The node of the complete value.
  let root: AnswerMapping.Node.ID

  /// The declared schemas of alternatives, if there are unions.
  let alternatives: DeclaredAlternatives?

  /// Indicates whether the strings in an answer that distinguish alternatives may differ in case,
  /// because the provider may change the case of a constant.
  let ignoresCase: Bool

  private let steps: [Step]

  /// The properties of objects, and their declared names.
  let properties: IndexedTable<Property.ID, Property>
  let declaredNames: IndexedTable<Property.ID, String>

  let objects: IndexedTable<Object.ID, Object>
  let unions: IndexedTable<Union.ID, Union>
  let forms: IndexedTable<FormID, AnswerMapping.AnyForm>

  private let names: NameTable
  private let answerNames: NameTable

  init(
    _ nodes: [AnswerMapping.Node], root: AnswerMapping.Node.ID,
    alternatives: DeclaredAlternatives?, ignoresCase: Bool
  ) {
    self.nodes = nodes
    self.root = root
    self.alternatives = alternatives
    self.ignoresCase = ignoresCase
    var tables = Tables(ignoresCase: ignoresCase)
    steps = nodes.enumerated().map { tables.step($1, AnswerMapping.Node.ID(position: $0)) }
    (properties, declaredNames) = (tables.properties, tables.declaredNames)
    (objects, unions, forms) = (tables.objects, tables.unions, tables.forms)
    (names, answerNames) = (tables.names, tables.answerNames)
  }

  /// Indicates whether the content is always the answer itself.
  var isIdentity: Bool {
    if case .same = step(root) { true } else { false }
  }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  func step(_ node: AnswerMapping.Node.ID) -> Step {
    steps.indices.contains(node.position) ? steps[node.position] : .same
  }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  subscript(node: AnswerMapping.Node.ID) -> AnswerMapping.Node {
    nodes.indices.contains(node.position) ? nodes[node.position] : .same
  }

  /// The node of the values of an unnamed property of an object.
  func node(
    ofOther name: @autoclosure () -> String, of object: Object, _ matchers: inout PatternMatchers
  ) -> AnswerMapping.Node.ID {
    if let others = object.others { return others }
    guard case .object(let form) = self[object.node] else { return .same }
    return form.others(name(), &matchers)
  }
}

extension MappingPlan {
  // Only the following functions read the tables of names. Other types would copy the references of
  // the tables.

  /// The property of an object for a member of an answer.
  ///
  /// A likely property is compared first.
  ///
  /// - Returns: The property, or `nil` if the member is an unnamed property.
  /// - Complexity: O(log *n*) in the number of properties.
  func property(
    of member: ContentPlaces.Property, near hint: Property.ID, of object: Object,
    in answer: ContentPlaces
  ) -> Property.ID? {
    answerNames.index(
      of: member.outline, ofTextAt: member.key, in: answer, among: object.members,
      near: hint.position
    ).map(Property.ID.init)
  }

  func answerName(of property: Property.ID) -> String { answerNames.name(property.position) }

  /// The index of a property's name in a set.
  ///
  /// A likely index is compared first.
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
  func hasText(at place: ContentPlace, in answer: ContentPlaces, among set: Range<Int>) -> Bool {
    names.index(of: answer.outline(at: place), ofTextAt: place, in: answer, among: set) != nil
  }
}

extension MappingPlan {
  /// The tables of a plan while it is made.
  private struct Tables {
    let ignoresCase: Bool

    var properties = IndexedTable<Property.ID, Property>(from: .init(position: 0))
    var declaredNames = IndexedTable<Property.ID, String>(from: .init(position: 0))
    var answerNames = NameTable()

    var objects = IndexedTable<Object.ID, Object>(from: .init(position: 0))
    var unions = IndexedTable<Union.ID, Union>(from: .init(position: 0))
    var forms = IndexedTable<FormID, AnswerMapping.AnyForm>(from: .init(position: 0))

    /// The names that the keys of entries must not equal, and the names in the shapes of
    /// alternatives.
    var names = NameTable()

    mutating func step(_ node: AnswerMapping.Node, _ id: AnswerMapping.Node.ID) -> Step {
      switch node {
      case .same: return .same
      case .array(let elements): return .array(elements: elements)
      case .tuple: return .tuple(id)
      case .other(let form): return .form(forms.append(form))
      case .object(let form): return .object(add(form, id))
      case .union(let alternatives):
        return .union(unions.append(Union(alternatives, &names, ignoresCase: ignoresCase)))
      }
    }

    private mutating func add(
      _ form: AnswerMapping.ObjectForm, _ node: AnswerMapping.Node.ID
    ) -> Object.ID {
      let first = properties.endIndex
      var members = 0..<0
      for property in form.properties {
        add(Property(property), property.answerName, property.name, to: &members)
      }
      let named = first..<properties.endIndex
      if let name = form.entries?.property { add(Property(), name, name, to: &members) }
      answerNames.seal(members)
      let entries = form.entries.map {
        (
          declaredNames: names.set(of: named.map { declaredNames[$0] } + $0.names),
          values: $0.values
        )
      }
      return objects.append(
        Object(
          node: node, properties: named, members: members, entries: entries,
          others: form.patterns.isEmpty ? form.others : nil,
          hasRenamed: named.contains { !properties[$0].keepsName },
          addsNulls: named.contains { properties[$0].isNullIfAbsent }))
    }

    private mutating func add(
      _ property: Property, _ answerName: String, _ name: String, to members: inout Range<Int>
    ) {
      // A stored mapping may repeat a name. A reader uses only the first property with the name.
      guard answerNames.insert(answerName, into: &members) == properties.endIndex.position
      else { return }
      properties.append(property)
      declaredNames.append(name)
    }
  }
}

extension MappingPlan.ID<AnswerMapping.Node> {
  /// The node of unchanged values, which is the first node of every mapping.
  static var same: Self { Self(position: 0) }
}

extension MappingPlan.ID: Codable {
  init(from decoder: any Decoder) throws {
    self.init(position: try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(position)
  }
}

extension NameTable {
  /// A new set of some names, without repetitions.
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

/// The plan of a mapping.
///
/// It is created from the fitted graph when the first answer is mapped.
///
/// A request often has the schemas of many tools, and the model calls few of them.
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
