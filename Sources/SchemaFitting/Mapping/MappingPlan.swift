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
    let form: AnswerMapping.ObjectForm
    let properties: [Property]

    /// Indicates whether some are null where the answer lacks them.
    let addsNulls: Bool

    /// The outline of the name of the property that has the entries.
    private let besideOutline: TextOutline

    /// The indices of the properties by their names in answers, if there are many.
    private let indices: [ExactText: Int]

    /// The outlines of the names that entries must not have, apart from those of the properties.
    private let otherNames: [TextOutline]

    init(_ form: AnswerMapping.ObjectForm) {
      self.form = form
      besideOutline = TextOutline(form.beside?.property ?? "")
      let properties = form.properties.map(Property.init)
      self.properties = properties
      indices =
        properties.count <= Self.fewProperties ? [:] : form.properties.indices(by: \.answerName)
      addsNulls = properties.contains { $0.absence == .omittedForNull }
      // Mostly these are the names of the properties, in order.
      var next = 0
      otherNames =
        form.beside?.names.compactMap { name in
          if next < properties.count,
            ExactText(form.properties[next].name) == ExactText(name)
          {
            next += 1
            return nil
          }
          return TextOutline(name)
        } ?? []
    }

    /// The number of properties that are compared in less time than a name is hashed.
    private static let fewProperties = 16

    /// The index of a property by its name in the answer.
    ///
    /// - Parameters:
    ///   - member: The member that the answer has.
    ///   - next: The index of the property that is expected.
    ///   - answer: The answer.
    /// - Returns: The index, or `nil` if the object does not name the property.
    func index(
      of member: ContentPlaces.Member, from next: Int, in answer: ContentPlaces
    ) -> Int? {
      let count = properties.count
      // Properties mostly come in order.
      for index in next..<min(count, next + Self.fewProperties)
      where isProperty(index, member, answer) {
        return index
      }
      guard count > Self.fewProperties else {
        return (0..<next).first { isProperty($0, member, answer) }
      }
      if isBeside(member, in: answer) { return nil }
      return indices[ExactText(answer.text(at: member.key))]
    }

    private func isProperty(
      _ index: Int, _ member: ContentPlaces.Member, _ answer: ContentPlaces
    ) -> Bool {
      answer.isKey(
        member.key, member.outline, properties[index].outline, form.properties[index].answerName)
    }

    /// Indicates whether a member has what the answer has beside the properties.
    func isBeside(_ member: ContentPlaces.Member, in answer: ContentPlaces) -> Bool {
      guard let beside = form.beside else { return false }
      return answer.isKey(member.key, member.outline, besideOutline, beside.property)
    }

    /// Indicates whether a key is the name of a property with a place of its own.
    func isNamed(_ key: Int, in answer: ContentPlaces) -> Bool {
      let outline = answer.outline(at: key)
      guard
        properties.contains(where: { $0.declaredOutline.isSame(as: outline) })
          || otherNames.contains(where: { $0.isSame(as: outline) })
      else { return false }
      return outline.count <= 16 || form.beside?.isNamed(answer.text(at: key)) ?? false
    }
  }

  struct Property: BitwiseCopyable, Sendable {
    /// The outline of the name in the answer, and of the declared one.
    let outline: TextOutline
    let declaredOutline: TextOutline
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
      outline = TextOutline(property.answerName)
      value = property.value
      absence = property.absence
      keepsName = ExactText(property.name) == ExactText(property.answerName)
      declaredOutline = keepsName ? outline : TextOutline(property.name)
      keepsNull = keepsName && absence != .emptyArray
      keepsValue = keepsNull && value == 0
      dropsNull = absence == .null
    }
  }

  /// A shape of the values of an alternative, and their node.
  final class Shape: Sendable {
    let node: Int
    let shape: ValueShape

    init(_ node: Int, _ shape: ValueShape) {
      self.node = node
      var shape = shape
      // A stored mapping may have a name twice, and a reader finds each once.
      var known: Set<ExactText> = []
      shape.required.removeAll { !known.insert(ExactText($0)).inserted }
      self.shape = shape
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

    init(_ alternatives: [AnswerMapping.Alternative]) {
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
          kinds[index].shapes.append(Shape(alternative.value, shape))
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
        objects.append(Object(form))
        return .object(objects.count - 1)
      case .union(let alternatives):
        unions.append(Union(alternatives))
        return .union(unions.count - 1)
      }
    }
    self.objects = objects
    self.unions = unions
    self.forms = forms
    self.tuples = tuples
  }

  /// Indicates whether every answer is the content already.
  var isIdentity: Bool {
    guard steps.indices.contains(root) else { return true }
    return if case .same = steps[root] { true } else { false }
  }

  /// The union that is made of the values of a node, if it is one.
  func union(_ node: Int) -> Union? {
    guard steps.indices.contains(node), case .union(let number) = steps[node] else { return nil }
    return unions[number]
  }

  /// The conversion of the values of a node; if the node does not exist, they are unchanged.
  subscript(node: Int) -> AnswerMapping.Node { nodes.indices.contains(node) ? nodes[node] : .same }
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
