import PlanEncoding
import SchemaModel

// Arrays and properties of types that are only known at run time. The callers take a metatype from
// a table, and calling a generic function opens the metatype.

func array<Element: Generable & PlanGenerable>(of _: Element.Type) -> FixtureType {
  [Element].self
}

func property<Value: Generable>(
  _ name: String, _ description: String? = nil, of type: Value.Type
) -> GenerationSchema.Property {
  GenerationSchema.Property(name: name, description: description, type: type)
}

func property<Element: Generable>(
  _ name: String, _ description: String? = nil, ofArraysOf element: Element.Type
) -> GenerationSchema.Property {
  GenerationSchema.Property(name: name, description: description, type: [Element].self)
}

func optionalProperty<Value: Generable>(
  _ name: String, of type: Value.Type
) -> GenerationSchema.Property {
  GenerationSchema.Property(name: name, type: Value?.self)
}

func planProperty<Value: PlanGenerable>(
  _ name: String, _ description: String? = nil, of type: Value.Type
) -> JSONSchema.Property {
  JSONSchema.Property(name: name, description: description, type: type)
}

func planProperty<Element: PlanGenerable>(
  _ name: String, _ description: String? = nil, ofArraysOf element: Element.Type
) -> JSONSchema.Property {
  JSONSchema.Property(name: name, description: description, type: [Element].self)
}

func planOptionalProperty<Value: PlanGenerable>(
  _ name: String, of type: Value.Type
) -> JSONSchema.Property {
  JSONSchema.Property(name: name, type: Value?.self)
}
