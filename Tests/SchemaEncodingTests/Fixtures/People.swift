import SchemaEncoding
import SchemaTestSupport

/// Contains itself through an array with guides, and optionally.
struct Person: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "Somebody",
      properties: [
        Property(name: "name", description: "How they are called", type: String.self),
        Property(name: "children", type: [Person].self, guides: [.maximumCount(3)]),
        Property(name: "friend", description: "The best one", type: Person?.self),
      ])
  }
}

/// Has people, so that `Person` is a definition.
struct Team: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "lead", description: "Who decides", type: Person.self),
        Property(name: "deputy", type: Person.self),
        Property(name: "members", type: [Person].self),
      ])
  }
}

/// Contains itself through an array, which is not a cycle.
struct TreeNode: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [Property(name: "children", type: [TreeNode].self)])
  }
}

struct TreeHolder: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "nodes", type: [TreeNode].self)])
  }
}

/// A choice of strings, which has no title.
enum Size: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "How large", anyOf: ["small", "medium", "large", "xlarge"])
  }
}

struct Circle: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "radius", type: Double.self)])
  }
}

struct Square: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "side", type: Double.self)])
  }
}

enum Shape: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "What it looks like", anyOf: [Circle.self, Square.self])
  }
}

/// A whole number from 0 to 100, described by itself.
struct Percentage: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "In percent", representing: Int.self, guides: [.range(0...100)])
  }
}

extension GenerationGuide where Value == Percentage {
  static func atLeast(_ minimum: Int) -> GenerationGuide {
    GenerationGuide(GenerationGuide<Int>.minimum(minimum))
  }
}
