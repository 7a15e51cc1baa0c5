import IndexedTables
import SchemaAlternatives
import SchemaDocuments

/// A search for the properties that distinguish the alternatives of unions.
///
/// Unions that share alternatives each examine these alternatives again. Once the budget is spent,
/// the other unions have no such property: reports follow their alternative with the fewest
/// violations, and say so.
struct DiscriminatorSearch {
  private let program: SchemaProgram
  private var budget: WorkBudget

  /// The largest number of schemas that are searched for the rules of one schema.
  private static let maximumParts = 8

  private init(_ program: SchemaProgram) {
    self.program = program
    let size = program.schemas.count + program.objects.properties.count + program.parts.count
    budget = WorkBudget(inProportionTo: size)
  }

  /// Returns the properties that distinguish the alternatives of a program's unions.
  static func discriminators(
    of program: SchemaProgram
  ) -> [(applicator: EntryIndex<Applicator>, discriminator: Discriminator)] {
    var search = DiscriminatorSearch(program)
    var found: [(applicator: EntryIndex<Applicator>, discriminator: Discriminator)] = []
    for (index, applicator) in program.applicators.enumerated() {
      guard let alternatives = applicator.alternatives else { continue }
      let schemas = program.parts[alternatives.schemas]
      // Most unions have at most one alternative for objects, and some of these are large.
      guard schemas.count(where: { search.mayStateProperties($0) }) > 1 else { continue }
      let facts = schemas.map { search.facts(of: $0) }
      guard let property = DiscriminatingProperty(of: facts, within: &search.budget) else {
        continue
      }
      found.append((EntryIndex(index), Discriminator(property)))
    }
    return found
  }

  /// Returns `false` if a schema says nothing about the properties of objects.
  private func mayStateProperties(_ schema: SchemaIndex) -> Bool {
    let schema = program.schemas[schema]
    return schema.possibleTypes.contains(.object)
      && (schema.object != nil || !schema.applicators.isEmpty)
  }

  /// The names and listed values of the objects of a schema.
  private mutating func facts(of schema: SchemaIndex) -> ValueFacts {
    var facts = ValueFacts()
    guard budget.take() else { return facts }
    facts.types = program.schemas[schema].possibleTypes
    guard facts.types.contains(.object) else { return facts }
    for part in program.conjuncts(of: schema, limit: Self.maximumParts) {
      guard let rule = program.schemas[part].object,
        budget.take(program.objects.rules[rule].properties.count)
      else { continue }
      for index in program.objects.rules[rule].properties {
        let property = program.objects.properties[index]
        let name = ExactText(program.objects.name(of: index))
        if property.isRequired { facts.required.insert(name) }
        guard facts.members[name]?.scalars == nil, let schema = property.schema,
          let values = values(allowedBy: schema)
        else { continue }
        var member = ValueFacts()
        member.limit(to: values)
        facts.set(member, of: name)
      }
    }
    return facts
  }

  /// The scalars that a schema allows; `nil` if the schema may allow other values.
  private func values(allowedBy schema: SchemaIndex) -> [SchemaScalar]? {
    for part in program.conjuncts(of: schema, limit: Self.maximumParts) {
      guard let rule = program.schemas[part].constant ?? program.schemas[part].choices else {
        continue
      }
      return program.rules.choices[rule].scalarValues
    }
    return nil
  }
}
