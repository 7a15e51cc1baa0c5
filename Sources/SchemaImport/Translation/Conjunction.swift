import SchemaDocuments

/// The schemas that apply to a place, divided into their parts.
///
/// Parts that the translation states are removed. The remaining parts are checked only by the
/// validator.
struct Conjunction {
  /// The schemas that constrain values themselves, each once.
  private(set) var parts: [SchemaObject] = []

  /// The unions, of which a value has to match one alternative each.
  private(set) var unions: [Union] = []

  /// The schemas with an `if` and a `then` or an `else`.
  private(set) var conditions: [SchemaObject] = []

  /// The keywords that may be rules for properties that occur together, with their schemas.
  private(set) var rules: [Rule] = []

  /// The schemas that apply with all their keywords, and not only with those of a part.
  private(set) var complete: [SchemaObject] = []

  /// `true` if `nullable` adds null to the values of one of the schemas, and not only to its types.
  private(set) var isNullable = false

  /// The parts that apply without the null that `nullable` adds.
  private var withoutNull: Set<SchemaID> = []

  typealias Rule = (member: SchemaObject.Member, schema: SchemaObject)

  /// `true` if schemas that a combined schema combines are missing.
  ///
  /// Following them for each of the schemas that lead to them would be too much work.
  private(set) var isIncomplete = false

  /// The first schema that no value satisfies, if there is one.
  private(set) var excluding: SchemaID?

  /// The number of the schemas' parts, without lists of scalars.
  private var partCount = 0
  /// The length of the shortest list of scalars, which no combination of the lists exceeds.
  private var shortestList: Int?

  /// The number of parts and listed values, which is the cost of a copy.
  var size: Int { partCount + (shortestList ?? 0) }

  /// An `anyOf` or a `oneOf`.
  struct Union {
    let member: SchemaObject.Member
    let alternatives: SchemaList
    /// The schema with the union.
    let schema: SchemaObject

    var keyword: Keyword { member.keyword }
    var node: ValueID { member.node }
  }

  /// `true` if a plain schema stands alone.
  private(set) var isPlain = false

  init() {}

  /// Creates the conjunction of a plain schema alone.
  init(ofPlain schema: SchemaObject) {
    if schema.constrainedTypes != nil { parts = [schema] }
    isPlain = true
  }

  /// `true` if there are parts that may be stated by cases, as in few schemas.
  var mayHaveCases: Bool { !rules.isEmpty || !unions.isEmpty || !conditions.isEmpty }

  // MARK: Dividing schemas

  /// Adds a schema that constrains values itself.
  mutating func add(_ part: SchemaObject, of source: ImportSource) {
    parts.append(part)
    partCount +=
      1 + part.schemas(.properties).count + part.schemas(.patternProperties).count
      + part.names(.required).count + part.elements.prefix.count
    for (_, values) in part.choices {
      // Lists with arrays or objects are not intersected.
      if source.list(values) == nil {
        partCount += values.count
      } else {
        shortestList = min(shortestList ?? values.count, values.count)
      }
    }
  }

  /// Adds the unions and the condition of a schema.
  mutating func addCombinations(of schema: SchemaObject) {
    for keyword in [Keyword.anyOf, .oneOf] {
      guard let member = schema[keyword], case .schemas(let list) = member.value else { continue }
      unions.append(Union(member: member, alternatives: list, schema: schema))
    }
    if schema[.if] != nil, schema[.then] != nil || schema[.else] != nil {
      conditions.append(schema)
    }
  }

  mutating func add(_ rules: [Rule]) { self.rules += rules }

  /// Records that all keywords of a schema apply.
  mutating func add(complete schema: SchemaObject) { complete.append(schema) }

  /// Records that `nullable` adds null to the values of a schema.
  mutating func addNull() { isNullable = true }

  /// Records that a part applies without the null that `nullable` adds.
  mutating func exceptNull(of part: SchemaID) { withoutNull.insert(part) }

  /// Returns `true` if a part applies without the null that `nullable` adds.
  func isWithoutNull(_ part: SchemaID) -> Bool { withoutNull.contains(part) }

  /// Records that the schemas that a combined schema combines are missing.
  mutating func makeIncomplete() { isIncomplete = true }

  /// Records a schema that no value satisfies.
  mutating func exclude(by schema: SchemaID) { excluding = excluding ?? schema }

  // MARK: Stating

  /// Removes the first union.
  mutating func takeUnion() -> Union? { unions.isEmpty ? nil : unions.removeFirst() }

  mutating func removeUnions(where isStated: (Union) -> Bool) { unions.removeAll(where: isStated) }

  mutating func removeConditions(where isStated: (SchemaObject) -> Bool) {
    conditions.removeAll(where: isStated)
  }

  mutating func removeRules(where isStated: (Rule) -> Bool) { rules.removeAll(where: isStated) }

  /// Removes all schemas that constrain values, except for the first one.
  mutating func keepFirstPart() { parts = Array(parts.prefix(1)) }
}
