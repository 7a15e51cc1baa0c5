package import SchemaModel

/// A dish, as a macro would write it.
package struct Dish: Generable, Equatable {
  package struct PartiallyGenerated: ConvertibleFromGeneratedContent, Equatable, Sendable {
    package var name: String?
    package var minutes: Int?

    package init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      minutes = try content.value(forProperty: "minutes")
    }
  }

  package var name: String
  package var minutes: Int

  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Dish.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(name: "minutes", type: Int.self, guides: [.range(5...120)]),
      ])
  }

  package init(name: String, minutes: Int) {
    self.name = name
    self.minutes = minutes
  }

  package init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
  }

  package var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "minutes": minutes])
  }
}
