import SchemaDocuments

/// A schema made ready to be evaluated: references are indices, and keywords are grouped by the
/// kinds of values that they constrain.
struct CompiledSchema: Sendable {
  /// The origin of the schema, as `SchemaOrigin` counts: a value of the documents, or a node of a
  /// graph, or a part of one.
  let location: Int
  /// `true` if the schema is `false`.
  var isNever = false
  /// The types that values may have; all types if it doesn't list them.
  var types = ValueTypes.all
  /// `true` if an integer may have a fraction of zero, as from draft 6 on.
  var allowsZeroFraction = true
  /// The indices of the rules of the same name in the program.
  @PackedIndex var choices: EntryIndex<ChoiceRule>?
  @PackedIndex var constant: EntryIndex<ChoiceRule>?
  @PackedIndex var number: EntryIndex<NumberRule>?
  @PackedIndex var string: EntryIndex<StringRule>?
  @PackedIndex var array: EntryIndex<ArrayRule>?
  @PackedIndex var object: EntryIndex<ObjectRule>?
  /// The indices of the applications of other schemas to the same value.
  var applicators = 0..<0
  /// `true` if several schemas lead to this one, so that a value may be evaluated more than once.
  var isShared = false
  /// `true` if the parts of the schema that a value satisfies are recorded.
  var isTracked = false
  /// The types of the values that may satisfy it.
  var possibleTypes = ValueTypes.all
  /// The target if it is only a reference, directly or through others.
  @PackedIndex var target: EntryIndex<CompiledSchema>?

  /// The kinds of the values of its types, and whether numbers have to be integers.
  private(set) var kinds = ValueKinds(.all)
  private(set) var needsInteger = false

  init(_ location: Int) { self.location = location }

  /// Finds the kinds of values by the types.
  mutating func findKinds() {
    kinds = ValueKinds(isNever ? ValueTypes(rawValue: 0) : types)
    needsInteger = types.contains(.integer) && !types.contains(.number)
  }

  /// `true` if only the applicators of the schema constrain values.
  var isUnconstrainedItself: Bool {
    !isNever && types == .all && choices == nil && constant == nil && number == nil
      && string == nil && array == nil && object == nil
  }

  /// `true` if every value satisfies the schema.
  var isUnconstrained: Bool { isUnconstrainedItself && applicators.isEmpty }
}

/// The kinds of the values of some types; they are asked for each value.
struct ValueKinds: Sendable {
  private let types: ValueTypes.RawValue

  init(_ types: ValueTypes) { self.types = types.rawValue }

  func contains(_ kind: ContentShape) -> Bool {
    // These are the values of ``ValueTypes``, which is made in another module.
    switch kind {
    case .nothing: true
    case .null: types & 1 != 0
    case .bool: types & 2 != 0
    case .number: types & 12 != 0
    case .string: types & 16 != 0
    case .array: types & 32 != 0
    case .object: types & 64 != 0
    }
  }
}

/// A keyword that applies schemas to the same value, or to those of its parts that no other keyword
/// applies to.
///
/// Ranges are of the lists in the program: of parts, or of dependents.
enum Applicator: Sendable {
  case reference(Int, keyword: Keyword)
  case allOf(Range<Int>)
  case anyOf(Alternatives)
  case oneOf(Alternatives)
  case not(Int)
  case conditional(Int, then: Int?, otherwise: Int?)
  case dependents(Range<Int>)
  case contains(Int, minimum: Int?, maximum: Int, countsAsEvaluated: Bool)
  case unevaluatedProperties(Int)
  case unevaluatedItems(Int)

  struct Dependent: Sendable {
    let keyword: Keyword
    let name: String
    /// The schema of the objects that have the property.
    let schema: Int?
    /// The properties that they have, too.
    let required: [String]
  }

  /// The keyword.
  var keyword: Keyword {
    switch self {
    case .reference(_, let keyword): keyword
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .oneOf: .oneOf
    case .not: .not
    case .conditional: .if
    case .dependents: .dependentSchemas
    case .contains: .contains
    case .unevaluatedProperties: .unevaluatedProperties
    case .unevaluatedItems: .unevaluatedItems
    }
  }

  /// The schemas under `anyOf` or `oneOf`.
  var alternatives: Alternatives? {
    get {
      switch self {
      case .anyOf(let alternatives), .oneOf(let alternatives): alternatives
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .anyOf: self = .anyOf(newValue)
      case .oneOf: self = .oneOf(newValue)
      default: break
      }
    }
  }
}

/// The schemas under `anyOf` or `oneOf`.
struct Alternatives: Sendable {
  /// The schemas among the program's parts.
  let schemas: Range<Int>
  /// The index of the property that distinguishes them.
  var discriminator: Int?
}

extension SchemaProgram {
  /// The schemas for the same value that a keyword leads to.
  func inPlace(_ applicator: Applicator) -> [Int] {
    switch applicator {
    case .reference(let schema, _), .not(let schema): [schema]
    case .allOf(let schemas): Array(parts[schemas])
    case .anyOf(let alternatives), .oneOf(let alternatives): Array(parts[alternatives.schemas])
    case .conditional(let condition, let then, let otherwise):
      [condition, then, otherwise].compactMap(\.self)
    case .dependents(let range): dependents[range].compactMap(\.schema)
    case .contains, .unevaluatedProperties, .unevaluatedItems: []
    }
  }

  /// Returns `true` if a schema has a keyword that applies schemas.
  func has(_ keyword: Keyword, _ schema: CompiledSchema) -> Bool {
    applicators[schema.applicators].contains { $0.keyword == keyword }
  }

  /// A schema and those that its values have to satisfy by references and `allOf`, in order, up to
  /// a limit.
  func conjuncts(of schema: Int, limit: Int) -> [Int] {
    var found: [Int] = []
    var pending = [schema]
    while let index = pending.popLast(), found.count < limit {
      guard !found.contains(index) else { continue }
      found.append(index)
      for applicator in applicators[schemas[index].applicators].reversed() {
        switch applicator {
        case .reference(let target, _): pending.append(target)
        case .allOf(let all): pending += parts[all].prefix(limit).reversed()
        default: break
        }
      }
    }
    return found
  }
}
