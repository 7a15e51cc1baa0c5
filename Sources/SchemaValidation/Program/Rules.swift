import IndexedTables
import SchemaDocuments
import SchemaFormats

/// The constraints on numbers.
struct NumberRule: Sendable, Equatable {
  var minimum: SchemaNumber?
  var maximum: SchemaNumber?
  var exclusiveMinimum: SchemaNumber?
  var exclusiveMaximum: SchemaNumber?
  var multiple: SchemaNumber?

  /// The stricter one of both lower bounds.
  var lowerBound: (value: SchemaNumber, isExclusive: Bool)? {
    guard let exclusiveMinimum else { return minimum.map { ($0, false) } }
    let isStricter = minimum.map { $0 <= exclusiveMinimum } ?? true
    return isStricter ? (exclusiveMinimum, true) : minimum.map { ($0, false) }
  }

  /// The stricter one of both upper bounds.
  var upperBound: (value: SchemaNumber, isExclusive: Bool)? {
    guard let exclusiveMaximum else { return maximum.map { ($0, false) } }
    let isStricter = maximum.map { $0 >= exclusiveMaximum } ?? true
    return isStricter ? (exclusiveMaximum, true) : maximum.map { ($0, false) }
  }

  /// Returns the keyword of the first bound that a number violates; `nil` if the number is within
  /// all bounds.
  func exceededBound(_ number: ComparableNumber) -> Keyword? {
    if let minimum, number.order(minimum) < 0 { return .minimum }
    if let maximum, number.order(maximum) > 0 { return .maximum }
    if let exclusiveMinimum, number.order(exclusiveMinimum) <= 0 { return .exclusiveMinimum }
    if let exclusiveMaximum, number.order(exclusiveMaximum) >= 0 { return .exclusiveMaximum }
    return nil
  }
}

/// The constraints on strings; lengths are in Unicode scalars.
struct StringRule: Sendable, Equatable {
  var minimumLength: Int?
  var maximumLength: Int?
  var pattern: EntryIndex<SchemaPattern>?
  var format: TextFormat?

  var hasLength: Bool { minimumLength != nil || maximumLength != nil }
}

/// The constraints on arrays.
struct ArrayRule: Sendable {
  var minimumCount: Int?
  var maximumCount: Int?
  var isUnique = false
  /// The schemas of the first elements, as a range of the program's parts, and the keyword that
  /// lists these schemas.
  var prefix = EntryRange<SchemaIndex>()
  var prefixKeyword = Keyword.prefixItems
  /// The rule for all other elements.
  var rest = RestRule.unstated
}

/// The rule for the elements or properties that an array or object has besides the listed ones.
enum RestRule: Sendable {
  /// No keyword states a rule.
  case unstated
  /// A keyword allows any values.
  ///
  /// The values count as evaluated, unlike values for which no rule is stated.
  case anything(Keyword)
  /// A keyword states a schema.
  case schema(SchemaIndex, Keyword)

  var schema: SchemaIndex? { if case .schema(let schema, _) = self { schema } else { nil } }

  var isStated: Bool { if case .unstated = self { false } else { true } }

  /// Removes the schema under a condition.
  mutating func dropSchema(where isDropped: (SchemaIndex) -> Bool) {
    if case .schema(let schema, let keyword) = self, isDropped(schema) { self = .anything(keyword) }
  }
}

/// The constraints on objects.
struct ObjectRule: Sendable {
  /// The rule for a property that an object names.
  struct Property: Sendable {
    /// The schema of the property.
    @PackedIndex var schema: SchemaIndex?
    /// `true` if `properties` has the name.
    var isDeclared = false
    var isRequired = false
  }

  /// The rule for the properties whose names match a pattern.
  struct PatternProperty: Sendable {
    let pattern: EntryIndex<SchemaPattern>
    let schema: SchemaIndex
  }

  var minimumCount: Int?
  var maximumCount: Int?
  /// The named properties, as a range of the program's properties.
  var properties = EntryRange<Property>()
  var requiredCount = 0
  /// The patterns, as a range of the program's patterns.
  var patterns = EntryRange<PatternProperty>()
  /// The set of the patterns, if there are many.
  var patternSet: EntryIndex<PatternSet>?
  /// The rule for all other properties.
  var rest = RestRule.unstated
  var propertyNames: SchemaIndex?

  /// `true` if the rule constrains only named properties.
  var concernsOnlyNames: Bool { rest.schema == nil && patterns.isEmpty && propertyNames == nil }
}

/// The values of `enum` or `const`.
struct ChoiceRule: Sendable {
  let keyword: Keyword
  /// The kinds of the values.
  private(set) var types: ValueTypes = []
  /// The strings, as a range of the program's texts.
  private(set) var texts = 0..<0
  /// All values, in order.
  let all: [GeneratedContent]
  private var scalars: Set<SchemaScalar> = []
  /// The arrays, the objects, and the numbers that are not scalars, by their hashes.
  private var composites: [Int: [GeneratedContent]] = [:]

  init(_ values: [GeneratedContent], keyword: Keyword, _ strings: inout NameTable) {
    self.keyword = keyword
    all = values
    for value in values {
      types.formUnion(ValueTypes(value.shape))
      if let text = value.text {
        _ = strings.insert(text, into: &texts)
      } else if let scalar = value.scalar {
        scalars.insert(scalar)
      } else {
        composites[ValueHashes.hash(of: value), default: []].append(value)
      }
    }
    strings.seal(texts)
  }

  var scalarValues: [SchemaScalar]? {
    if !composites.isEmpty { return nil }
    let values = all.compactMap(\.scalar)
    return values.count == all.count ? values : nil
  }

  /// Returns `true` if the values contain a scalar other than a string.
  func allowsScalar(_ content: GeneratedContent) -> Bool {
    content.scalar.map { scalars.contains($0) } ?? false
  }

  /// Returns `true` if the values contain a value that is not a scalar.
  ///
  /// The hash of the value is computed only if needed.
  func allowsComposite(
    _ content: @autoclosure () -> GeneratedContent, hash: @autoclosure () -> Int
  ) -> Bool {
    guard !composites.isEmpty, let candidates = composites[hash()] else { return false }
    let content = content()
    return candidates.contains { $0 == content }
  }
}

/// The rules of a program on values other than objects.
struct RuleTable: Sendable {
  private(set) var numbers: [NumberRule] = []
  private(set) var strings: [StringRule] = []
  private(set) var arrays: [ArrayRule] = []
  private(set) var choices: [ChoiceRule] = []
  /// The strings of `enum` and `const`.
  private(set) var texts = NameTable()

  /// Adds a rule, and returns its index; `nil` if the rule does not constrain values.
  mutating func add(_ rule: NumberRule) -> EntryIndex<NumberRule>? {
    rule == NumberRule() ? nil : numbers.add(rule)
  }

  mutating func add(_ rule: StringRule) -> EntryIndex<StringRule>? {
    rule == StringRule() ? nil : strings.add(rule)
  }

  mutating func add(_ rule: ArrayRule) -> EntryIndex<ArrayRule>? {
    let constrains =
      rule.minimumCount != nil || rule.maximumCount != nil || rule.isUnique
      || !rule.prefix.isEmpty || rule.rest.isStated
    return constrains ? arrays.add(rule) : nil
  }

  /// Adds the values of `enum` or `const`, and returns the index of the rule.
  mutating func add(_ values: [GeneratedContent], keyword: Keyword) -> EntryIndex<ChoiceRule> {
    choices.add(ChoiceRule(values, keyword: keyword, &texts))
  }

  /// Removes some of the schemas of elements.
  mutating func dropSchemas(where isDropped: (SchemaIndex) -> Bool) {
    for index in arrays.indices { arrays[index].rest.dropSchema(where: isDropped) }
  }
}
