import Foundation
import SchemaKit

// example: by hand
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
// example: end

// example: enum by hand
enum Season: String, CaseIterable, Generable {
  case spring, summer, autumn, winter
}
// example: end

// example: percentage
struct Percentage: Generable {
  var value: Int

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, representing: Int.self, guides: [.range(0...100)])
  }

  init(_ content: GeneratedContent) throws {
    value = try Int(content)
  }

  var generatedContent: GeneratedContent {
    value.generatedContent
  }
}
// example: end

// example: own guide
extension GenerationGuide where Value == Percentage {
  /// The percentage is at least this.
  static func atLeast(_ minimum: Int) -> GenerationGuide {
    GenerationGuide(GenerationGuide<Int>.minimum(minimum))
  }
}
// example: end

// example: visitor
struct OptionalPropertyFinder: SchemaVisitor {
  var paths: [String] = []

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(_, isOptional: true) = role {
      paths.append(node.path.pointer)
    }
  }
}
// example: end

// example: shop
struct Shop: Codable {
  var name: String
  var opens: Date
}
// example: end
