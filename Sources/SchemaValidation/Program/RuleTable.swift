import IndexedTables
import SchemaDocuments

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
