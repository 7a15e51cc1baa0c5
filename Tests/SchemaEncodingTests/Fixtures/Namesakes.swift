import SchemaEncoding
import SchemaTestSupport

// Types of one name, and types of names that no file name would take.

enum Order {
  struct Status: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [Property(name: "paid", type: Bool.self)])
    }
  }

  enum Line {
    struct Status: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [Property(name: "packed", type: Bool.self)])
      }
    }
  }
}

enum Payment {
  struct Status: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [Property(name: "cleared", type: Bool.self)])
    }
  }

  enum Line {
    struct Status: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [Property(name: "booked", type: Bool.self)])
      }
    }
  }
}

struct Status: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "good", type: Bool.self)])
  }
}

/// A generic type: one page of items.
struct Page<Item: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "items", type: [Item].self)])
  }
}

struct `a/b`: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

struct `m~n`: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

struct `with space`: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

struct `100%25 "sure"`: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

struct Größe: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

/// A schema with a property for each type, in order.
func whole(of types: [any Generable.Type]) -> GenerationSchema {
  var properties: [Property] = []
  for (index, type) in types.enumerated() {
    properties.append(property("p\(index)", of: type))
  }
  return GenerationSchema(type: Whole.self, properties: properties)
}

private func property<Value: Generable>(_ name: String, of _: Value.Type) -> Property {
  Property(name: name, type: Value.self)
}

enum Whole: SchemaOnly {
  static var generationSchema: GenerationSchema { whole(of: []) }
}
