import IndexedTables
import SchemaDocuments

/// The index of a schema in its program.
typealias SchemaIndex = EntryIndex<CompiledSchema>

extension SchemaIndex {
  /// The root schema of the program.
  static var root: SchemaIndex { EntryIndex(0) }
}

/// A schema that is prepared for evaluation: references are indices, and keywords are grouped by
/// the kinds of values that they constrain.
///
/// A ``ProgramBuilder`` adds the rules and the applicators of a schema one by one, and links all
/// schemas at the end.
struct CompiledSchema: Sendable {
  let location: SchemaLocation
  /// `true` if the schema is `false`.
  let isNever: Bool
  /// `true` if an integer may have a fraction of zero.
  ///
  /// This applies from draft 6 on.
  let allowsZeroFraction: Bool
  /// The types that values may have; all types if the schema lists no types.
  private(set) var types: ValueTypes
  /// The kinds of the values of these types.
  private(set) var kinds: ValueKinds
  let needsInteger: Bool
  /// The indices of the rules of the same name in the program.
  @PackedIndex private(set) var choices: EntryIndex<ChoiceRule>?
  @PackedIndex private(set) var constant: EntryIndex<ChoiceRule>?
  @PackedIndex private(set) var number: EntryIndex<NumberRule>?
  @PackedIndex private(set) var string: EntryIndex<StringRule>?
  @PackedIndex private(set) var array: EntryIndex<ArrayRule>?
  @PackedIndex private(set) var object: EntryIndex<ObjectRule>?
  /// The indices of the applications of other schemas to the same value.
  private(set) var applicators = EntryRange<Applicator>()

  // The following properties depend on all schemas of the program.

  /// The target, if the schema is only a reference, directly or through other references.
  @PackedIndex private(set) var target: SchemaIndex?
  /// The types of the values that may satisfy the schema.
  private(set) var possibleTypes = ValueTypes.all
  /// `true` if several schemas lead to this one, so that a value may be evaluated more than once.
  private(set) var isShared = false
  /// `true` if the parts of the schema that a value satisfies are recorded.
  private(set) var isTracked = false

  init(
    _ location: SchemaLocation, types: ValueTypes = .all, isNever: Bool = false,
    allowsZeroFraction: Bool = true, choices: EntryIndex<ChoiceRule>? = nil,
    constant: EntryIndex<ChoiceRule>? = nil
  ) {
    self.location = location
    self.isNever = isNever
    self.allowsZeroFraction = allowsZeroFraction
    self.types = types
    kinds = ValueKinds(isNever ? ValueTypes(rawValue: 0) : types)
    needsInteger = types.contains(.integer) && !types.contains(.number)
    self.choices = choices
    self.constant = constant
  }

  // MARK: Making a schema

  /// Allows `null` in addition to the listed types.
  mutating func allowNull() {
    types.formUnion(.null)
    kinds = ValueKinds(types)
  }

  mutating func add(_ rule: EntryIndex<NumberRule>) { number = rule }
  mutating func add(_ rule: EntryIndex<StringRule>) { string = rule }
  mutating func add(_ rule: EntryIndex<ArrayRule>) { array = rule }
  mutating func add(_ rule: EntryIndex<ObjectRule>) { object = rule }

  /// Adds an applicator.
  ///
  /// In the program, it must follow the other applicators of the schema.
  mutating func add(_ applicator: EntryIndex<Applicator>) {
    let first = applicators.isEmpty ? applicator : applicators[0]
    assert(applicator.value == first.value + applicators.count)
    applicators = EntryRange(from: first, count: applicators.count + 1)
  }

  /// Sets the properties that depend on all schemas of the program.
  mutating func link(
    to target: SchemaIndex?, possibleTypes: ValueTypes, isShared: Bool, isTracked: Bool
  ) {
    self.target = target
    self.possibleTypes = possibleTypes
    self.isShared = isShared
    self.isTracked = isTracked
  }

  // MARK: Constraints

  /// `true` if only the applicators of the schema constrain values.
  var isUnconstrainedItself: Bool {
    !isNever && types == .all && choices == nil && constant == nil && number == nil
      && string == nil && array == nil && object == nil
  }

  /// `true` if every value satisfies the schema.
  var isUnconstrained: Bool { isUnconstrainedItself && applicators.isEmpty }

  /// `true` if the evaluation of the schema may lead to other schemas.
  var mayLeadOn: Bool { !applicators.isEmpty || object != nil || array != nil }
}

/// The kinds of the values of some types.
///
/// Each value is compared with these kinds.
struct ValueKinds: Sendable {
  private let types: ValueTypes.RawValue

  init(_ types: ValueTypes) { self.types = types.rawValue }

  func contains(_ kind: ContentShape) -> Bool {
    // These are the raw values of ``ValueTypes``. Calls of that type's functions are not inlined,
    // since it belongs to another module, and they would take much of the time of a check.
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
