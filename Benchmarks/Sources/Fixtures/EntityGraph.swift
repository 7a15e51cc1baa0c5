package import PlanEncoding
package import SchemaModel

/// Five hundred types that refer to each other in circles.
package enum EntityGraph {
  /// How many types there are.
  package static let count = 500

  /// The types, by index; the first is the root of what is encoded.
  package static let types: [FixtureType] = (0..<count).map { index in
    type(digit(100, of: index), digit(10, of: index), digit(1, of: index))
  }

  private static func type<Hundreds: Digit, Tens: Digit, Units: Digit>(
    _: Hundreds.Type, _: Tens.Type, _: Units.Type
  ) -> FixtureType {
    Entity<Hundreds, Tens, Units>.self
  }
}

/// One type of ``EntityGraph``.
///
/// What it says of itself is worked out from its index, by code that is not generic: to find its
/// own conformances, code in a generic type has to look them up where code in an ordinary type
/// knows them.
package struct Entity<Hundreds: Digit, Tens: Digit, Units: Digit>: Generable, PlanGenerable {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  private static var index: Int { Hundreds.value * 100 + Tens.value * 10 + Units.value }

  package static var generationSchema: GenerationSchema { EntityGraph.schema(at: index) }

  package static var jsonSchema: JSONSchema { EntityGraph.planSchema(at: index) }
}

extension EntityGraph {
  /// The type that another one has an optional reference to: the next in a ring.
  private static func next(after index: Int) -> FixtureType { types[(index + 1) % count] }

  /// The type that another one refers to an array of.
  ///
  /// Seven shares no factor with the count, so each type is in exactly one array. Were one in two,
  /// the plan's way would take the second meeting of the array for a cycle, and throw.
  private static func linked(from index: Int) -> FixtureType { types[(index * 7 + 3) % count] }

  fileprivate static func schema(at index: Int) -> GenerationSchema {
    GenerationSchema(
      type: types[index], description: "A thing that is known and what it is connected to",
      properties: [
        GenerationSchema.Property(name: "id", type: Int.self, guides: [.minimum(1)]),
        GenerationSchema.Property(
          name: "label", description: "What it is called", type: String.self),
        GenerationSchema.Property(name: "weight", type: Double.self, guides: [.range(0...1)]),
        GenerationSchema.Property(name: "active", type: Bool.self),
        optionalProperty("next", of: next(after: index)),
        property("links", "What it is connected to", ofArraysOf: linked(from: index)),
      ])
  }

  fileprivate static func planSchema(at index: Int) -> JSONSchema {
    JSONSchema(
      type: types[index], description: "A thing that is known and what it is connected to",
      properties: [
        JSONSchema.Property(name: "id", type: Int.self, guides: [.minimum(1)]),
        JSONSchema.Property(name: "label", description: "What it is called", type: String.self),
        JSONSchema.Property(name: "weight", type: Double.self, guides: [.range(0...1)]),
        JSONSchema.Property(name: "active", type: Bool.self),
        planOptionalProperty("next", of: next(after: index)),
        planProperty("links", "What it is connected to", ofArraysOf: linked(from: index)),
      ])
  }
}
