import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport

// What each provider says in its own way, a type each.

/// Optional properties: of plain values, choices, another type and a list.
struct Booking: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "note", description: "Anything else", type: String?.self),
        Property(name: "class", type: String?.self, guides: [.anyOf(["first", "second"])]),
        Property(name: "kind", type: String.self, guides: [.constant("train")]),
        Property(name: "from", description: "Where it starts", type: Spot.self),
        Property(name: "to", type: Spot?.self),
        Property(name: "stops", type: [Spot]?.self),
      ])
  }
}

struct Spot: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A place", properties: [Property(name: "x", type: Int.self)])
  }
}

/// A type that contains itself, as the root and as a list.
struct Branch: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "name", type: String.self),
        Property(name: "main", description: "The thickest", type: Branch?.self),
        Property(name: "others", type: [Branch]?.self),
      ])
  }
}

/// A union in two places, described in one.
struct Drawing: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "figure", description: "What is drawn", type: Figure.self),
        Property(name: "frame", type: Figure?.self),
      ])
  }
}

enum Figure: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Disc.self, Spot.self])
  }
}

struct Disc: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "kind", type: String.self, guides: [.constant("disc")]),
        Property(name: "radius", type: Double.self, guides: [.range(0.5...9)]),
      ])
  }
}

/// Guides that not all providers take.
struct Account: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "id", type: UUID.self),
        Property(name: "home", description: "The page", type: URL.self),
        Property(
          name: "code", type: String.self, guides: [.pattern(/^[A-Z]{3}$/), .length(3...3)]),
        Property(name: "word", type: String.self, guides: [.pattern(/^(?=a)\w+/)]),
        Property(name: "age", type: Int.self, guides: [.range(0...150)]),
        Property(name: "share", type: Double.self, guides: [.minimum(0.5)]),
        Property(name: "tags", type: [String].self, guides: [.count(2...5)]),
        Property(name: "since", type: Date.self),
      ])
  }
}

/// A property for each number up to a count, optional or not.
func wide(_ count: Int, isOptional: Bool = false) throws -> GenerationSchema {
  try GenerationSchema(
    root: DynamicGenerationSchema(
      name: "Wide",
      properties: (0..<count).map {
        DynamicGenerationSchema.Property(name: "p\($0)", schema: .string, isOptional: isOptional)
      }), dependencies: [])
}
