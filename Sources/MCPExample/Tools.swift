import Foundation
import SchemaMCP
import SchemaModel

struct FindRecipe: Tool {
  struct Recipe: Generable {
    var name: String
    var minutes: Int

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Recipe.self,
        properties: [
          GenerationSchema.Property(name: "name", type: String.self),
          GenerationSchema.Property(name: "minutes", type: Int.self),
        ])
    }

    init(name: String, minutes: Int) {
      self.name = name
      self.minutes = minutes
    }

    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      minutes = try content.value(forProperty: "minutes")
    }

    var generatedContent: GeneratedContent {
      GeneratedContent(properties: ["name": name, "minutes": minutes])
    }
  }

  struct Arguments: Generable {
    var term: String

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self,
        properties: [
          GenerationSchema.Property(
            name: "term", description: "What to look for", type: String.self)
        ])
    }

    init(_ content: GeneratedContent) throws { term = try content.value(forProperty: "term") }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["term": term]) }
  }

  let name = "find_recipe"
  let description = "Finds a recipe"

  func call(arguments: Arguments) async throws -> Recipe {
    Recipe(name: "\(arguments.term) soup", minutes: 40)
  }
}

/// Scales a quantity, and fails for an invalid number.
struct Scale: Tool {
  struct Arguments: Generable {
    var grams: Int
    var factor: Double

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self,
        properties: [
          GenerationSchema.Property(name: "grams", type: Int.self, guides: [.minimum(0)]),
          GenerationSchema.Property(name: "factor", type: Double.self),
        ])
    }

    init(_ content: GeneratedContent) throws {
      grams = try content.value(forProperty: "grams")
      factor = try content.value(forProperty: "factor")
    }

    var generatedContent: GeneratedContent {
      GeneratedContent(properties: ["grams": grams, "factor": factor])
    }
  }

  struct NoQuantity: Error, CustomStringConvertible {
    let description = "A quantity cannot be scaled by zero or less."
  }

  let name = "scale"
  let description = "Scales a quantity"

  func call(arguments: Arguments) async throws -> String {
    guard arguments.factor > 0 else { throw NoQuantity() }
    return "\(Double(arguments.grams) * arguments.factor) grams"
  }
}

/// Takes a picture, and reports its progress.
struct Photograph: Tool {
  static let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

  struct Arguments: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Arguments.self, properties: [])
    }

    init(_ content: GeneratedContent) throws {}

    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  let name = "photograph"
  let description = "Takes a picture of the dish"

  func call(arguments: Arguments) async throws -> Prompt {
    await MCPProgress(progress: 1, total: 2, message: "focus").report()
    await MCPProgress(progress: 2, total: 2).report()
    return Prompt {
      "The dish:"
      Attachment(image: MediaSource(Self.picture))
      Attachment(file: MediaSource(Data("%PDF-1.7".utf8), fileName: "menu of today.pdf"))
    }
  }
}
