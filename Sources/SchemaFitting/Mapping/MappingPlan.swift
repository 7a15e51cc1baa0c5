import ContentStorage

/// What a mapping consists of, and what a reader looks up at each value of an answer, found once.
final class MappingPlan: Sendable {
  /// What is made of the values of a node.
  enum Step: BitwiseCopyable, Sendable {
    case same
    case array(elements: Int)

    /// The node itself.
    case tuple(Int), form(Int)

    /// The number of the plan of an object or a union.
    case object(Int), union(Int)
  }

  /// An object whose properties change.
  final class Object: Sendable {
    let form: AnswerMapping.ObjectForm
    let properties: [Property]

    /// Whether some are null where the answer lacks them.
    let addsNulls: Bool

    /// The outline of the name of what the answer has beside the properties.
    private let besideOutline: TextOutline

    /// The indices of the properties by their names in answers, if there are many.
    private let indices: [ExactText: Int]

    /// The outlines of the names that entries must not have.
    private let names: [TextOutline]

    init(_ form: AnswerMapping.ObjectForm) {
      self.form = form
      besideOutline = TextOutline(form.beside?.property ?? "")
      names = form.beside?.names.map { TextOutline($0) } ?? []
      properties = form.properties.map(Property.init)
      indices =
        properties.count <= Self.fewProperties ? [:] : form.properties.indices(by: \.answerName)
      addsNulls = form.properties.contains { $0.absence == .omittedForNull }
    }

    /// How many properties are compared in less time than a name is hashed.
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

    /// Whether a member has what the answer has beside the properties.
    func isBeside(_ member: ContentPlaces.Member, in answer: ContentPlaces) -> Bool {
      guard let beside = form.beside else { return false }
      return answer.isKey(member.key, member.outline, besideOutline, beside.property)
    }

    /// Whether a key is the name of a property with a place of its own.
    func isNamed(_ key: Int, in answer: ContentPlaces) -> Bool {
      let outline = answer.outline(at: key)
      guard names.contains(where: { $0.isSame(as: outline) }) else { return false }
      return outline.count <= 16 || form.beside?.isNamed(answer.text(at: key)) ?? false
    }
  }

  struct Property: BitwiseCopyable, Sendable {
    /// The outline of the name in the answer.
    let outline: TextOutline
    let value: Int
    let absence: AnswerMapping.Absence

    /// Whether the answer has the declared name.
    let keepsName: Bool

    /// Whether a value and its name stay as they are, and whether a null does.
    let keepsValue: Bool
    let keepsNull: Bool

    /// Whether null says that the property is absent.
    let dropsNull: Bool

    init(_ property: AnswerMapping.Property) {
      outline = TextOutline(property.answerName)
      value = property.value
      absence = property.absence
      keepsName =
        TextOutline(property.name).isSame(as: outline)
        && (outline.count <= 16 || ExactText(property.name) == ExactText(property.answerName))
      keepsNull = keepsName && absence != .emptyArray
      keepsValue = keepsNull && value == 0
      dropsNull = absence == .null
    }
  }

  /// The alternatives of a union.
  final class Union: Sendable {
    let alternatives: [AnswerMapping.Alternative]

    /// The node of each kind of values; `nil` if more than the kind has to be known.
    let nodes: [ValueShape.Kind: Int?]

    init(_ alternatives: [AnswerMapping.Alternative]) {
      self.alternatives = alternatives
      var nodes: [ValueShape.Kind: Int?] = [:]
      for alternative in alternatives {
        for kind in Set(alternative.answers.map(\.kind)) {
          if let known = nodes[kind] {
            let mayDiffer = kind == .object || kind == .string
            if mayDiffer, known != alternative.value { nodes[kind] = .some(nil) }
          } else {
            nodes[kind] = alternative.value
          }
        }
      }
      self.nodes = nodes
    }
  }

  let nodes: [AnswerMapping.Node]
  let root: Int
  let alternatives: DeclaredAlternatives?
  let ignoresCase: Bool
  let steps: [Step]
  let objects: [Object]
  let unions: [Union]

  init(
    _ nodes: [AnswerMapping.Node], root: Int, alternatives: DeclaredAlternatives?, ignoresCase: Bool
  ) {
    self.nodes = nodes
    self.root = root
    self.alternatives = alternatives
    self.ignoresCase = ignoresCase
    var objects: [Object] = []
    var unions: [Union] = []
    steps = nodes.indices.map { index in
      switch nodes[index] {
      case .same: return .same
      case .tuple: return .tuple(index)
      case .other: return .form(index)
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
