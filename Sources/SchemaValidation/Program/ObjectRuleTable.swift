import IndexedTables

/// The rules of a program on objects.
struct ObjectRuleTable: Sendable {
  private(set) var rules: [ObjectRule] = []
  /// The properties that rules name, and their names.
  ///
  /// A property and its name have the same index.
  private(set) var properties: [ObjectRule.Property] = []
  private(set) var names = NameTable()
  private(set) var patternProperties: [ObjectRule.PatternProperty] = []

  // MARK: Making rules

  /// Adds a property that an object lists, with its schema.
  mutating func declare(_ name: String, _ schema: SchemaIndex, of rule: inout ObjectRule) {
    let index = property(name, of: &rule)
    properties[index].isDeclared = true
    properties[index].schema = schema
  }

  /// Requires a property.
  mutating func require(_ name: String, of rule: inout ObjectRule) {
    let index = property(name, of: &rule)
    if !properties[index].isRequired { rule.requiredCount += 1 }
    properties[index].isRequired = true
  }

  /// Returns the entry of a rule for a property, and adds the entry if it is new.
  private mutating func property(
    _ name: String, of rule: inout ObjectRule
  ) -> EntryIndex<ObjectRule.Property> {
    var set = rule.properties.numbers
    let index = names.insert(name, into: &set)
    rule.properties = EntryRange(set)
    if index == properties.count { properties.append(ObjectRule.Property()) }
    return EntryIndex(index)
  }

  /// Adds the schemas of the properties whose names match patterns.
  mutating func add(_ patterns: [ObjectRule.PatternProperty], to rule: inout ObjectRule) {
    rule.patterns = patternProperties.add(contentsOf: patterns)
  }

  /// Adds a rule, and returns its index; `nil` if the rule does not constrain objects.
  mutating func add(_ rule: ObjectRule) -> EntryIndex<ObjectRule>? {
    let constrains =
      !rule.properties.isEmpty || !rule.patterns.isEmpty || rule.rest.isStated
      || rule.propertyNames != nil || rule.minimumCount != nil || rule.maximumCount != nil
    guard constrains else { return nil }
    names.seal(rule.properties.numbers)
    return rules.add(rule)
  }

  /// Removes some of the schemas of properties and names.
  mutating func dropSchemas(where isDropped: (SchemaIndex) -> Bool) {
    for index in properties.indices where properties[index].schema.map(isDropped) == true {
      properties[index].schema = nil
    }
    for index in rules.indices {
      rules[index].rest.dropSchema(where: isDropped)
      if rules[index].propertyNames.map(isDropped) == true { rules[index].propertyNames = nil }
    }
  }

  // MARK: Properties

  func name(of property: EntryIndex<ObjectRule.Property>) -> String { names.name(property.value) }

  func property(
    named name: String, in rule: ObjectRule
  ) -> EntryIndex<ObjectRule.Property>? {
    names.index(of: name, among: rule.properties.numbers).map { EntryIndex($0) }
  }
}
