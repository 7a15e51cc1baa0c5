import SchemaEncoding
import SchemaGuides
import SchemaTestSupport

/// A type that stands for another under guides of its own, which a test chooses.
struct Guided<Value: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, representing: Value.self,
      guides: ChosenGuides.current[ObjectIdentifier(Self.self)] as? [GenerationGuide<Value>] ?? [])
  }
}

/// The guides that types have while a test resolves a schema.
private enum ChosenGuides {
  @TaskLocal static var current: [ObjectIdentifier: any Sendable] = [:]
}

/// The object whose property is guided.
private enum Whole: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

/// A resolved property, since tests of guides start from declared types and read a resolved node.
///
/// - Parameters:
///   - value: What kind of value the property has.
///   - type: The guides of a type that stands for such a value.
///   - alias: The guides of a type that stands for that type.
///   - property: The guides of the property, which has the second type.
/// - Returns: The resolved schema of the property.
/// - Throws: What resolution throws.
func resolved<Value: Generable>(
  _ value: Value.Type, type: [GenerationGuide<Value>] = [], alias: [GenerationGuide<Value>] = [],
  property: [GenerationGuide<Value>] = []
) throws -> SchemaGraph.Node {
  let chosen: [ObjectIdentifier: any Sendable] = [
    ObjectIdentifier(Guided<Value>.self): type,
    ObjectIdentifier(Guided<Guided<Value>>.self): alias.map { GenerationGuide<Guided<Value>>($0) },
  ]
  return try ChosenGuides.$current.withValue(chosen) {
    let schema = GenerationSchema(
      type: Whole.self,
      properties: [
        Property(
          name: "value", type: Guided<Guided<Value>>.self,
          guides: property.map { GenerationGuide<Guided<Guided<Value>>>($0) })
      ])
    return try SchemaGraph(schema).root.properties[0].node
  }
}

/// The error that ends the resolution of a property, or `nil` if it has a schema.
func refusal<Value: Generable>(
  _ value: Value.Type, type: [GenerationGuide<Value>] = [], property: [GenerationGuide<Value>] = []
) throws -> SchemaError? {
  do {
    _ = try resolved(value, type: type, property: property)
    return nil
  } catch let error as SchemaError {
    return error
  }
}

/// What the guides of a property contradict, in words, or `nil` if it has a schema.
///
/// - Throws: The error of resolution if it is not a contradiction.
func contradiction<Value: Generable>(
  _ value: Value.Type, type: [GenerationGuide<Value>] = [], property: [GenerationGuide<Value>] = []
) throws -> String? {
  guard let error = try refusal(value, type: type, property: property) else { return nil }
  guard case .contradictoryGuides(_, let context) = error, context.path.pointer == "/value" else {
    throw error
  }
  return context.debugDescription
}
