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
package struct Entity<Hundreds: Digit, Tens: Digit, Units: Digit>: EntityType {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  package static var index: Int { Hundreds.value * 100 + Tens.value * 10 + Units.value }
}

/// What the types of ``EntityGraph`` share.
///
/// The schemas are given here, not by `Entity`, because code in a generic type has to look its own
/// type up where code in an ordinary type knows it.
package protocol EntityType: Generable, PlanGenerable {
  /// Which of the types this is.
  static var index: Int { get }
}

extension EntityType {
  /// The type that this one has an optional reference to: the next in a ring.
  private static var next: FixtureType {
    EntityGraph.types[(index + 1) % EntityGraph.count]
  }

  /// The type that this one refers to an array of.
  ///
  /// Seven shares no factor with the count, so each type is in exactly one array. Were one in two,
  /// the plan's way would take the second meeting of the array for a cycle, and throw.
  private static var linked: FixtureType {
    EntityGraph.types[(index * 7 + 3) % EntityGraph.count]
  }

  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A thing that is known and what it is connected to",
      properties: [
        GenerationSchema.Property(name: "id", type: Int.self, guides: [.minimum(1)]),
        GenerationSchema.Property(
          name: "label", description: "What it is called", type: String.self),
        GenerationSchema.Property(name: "weight", type: Double.self, guides: [.range(0...1)]),
        GenerationSchema.Property(name: "active", type: Bool.self),
        optionalProperty("next", of: next),
        property("links", "What it is connected to", ofArraysOf: linked),
      ])
  }

  package static var jsonSchema: JSONSchema {
    JSONSchema(
      type: Self.self, description: "A thing that is known and what it is connected to",
      properties: [
        JSONSchema.Property(name: "id", type: Int.self, guides: [.minimum(1)]),
        JSONSchema.Property(name: "label", description: "What it is called", type: String.self),
        JSONSchema.Property(name: "weight", type: Double.self, guides: [.range(0...1)]),
        JSONSchema.Property(name: "active", type: Bool.self),
        planOptionalProperty("next", of: next),
        planProperty("links", "What it is connected to", ofArraysOf: linked),
      ])
  }
}
