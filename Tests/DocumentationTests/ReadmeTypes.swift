// README.md: describe
import SchemaKit

struct Recipe {
  var name: String
  var minutes: Int
  var ingredients: [Ingredient]
}

struct Ingredient {
  var name: String
  var unit: Unit
}

enum Unit: String, CaseIterable {
  case gram, milliliter, piece
}
// README.md: end

// README.md: conform
extension Recipe: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      description: "A dish and how to cook it",
      properties: [
        GenerationSchema.Property(
          name: "name", description: "Name of the dish", type: String.self),
        GenerationSchema.Property(name: "minutes", type: Int.self, guides: [.range(5...120)]),
        GenerationSchema.Property(
          name: "ingredients", type: [Ingredient].self, guides: [.minimumCount(1)]),
      ])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
    ingredients = try content.value(forProperty: "ingredients")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "minutes": minutes, "ingredients": ingredients])
  }
}
// README.md: end

// README.md: conform further
extension Ingredient: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(name: "unit", type: Unit.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    unit = try content.value(forProperty: "unit")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "unit": unit])
  }
}

extension Unit: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: allCases.map(\.rawValue))
  }

  init(_ content: GeneratedContent) throws {
    let name: String = try content.value()
    guard let unit = Unit(rawValue: name) else {
      throw GeneratedContent.ConversionError(.notRepresentable, expected: "Unit", found: name)
    }
    self = unit
  }

  var generatedContent: GeneratedContent { rawValue.generatedContent }
}
// README.md: end

// README.md: visit
struct OptionalPropertyFinder: SchemaVisitor {
  var paths: [String] = []

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(let property, _) = role, property.isOptional {
      paths.append(node.path.pointer)
    }
  }
}
// README.md: end
