import ContentStorage
import IndexedTables
import SchemaModel

/// The nodes of a mapping, prepared once for all values that are read, written or found.
///
/// A plan never changes. It is a class, so that readers and mappings share its tables.
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

  /// An object whose properties change.
  struct Object: Sendable {
    typealias ID = MappingPlan.ID<Object>

    /// The node with its form.
    fileprivate let node: AnswerMapping.Node.ID

    /// Its properties, in the order of the answer.
    let properties: Range<Property.ID>

    /// The names of the properties in answers, followed by the names of the properties with
    /// entries.
    ///
    /// Names and properties have the same positions.
    fileprivate let members: Range<Int>

    /// The declared names of the renamed properties.
    fileprivate let renamed: Range<Int>

    /// The properties of the answer for the entries; empty if the answer has no entries.
    let entries: [Entries]

    /// The node of the values of all other properties; `nil` if the node depends on patterns of
    /// their names.
    fileprivate let others: AnswerMapping.Node.ID?

    /// Indicates whether some properties are renamed in answers.
    var hasRenamed: Bool { !renamed.isEmpty }

    /// Indicates whether some properties are `null` in the content if the answer lacks them.
    let addsNulls: Bool
  }

  /// The entries for the unnamed properties of an object.
  struct Entries: Sendable {
    /// The property with the entries.
    ///
    /// The declared object has no such property.
    let property: Property.ID

    /// The names without a named property that no entry may have as its key.
    fileprivate let forbidden: Range<Int>

    /// The patterns of the keys; empty for keys that match no pattern of other entries.
    fileprivate let patterns: [SchemaPattern]

    let values: AnswerMapping.Node.ID
  }

  /// The place of a declared property in answers.
  enum Member {
    case named(Property.ID)

    /// An entry, by the position of its property among those with entries.
    case entry(at: Int)

    /// An unnamed property, whose value is converted by a node.
    case unnamed(AnswerMapping.Node.ID)
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

      /// The elements of an array are properties of the object.
      case entries

      /// The property is an unnamed property of the object.
      case unnamed
    }

    /// The node of the value.
    let node: AnswerMapping.Node.ID

    /// The form of an absent property in the answer.
    let absence: AnswerMapping.Absence

    /// Indicates whether the property has its declared name in the answer.
    let keepsName: Bool

    /// Indicates whether the property has the entries of its object.
    private let hasEntries: Bool

    fileprivate init(_ property: AnswerMapping.Property) {
      (node, absence, hasEntries) = (property.value, property.absence, false)
      keepsName = ExactText(property.name) == ExactText(property.answerName)
    }

    /// Creates the property with the entries of an object.
    fileprivate init() {
      (node, absence, keepsName, hasEntries) = (.same, .omitted, true, true)
    }

    /// Indicates whether the property is `null` in the content if the answer lacks it.
    var isNullIfAbsent: Bool { absence == .omittedForNull }

    /// The way in which a value with a shape is read.
    func reading(of shape: ContentShape) -> Reading {
      if hasEntries { return shape == .array ? .entries : .unnamed }
      switch absence {
      case .emptyArray: return .mapped(node)
      case .null where shape == .null: return .dropped
      case .omitted, .null, .keptNull, .omittedOrNull, .omittedForNull:
        return keepsName && (shape == .null || node == .same) ? .copied : .mapped(node)
      }
    }
  }

  /// A shape of the values of an alternative, whose names are in the plan.
  ///
  /// All alternatives with the shape share it.
  final class Shape: Sendable {
    fileprivate let kind: ValueShape.Kind

    /// The choices of a string; `nil` if it has none.
    let choices: Choices?

    /// The names that every object of the shape has.
    let required: Range<Int>

    /// The names that an object of the shape may have; `nil` for any.
    let allowed: Range<Int>?

    /// The names of the properties with choices.
    let tags: Range<Int>
    /// The choices of these properties, in the order of the names.
    let tagChoices: [Choices]

    fileprivate init(_ shape: ValueShape, _ names: inout NameTable, ignoresCase: Bool) {
      kind = shape.kind
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

  /// A shape of the values of an alternative, with the node of the alternative.
  struct Candidate: Sendable {
    let node: AnswerMapping.Node.ID
    let shape: Shape
  }

  /// The alternatives of a union.
  final class Union: Sendable {
    typealias ID = MappingPlan.ID<Union>

    let alternatives: [AnswerMapping.Alternative]

    private let nodes: [AnswerMapping.Node.ID?]
    private let candidates: [[Candidate]]

    fileprivate init(_ alternatives: [AnswerMapping.Alternative], _ shapes: [Shape]) {
      var nodes: [AnswerMapping.Node.ID?] = ValueShape.Kind.allCases.map { _ in .same }
      var candidates: [[Candidate]] = ValueShape.Kind.allCases.map { _ in [] }
      for alternative in alternatives {
        // A stored mapping may lack a shape, which is then an error of decoding.
        for id in alternative.answers where shapes.indices.contains(id.position) {
          let shape = shapes[id.position]
          let index = shape.kind.index
          let mayDiffer = shape.kind == .object || shape.kind == .string
          if candidates[index].isEmpty {
            nodes[index] = alternative.value
          } else if mayDiffer, nodes[index] != alternative.value {
            nodes[index] = nil
          }
          candidates[index].append(Candidate(node: alternative.value, shape: shape))
        }
      }
      self.alternatives = alternatives
      self.nodes = nodes
      self.candidates = candidates
    }

    /// The node of the values of a kind; `nil` if the kind does not determine the node.
    ///
    /// If no alternative has values of the kind, such values stay unchanged.
    func node(of kind: ValueShape.Kind) -> AnswerMapping.Node.ID? { nodes[kind.index] }

    func candidates(of kind: ValueShape.Kind) -> [Candidate] { candidates[kind.index] }
  }

  /// The conversion of the values of each place; the first is ``AnswerMapping/Node/same``.
  let nodes: [AnswerMapping.Node]

  /// The node of the complete value.
  let root: AnswerMapping.Node.ID

  /// The shapes of the values of alternatives.
  let valueShapes: [ValueShape]

  /// The declared schemas of alternatives, if there are unions.
  let alternatives: DeclaredAlternatives?

  /// The number of the schema of the complete content among the declared alternatives, if fitting
  /// has closed objects, so that some content has no place in answers.
  let closedRoot: Int?

  /// Indicates whether the strings in an answer that distinguish alternatives may differ in case,
  /// because the provider may change the case of a constant.
  let ignoresCase: Bool

  /// The cursors at the nodes.
  private let cursors: [MappingCursor]

  /// The properties of objects, and their declared names.
  let properties: IndexedTable<Property.ID, Property>
  let declaredNames: IndexedTable<Property.ID, String>

  let objects: IndexedTable<Object.ID, Object>
  let unions: IndexedTable<Union.ID, Union>
  let forms: IndexedTable<FormID, AnswerMapping.AnyForm>

  /// The declared names of renamed properties, and these properties in the same order.
  private let renamedNames: NameTable
  private let renamed: [Property.ID]

  private let names: NameTable
  private let answerNames: NameTable

  init(
    _ nodes: [AnswerMapping.Node], root: AnswerMapping.Node.ID, shapes: [ValueShape],
    alternatives: DeclaredAlternatives?, closedRoot: Int?, ignoresCase: Bool
  ) {
    self.nodes = nodes
    self.root = root
    valueShapes = shapes
    self.alternatives = alternatives
    self.closedRoot = closedRoot
    self.ignoresCase = ignoresCase
    var tables = Tables(for: nodes, shapes, ignoresCase: ignoresCase)
    cursors = nodes.enumerated().map { tables.cursor($1, AnswerMapping.Node.ID(position: $0)) }
    (properties, declaredNames) = (tables.properties, tables.declaredNames)
    (objects, unions, forms) = (tables.objects, tables.unions, tables.forms)
    (renamedNames, renamed) = (tables.renamedNames, tables.renamed)
    (names, answerNames) = (tables.names, tables.answerNames)
  }

  /// Indicates whether the content is always the answer itself.
  var isIdentity: Bool {
    if case .same = cursor(at: root) { true } else { false }
  }

  /// The cursor at a node; if the node does not exist, its values are unchanged.
  func cursor(at node: AnswerMapping.Node.ID) -> MappingCursor {
    cursors.indices.contains(node.position) ? cursors[node.position] : .same
  }

  /// The node of the values of an unnamed property of an object.
  func node(
    ofOther name: @autoclosure () -> String, of object: Object, _ matchers: inout PatternMatchers
  ) -> AnswerMapping.Node.ID {
    if let others = object.others { return others }
    guard case .object(let form) = nodes[object.node.position] else { return .same }
    let name = name()
    return form.patterns.first { matchers.matches($0.pattern, in: name) ?? false }?.value
      ?? form.others
  }

  /// The place of a declared property in answers.
  func member(
    declared name: String, of object: Object, _ matchers: inout PatternMatchers
  ) -> Member {
    if let property = property(declared: name, of: object) { return .named(property) }
    if let first = object.entries.first, names.index(of: name, among: first.forbidden) == nil {
      return .entry(at: position(ofEntryNamed: name, of: object, &matchers))
    }
    return .unnamed(node(ofOther: name, of: object, &matchers))
  }

  /// The position of the entries whose keys match a name, or else of those for all other names.
  private func position(
    ofEntryNamed name: String, of object: Object, _ matchers: inout PatternMatchers
  ) -> Int {
    if object.entries.count == 1 { return 0 }
    return object.entries.firstIndex { entries in
      entries.patterns.contains { matchers.matches($0, in: name) ?? false }
    } ?? object.entries.firstIndex { $0.patterns.isEmpty } ?? 0
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

  /// The property of an object with a declared name.
  fileprivate func property(declared name: String, of object: Object) -> Property.ID? {
    if let index = renamedNames.index(of: name, among: object.renamed) { return renamed[index] }
    guard let index = answerNames.index(of: name, among: object.members) else { return nil }
    let property = Property.ID(position: index)
    return object.properties.contains(property) && properties[property].keepsName ? property : nil
  }

  /// The renamed property of an object whose declared name a member of an answer has.
  func renamedProperty(
    declaredAs member: ContentPlaces.Property, of object: Object, in answer: ContentPlaces
  ) -> Property.ID? {
    renamedNames.index(
      of: member.outline, ofTextAt: member.key, in: answer, among: object.renamed
    ).map { renamed[$0] }
  }

  /// Indicates whether no entry of an object may have the string at a place as its key.
  func isReserved(_ key: ContentPlace, of object: Object, in answer: ContentPlaces) -> Bool {
    guard let entries = object.entries.first else { return false }
    let outline = answer.outline(at: key)
    func find(_ set: Range<Int>, _ table: NameTable) -> Int? {
      table.index(of: outline, ofTextAt: key, in: answer, among: set)
    }
    if let index = find(object.members, answerNames).map(Property.ID.init),
      object.properties.contains(index), properties[index].keepsName
    {
      return true
    }
    return find(object.renamed, renamedNames) != nil || find(entries.forbidden, names) != nil
  }

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
    /// The shapes, which unions share.
    private let shapes: [Shape]

    var properties = IndexedTable<Property.ID, Property>(from: .init(position: 0))
    var declaredNames = IndexedTable<Property.ID, String>(from: .init(position: 0))
    var answerNames = NameTable()
    var renamedNames = NameTable()
    var renamed: [Property.ID] = []

    var objects = IndexedTable<Object.ID, Object>(from: .init(position: 0))
    var unions = IndexedTable<Union.ID, Union>(from: .init(position: 0))
    var forms = IndexedTable<FormID, AnswerMapping.AnyForm>(from: .init(position: 0))

    /// The names that the keys of entries must not equal in addition to those of properties, and
    /// the names in the shapes of alternatives.
    var names = NameTable()

    init(for nodes: [AnswerMapping.Node], _ shapes: [ValueShape], ignoresCase: Bool) {
      var names = NameTable()
      self.shapes = shapes.map { Shape($0, &names, ignoresCase: ignoresCase) }
      self.names = names
      let count = nodes.reduce(0) { count, node in
        guard case .object(let form) = node else { return count }
        return count + form.properties.count + form.entries.count
      }
      properties.reserveCapacity(count)
      declaredNames.reserveCapacity(count)
    }

    mutating func cursor(
      _ node: AnswerMapping.Node, _ id: AnswerMapping.Node.ID
    ) -> MappingCursor {
      switch node {
      case .same: return .same
      case .array(let elements): return .array(elements: elements)
      case .tuple: return .tuple(id)
      case .other(let form):
        let id = forms.append(form)
        return form.container == nil ? .single(id) : .form(id)
      case .object(let form): return .object(add(form, id))
      case .union(let alternatives):
        return .union(unions.append(Union(alternatives, shapes)))
      }
    }

    private mutating func add(
      _ form: AnswerMapping.ObjectForm, _ node: AnswerMapping.Node.ID
    ) -> Object.ID {
      let first = properties.endIndex
      var (members, renamed) = (0..<0, 0..<0)
      for property in form.properties {
        add(Property(property), property.answerName, property.name, to: &members)
      }
      let named = first..<properties.endIndex
      let entries = form.entries.map { entries in
        Entries(
          property: add(Property(), entries.property, entries.property, to: &members),
          forbidden: names.set(of: entries.names), patterns: entries.patterns.map(\.pattern),
          values: entries.values)
      }
      answerNames.seal(members)
      var addsNulls = false
      for property in named {
        if properties[property].isNullIfAbsent { addsNulls = true }
        guard !properties[property].keepsName,
          renamedNames.insert(declaredNames[property], into: &renamed) == self.renamed.count
        else { continue }
        self.renamed.append(property)
      }
      renamedNames.seal(renamed)
      return objects.append(
        Object(
          node: node, properties: named, members: members, renamed: renamed, entries: entries,
          others: form.patterns.isEmpty ? form.others : nil, addsNulls: addsNulls))
    }

    @discardableResult
    private mutating func add(
      _ property: Property, _ answerName: String, _ name: String, to members: inout Range<Int>
    ) -> Property.ID {
      // A stored mapping may repeat a name. A reader uses only the first property with the name.
      let id = Property.ID(position: answerNames.insert(answerName, into: &members))
      guard id == properties.endIndex else { return id }
      properties.append(property)
      declaredNames.append(name)
      return id
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
        && first.valueShapes == second.valueShapes
        && first.alternatives == second.alternatives && first.closedRoot == second.closedRoot
        && first.ignoresCase == second.ignoresCase
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(nodes)
    hasher.combine(root)
  }
}
