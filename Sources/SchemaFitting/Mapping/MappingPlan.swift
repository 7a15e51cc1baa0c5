import ContentStorage

/// The nodes of a mapping, prepared once for all the values that a reader looks up.
final class MappingPlan: Sendable {
  /// The conversion of the values of a node.
  enum Step: BitwiseCopyable, Sendable {
    case same
    case array(elements: Int)

    /// The number of a tuple, a form, or the plan of an object or a union.
    case tuple(Int), form(Int), object(Int), union(Int)
  }

  /// A form, in a box that is not copied for each value.
  final class Form: Sendable {
    let form: any AnswerForm
    let container: ContentShape?

    init(_ form: any AnswerForm) {
      self.form = form
      container = form.container
    }
  }

  /// An object whose properties change.
  final class Object: Sendable {
    /// The form, without the properties whose names in answers are names of other properties.
    let form: AnswerMapping.ObjectForm
    let properties: [Property]

    /// The indices of the properties that answers have under another name than the declared one.
    let renamed: [Int]

    /// Indicates whether some are null where the answer lacks them.
    let addsNulls: Bool

    /// The names of the properties in answers, in order, and then that of the property that has
    /// the entries.
    private let answerNames: Range<Int>

    /// The names that entries must not have; empty if there are no entries.
    private let declaredNames: Range<Int>

    fileprivate init(_ declared: AnswerMapping.ObjectForm, _ names: inout NameTable) {
      // A stored mapping may have a name twice, and a reader finds each once.
      var known: [AnswerMapping.Property] = []
      var answerNames = 0..<0
      for property in declared.properties {
        let name = names.insert(property.answerName, into: &answerNames)
        if name == answerNames.lowerBound + known.count { known.append(property) }
      }
      if let beside = declared.beside { _ = names.insert(beside.property, into: &answerNames) }
      names.seal(answerNames)
      self.answerNames = answerNames
      declaredNames =
        declared.beside.map { names.set(of: known.map(\.name) + $0.names) } ?? 0..<0
      var form = declared
      form.properties = known
      self.form = form
      let properties = known.map(Property.init)
      self.properties = properties
      renamed = properties.indices.filter { !properties[$0].keepsName }
      addsNulls = properties.contains { $0.absence == .omittedForNull }
    }

    /// The index of a property by its name in the answer.
    ///
    /// - Parameters:
    ///   - member: The member that the answer has.
    ///   - next: The index of the property that is expected.
    ///   - answer: The answer.
    ///   - plan: The plan of the mapping.
    /// - Returns: The index, which is that after the last property for the property that has the
    ///   entries, or `nil` if the object does not name the property.
    /// - Complexity: O(log *n*) in the number of properties.
    func index(
      of member: ContentPlaces.Member, near next: Int, in answer: ContentPlaces,
      _ plan: MappingPlan
    ) -> Int? {
      let name = plan.index(
        of: member.outline, at: member.key, in: answer, among: answerNames,
        near: answerNames.lowerBound + next)
      return name.map { $0 - answerNames.lowerBound }
    }

    /// Indicates whether a key is the name of a property with a place of its own.
    func isNamed(_ key: Int, in answer: ContentPlaces, _ plan: MappingPlan) -> Bool {
      plan.hasText(at: key, in: answer, among: declaredNames)
    }
  }

  struct Property: BitwiseCopyable, Sendable {
    let value: Int
    let absence: AnswerMapping.Absence

    /// Indicates whether the answer has the declared name.
    let keepsName: Bool

    /// Indicates whether a value and its name stay as they are, and whether a null does.
    let keepsValue: Bool
    let keepsNull: Bool

    /// Indicates whether null says that the property is absent.
    let dropsNull: Bool

    init(_ property: AnswerMapping.Property) {
      value = property.value
      absence = property.absence
      keepsName = ExactText(property.name) == ExactText(property.answerName)
      keepsNull = keepsName && absence != .emptyArray
      keepsValue = keepsNull && value == 0
      dropsNull = absence == .null
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

    fileprivate init(_ node: Int, _ shape: ValueShape, _ names: inout NameTable) {
      self.node = node
      choices = shape.choices.map { Choices($0, &names) }
      required = names.set(of: shape.required)
      allowed = shape.allowed.map { names.set(of: $0) }
      // A stored mapping may have a name twice, and a reader finds each once.
      var known: Set<ExactText> = []
      let tags = shape.tags.filter { known.insert(ExactText($0.name)).inserted }
      self.tags = names.set(of: tags.map(\.name))
      tagChoices = tags.map { Choices($0.choices, &names) }
    }
  }

  /// The choices of a string.
  struct Choices: Sendable {
    let texts: [String]
    let names: Range<Int>

    fileprivate init(_ texts: [String], _ names: inout NameTable) {
      self.texts = texts
      self.names = names.set(of: texts)
    }
  }

  /// The alternatives of a union.
  final class Union: Sendable {
    /// The values of one kind.
    struct Values: Sendable {
      /// Their node; `nil` if more than the kind has to be known, and 0 if there are none.
      fileprivate(set) var node: Int? = 0

      /// The shapes that they have.
      fileprivate(set) var shapes: [Shape] = []
    }

    private let kinds: [Values]

    fileprivate init(_ alternatives: [AnswerMapping.Alternative], _ names: inout NameTable) {
      var kinds = ValueShape.Kind.allCases.map { _ in Values() }
      for alternative in alternatives {
        for shape in alternative.answers {
          let index = shape.kind.index
          let mayDiffer = shape.kind == .object || shape.kind == .string
          if kinds[index].shapes.isEmpty {
            kinds[index].node = alternative.value
          } else if mayDiffer, kinds[index].node != alternative.value {
            kinds[index].node = nil
          }
          kinds[index].shapes.append(Shape(alternative.value, shape, &names))
        }
      }
      self.kinds = kinds
    }

    /// The values of a kind.
    subscript(kind: ValueShape.Kind) -> Values { kinds[kind.index] }
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

  /// The names of the properties of objects and of the shapes of alternatives.
  private let names: NameTable

  let steps: [Step]
  let objects: [Object]
  let unions: [Union]
  let forms: [Form]

  /// The nodes of the elements of each tuple.
  let tuples: [[Int]]

  init(
    _ nodes: [AnswerMapping.Node], root: Int, alternatives: DeclaredAlternatives?, ignoresCase: Bool
  ) {
    self.nodes = nodes
    self.root = root
    self.alternatives = alternatives
    self.ignoresCase = ignoresCase
    var names = NameTable()
    var objects: [Object] = []
    var unions: [Union] = []
    var forms: [Form] = []
    var tuples: [[Int]] = []
    steps = nodes.map { node in
      switch node {
      case .same: return .same
      case .tuple(let elements):
        tuples.append(elements)
        return .tuple(tuples.count - 1)
      case .other(let any):
        forms.append(Form(any.form))
        return .form(forms.count - 1)
      case .array(let elements): return .array(elements: elements)
      case .object(let form):
        objects.append(Object(form, &names))
        return .object(objects.count - 1)
      case .union(let alternatives):
        unions.append(Union(alternatives, &names))
        return .union(unions.count - 1)
      }
    }
    self.names = names
    self.objects = objects
    self.unions = unions
    self.forms = forms
    self.tuples = tuples
  }

  /// Indicates whether every answer is the content already.
  var isIdentity: Bool {
    if case .same = step(root) { true } else { false }
  }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  func step(_ node: Int) -> Step { steps.indices.contains(node) ? steps[node] : .same }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  subscript(node: Int) -> AnswerMapping.Node { nodes.indices.contains(node) ? nodes[node] : .same }
}

extension MappingPlan {
  // Reading the table anywhere else would copy its references.

  /// The index in a set of names of a key; a likely index is tried first.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  func index(
    of outline: TextOutline, at key: Int, in answer: ContentPlaces, among set: Range<Int>,
    near hint: Int? = nil
  ) -> Int? {
    names.index(of: outline, ofTextAt: key, in: answer, among: set, near: hint)
  }

  /// Indicates whether the string at a place is in a set.
  func hasText(at place: Int, in answer: ContentPlaces, among set: Range<Int>) -> Bool {
    index(of: answer.outline(at: place), at: place, in: answer, among: set) != nil
  }
}

extension NameTable {
  /// A new set of some names, each of which it has once.
  fileprivate mutating func set(of texts: [String]) -> Range<Int> {
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
