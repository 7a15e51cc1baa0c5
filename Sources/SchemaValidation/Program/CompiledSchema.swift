import SchemaDocuments

/// A schema made ready to be evaluated: references are indices, and keywords are grouped by the
/// kinds of values that they constrain.
///
/// Indices are -1 where there is nothing.
struct CompiledSchema: Sendable {
  /// The value of the documents that it is.
  let location: Int
  /// Whether it is the schema `false`.
  var isNever = false
  /// The types that values may have; all if it doesn't say.
  var types = ValueTypes.all
  /// Whether an integer may have a fraction of zero, as from draft 6 on.
  var allowsZeroFraction = true
  /// The indices of the rules of the same name in the program.
  var choices = -1
  var constant = -1
  var number = -1
  var string = -1
  var array = -1
  var object = -1
  /// The indices of what applies other schemas to the same value.
  var applicators = 0..<0
  /// Whether several schemas lead here, so that a value may come here more than once.
  var isShared = false
  /// Whether it has to be known which of its parts a value satisfies.
  var isTracked = false
  /// The types of the values that may satisfy it.
  var possibleTypes = ValueTypes.all

  init(_ location: Int) { self.location = location }

  /// Whether every value satisfies it.
  var isUnconstrained: Bool {
    !isNever && types == .all && choices < 0 && constant < 0 && number < 0 && string < 0
      && array < 0 && object < 0 && applicators.isEmpty
  }
}

/// A keyword that applies schemas to the same value, or to those of its parts that no other keyword
/// applies to.
enum Applicator: Sendable {
  case reference(Int, keyword: String)
  case allOf([Int])
  case anyOf(Alternatives)
  case oneOf(Alternatives)
  case not(Int)
  case conditional(Int, then: Int, otherwise: Int)
  case dependents([Dependent])
  case contains(Int, minimum: Int?, maximum: Int, countsAsEvaluated: Bool)
  case unevaluatedProperties(Int)
  case unevaluatedItems(Int)

  struct Dependent: Sendable {
    let keyword: String
    let name: String
    /// The schema of the objects that have the property, or -1.
    let schema: Int
    /// The properties that they have, too.
    let required: [String]
  }

  /// The schemas for the same value that it leads to.
  var inPlace: [Int] {
    switch self {
    case .reference(let schema, _), .not(let schema): [schema]
    case .allOf(let schemas): schemas
    case .anyOf(let alternatives), .oneOf(let alternatives): alternatives.schemas
    case .conditional(let condition, let then, let otherwise):
      [condition, then, otherwise].filter { $0 >= 0 }
    case .dependents(let dependents): dependents.map(\.schema).filter { $0 >= 0 }
    case .contains, .unevaluatedProperties, .unevaluatedItems: []
    }
  }

  /// The keyword.
  var keyword: String {
    switch self {
    case .reference(_, let keyword): keyword
    case .allOf: "allOf"
    case .anyOf: "anyOf"
    case .oneOf: "oneOf"
    case .not: "not"
    case .conditional: "if"
    case .dependents: "dependentSchemas"
    case .contains: "contains"
    case .unevaluatedProperties: "unevaluatedProperties"
    case .unevaluatedItems: "unevaluatedItems"
    }
  }
}

/// The schemas under `anyOf` or `oneOf`.
struct Alternatives: Sendable {
  let schemas: [Int]
  /// The index of the property that distinguishes them, or -1.
  var discriminator = -1
}

/// A property by whose value it is known which of several schemas an object cannot satisfy.
struct Discriminator: Sendable {
  let name: String
  /// The values, and beside each the numbers of the schemas that allow it.
  private(set) var values: [SchemaScalar] = []
  private(set) var owners: [[Int]] = []
  /// The types of the values.
  private(set) var types: ValueTypes = []
  /// The numbers of the schemas that say nothing of it.
  var others: [Int] = []
  /// Whether all schemas of objects require the property, and no two allow one value.
  var isDistinct = true

  private var strings = NameTable()
  /// The index of the value of each string, and of the other values.
  private var stringIndices: [Int] = []
  private var scalarIndices: [SchemaScalar: Int] = [:]

  init(name: String) { self.name = name }

  /// Notes that a schema allows a value.
  mutating func add(_ value: SchemaScalar, to schema: Int) {
    let index: Int
    if case .string(let text) = value {
      let string = strings.insert(text)
      if string == stringIndices.count { stringIndices.append(values.count) }
      index = stringIndices[string]
    } else {
      index = scalarIndices[value] ?? values.count
      scalarIndices[value] = index
    }
    if index < values.count {
      isDistinct = isDistinct && owners[index] == [schema]
    } else {
      values.append(value)
      owners.append([])
      types.formUnion(ValueTypes(value))
    }
    if owners[index].last != schema { owners[index].append(schema) }
  }

  /// The numbers of the schemas that allow the value at a place.
  func owners(ofValueAt place: Int, in places: ContentPlaces) -> [Int]? {
    if places.shape(at: place) == .string {
      return strings.index(ofTextAt: place, in: places).map { owners[stringIndices[$0]] }
    }
    guard !scalarIndices.isEmpty, places.shape(at: place).isScalar else { return nil }
    return places.content(at: place).scalarValue.flatMap { scalarIndices[$0] }.map { owners[$0] }
  }
}
