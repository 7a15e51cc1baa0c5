package import PlanEncoding
package import SchemaModel

/// Five hundred types that refer to each other in circles.
package enum EntityGraph {
  /// The number of types.
  package static let count = 500

  /// The types, by index.
  ///
  /// The first type is the root of the encoded schema.
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
/// Functions that are not generic create the schema of the type from its index, because code in a
/// generic type has to look up its own conformances.
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
  /// Returns the type of the optional reference in a type: the next type in a ring.
  private static func next(after index: Int) -> FixtureType { types[(index + 1) % count] }

  /// Returns the element type of the array in a type.
  ///
  /// Seven has no common factor with the count, so each type is the element type of exactly one
  /// array. If it were in two arrays, the plan's encoder would consider the second occurrence of
  /// the array a cycle, and throw.
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
