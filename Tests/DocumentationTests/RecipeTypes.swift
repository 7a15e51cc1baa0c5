#if Macros
// README.md: describe
import SchemaKit

@Generable(description: "A dish and how to cook it")
struct Recipe {
  @Guide(description: "Name of the dish")
  var name: String

  @Guide(.range(5...120))
  var minutes: Int

  @Guide(.minimumCount(1))
  var ingredients: [Ingredient]
}

@Generable
struct Ingredient {
  var name: String
  var unit: Unit
}

@Generable
enum Unit: String {
  case gram, milliliter, piece
}
// README.md: end

// README.md: cases with values
@Generable
indirect enum Instruction {
  case wait(minutes: Int)
  case stir
  case repeated([Instruction], times: Int)
}
// README.md: end

// README.md: by hand
struct Note {
  var text: String
  var stars: Int?
}

extension Note: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "text", description: "What to remember", type: String.self),
        GenerationSchema.Property(name: "stars", type: Int?.self, guides: [.range(1...5)]),
      ])
  }

  init(_ content: GeneratedContent) throws {
    text = try content.value(forProperty: "text")
    stars = try content.value(forProperty: "stars")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["text": text, "stars": stars], omittingNil: true)
  }
}
// README.md: end

// README.md: an enum by hand
enum Season: String, CaseIterable, Generable {
  case spring, summer, autumn, winter
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
#endif
