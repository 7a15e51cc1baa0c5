import IndexedTables
import SchemaDocuments

/// A search for the properties that distinguish the alternatives of unions.
struct DiscriminatorSearch {
  private let program: SchemaProgram
  /// The remaining number of steps.
  ///
  /// Unions that share alternatives each examine these alternatives again.
  private var budget: Int

  /// The largest number of properties that are compared with all alternatives of a union.
  private static let candidates = 8
  /// The largest number of schemas that are searched for the object rules of one schema.
  private static let objectParts = 8

  private init(_ program: SchemaProgram) {
    self.program = program
    let size = program.schemas.count + program.objects.properties.count + program.parts.count
    budget = 65_536 + 16 * size
  }

  /// Returns the properties that distinguish the alternatives of a program's unions.
  static func discriminators(
    of program: SchemaProgram
  ) -> [(applicator: EntryIndex<Applicator>, discriminator: Discriminator)] {
    var search = DiscriminatorSearch(program)
    var found: [(applicator: EntryIndex<Applicator>, discriminator: Discriminator)] = []
    for (index, applicator) in program.applicators.enumerated() where search.budget > 0 {
      guard let alternatives = applicator.alternatives,
        let discriminator = search.discriminator(of: Array(program.parts[alternatives.schemas]))
      else { continue }
      found.append((EntryIndex(index), discriminator))
    }
    return found
  }

  private mutating func discriminator(of alternatives: [SchemaIndex]) -> Discriminator? {
    let rules = alternatives.map { objectRules(of: $0) }
    guard rules.count(where: { !$0.isEmpty }) > 1,
      let first = rules.first(where: { !$0.isEmpty })
    else { return nil }
    var tried: Set<ExactText> = []
    for rule in first {
      for index in rule.properties {
        budget -= 1
        guard budget > 0 else { return nil }
        let name = program.objects.name(of: index)
        let schema = program.objects.properties[index].schema
        guard isRequired(name, in: first), values(allowedBy: schema) != nil,
          tried.insert(ExactText(name)).inserted
        else { continue }
        if let found = discriminator(name, of: alternatives, rules) { return found }
        if tried.count == Self.candidates { return nil }
      }
    }
    return nil
  }

  private mutating func discriminator(
    _ name: String, of alternatives: [SchemaIndex], _ rules: [[ObjectRule]]
  ) -> Discriminator? {
    var found = Discriminator(name: name)
    for (number, schema) in alternatives.enumerated() {
      guard !rules[number].isEmpty else {
        let allowsObjects = program.schemas[schema].possibleTypes.contains(.object)
        found.add(unconstrained: number, allowsObjects: allowsObjects)
        continue
      }
      let lists = rules[number].lazy.compactMap { [self] rule in
        property(name, of: rule).flatMap { values(allowedBy: $0.schema) }
      }
      guard let values = lists.first else {
        found.add(unconstrained: number, allowsObjects: true)
        continue
      }
      budget -= values.count
      guard budget > 0 else { return nil }
      found.add(values, to: number, isRequired: isRequired(name, in: rules[number]))
    }
    found.seal()
    return found.entries.count > 1 ? found : nil
  }

  /// The object rules that apply to the objects of a schema.
  private func objectRules(of schema: SchemaIndex) -> [ObjectRule] {
    program.conjuncts(of: schema, limit: Self.objectParts).compactMap { index in
      program.schemas[index].object.map { program.objects.rules[$0] }
    }
  }

  private func property(_ name: String, of rule: ObjectRule) -> ObjectRule.Property? {
    program.objects.property(named: name, in: rule).map { program.objects.properties[$0] }
  }

  private func isRequired(_ name: String, in rules: [ObjectRule]) -> Bool {
    rules.contains { property(name, of: $0)?.isRequired == true }
  }

  /// The scalars that a schema allows; `nil` if the schema may allow other values.
  private func values(allowedBy schema: SchemaIndex?) -> [SchemaScalar]? {
    guard var schema else { return nil }
    for _ in 0..<8 {
      let compiled = program.schemas[schema]
      if let rule = compiled.constant ?? compiled.choices {
        return program.rules.choices[rule].scalarValues
      }
      guard case .reference(let target, _)? = program.applicators[compiled.applicators].first else {
        return nil
      }
      schema = target
    }
    return nil
  }
}
