import IndexedTables
import SchemaDocuments
import SchemaText

/// Descriptions of what must not hold.
extension Wording {
  /// A phrase for the values that a schema under `not` does not allow.
  mutating func negation(_ schema: SchemaIndex) -> String {
    if program.schemas[schema].isUnconstrained { return Self.noValue }
    if let target = doubleNegation(of: schema) { return value(target) }
    let value = value(schema)
    let (conditions, isWhole) = conditions(of: schema)
    let rest = isWhole ? [] : ["that the schema under 'not' accepts"]
    guard value != Self.anyValue || !conditions.isEmpty else {
      return "a value that the schema under 'not' rejects"
    }
    let noun = value == Self.anyValue ? "a value" : value
    let parts = conditions + rest
    return "anything but \(noun)\(parts.isEmpty ? "" : " " + parts.joined(separator: " and "))"
  }

  /// Returns the schema that holds if a schema with `not` alone does not.
  private func doubleNegation(of schema: SchemaIndex) -> SchemaIndex? {
    let part = program.schemas[schema]
    guard part.isUnconstrainedItself, part.applicators.count == 1,
      case .not(let target)? = program.applicators[part.applicators].first
    else { return nil }
    return target
  }

  private static func quoted(_ name: String) -> String { "\"\(name.excerpt)\"" }

  private static func listed(_ names: [String]) -> String {
    let rest = names.count - listLimit
    let shown = names.prefix(listLimit)
    if rest > 0 { return shown.joined(separator: ", ") + " and \(rest) more" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: Conditions

  /// Returns what a schema states on the parts of objects and arrays, and `true` if nothing else of
  /// it is left without words.
  private mutating func conditions(of schema: SchemaIndex) -> ([String], isWhole: Bool) {
    var conditions: [String] = []
    var isWhole = true
    for index in program.conjuncts(of: schema, limit: Self.partLimit) {
      let part = program.schemas[index]
      if let object = part.object {
        isWhole = add(program.objects.rules[object], to: &conditions) && isWhole
      }
      if let array = part.array {
        isWhole = add(program.rules.arrays[array], to: &conditions) && isWhole
      }
      for applicator in program.applicators[part.applicators] {
        switch applicator {
        case .reference, .allOf: break
        case .contains(let element, let minimum, let maximum, _):
          let range = CountedNoun.element.range(minimum ?? 1, maximum)
          conditions.append("with \(elements(range, like: element))")
        case .anyOf(let alternatives), .oneOf(let alternatives):
          // The phrase for the value names the kinds of alternatives.
          isWhole =
            isWhole
            && program.parts[alternatives.schemas].allSatisfy { program.schemas[$0].object == nil }
        default: isWhole = false
        }
      }
    }
    return (conditions, isWhole)
  }

  private mutating func add(_ rule: ObjectRule, to conditions: inout [String]) -> Bool {
    var required: [String] = []
    for property in rule.properties.prefix(Self.listLimit) {
      let known = program.objects.properties[property]
      let name = Self.quoted(program.objects.name(of: property))
      let value = known.schema.map { self.value($0) }
      if let value, value != Self.anyValue {
        conditions.append("whose \(name) is \(known.isRequired ? "" : "absent or ")\(value)")
      } else if known.isRequired {
        required.append(name)
      }
    }
    if !required.isEmpty { conditions.append("with \(Self.listed(required))") }
    if rule.minimumCount != nil || rule.maximumCount != nil {
      conditions.append("with \(CountedNoun.property.range(rule.minimumCount, rule.maximumCount))")
    }
    let isClosed = rule.rest.schema.map { program.schemas[$0].isNever } ?? false
    if isClosed { conditions.append("with \(names(of: rule))") }
    return rule.properties.count <= Self.listLimit && rule.propertyNames == nil
      && (isClosed || rule.rest.schema == nil && rule.patterns.isEmpty)
  }

  private mutating func add(_ rule: ArrayRule, to conditions: inout [String]) -> Bool {
    if rule.isUnique { conditions.append("in which no element occurs twice") }
    if let rest = rule.rest.schema, rule.prefix.isEmpty {
      let value = value(rest)
      if value != Self.anyValue { conditions.append("whose elements are all \(value)") }
    }
    return rule.prefix.isEmpty
  }
}
