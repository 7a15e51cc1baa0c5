#if Macros
import Foundation
import SchemaContent
import SchemaMacros
import Testing

/// Names that come from the type's `CodingKeys`.
struct CodingKeysTests {
  @Test func `the names of CodingKeys are those in schema, content and partial`() throws {
    let json = #"{"cooking_time":20,"default":true,"dish":"Soup","note":"hot"}"#
    let recipe = try Recipe(GeneratedContent(json: json))
    #expect(recipe == Recipe(cookingTime: 20, default: true, name: "Soup", note: "hot"))
    #expect(recipe.generatedContent.jsonString(.compact) == json)
    #expect(try Recipe.PartiallyGenerated(GeneratedContent(json: json)).cookingTime == 20)
    #expect(
      try schemaText(Recipe.self)
        == #"{"type":"object","title":"Recipe","additionalProperties":false,"properties":{"#
        + #""cooking_time":{"type":"integer"},"default":{"type":"boolean"},"#
        + #""dish":{"type":"string"},"note":{"type":"string"}},"#
        + #""required":["cooking_time","default","dish","note"]}"#)
  }

  @Test func `so what Codable writes is what the model writes`() throws {
    let coded = Coded(cookingTime: 20, servings: 4)
    let data = try JSONEncoder().encode(coded)
    #expect(try Coded(GeneratedContent(json: data)) == coded)
  }
}

@Generable
private struct Recipe: Equatable {
  // A property without a case keeps its name, and a key in `@Guide` takes precedence over a case.
  enum CodingKeys: String, CodingKey {
    case cookingTime = "cooking_time"
    case `default`, name = "title"
  }

  var cookingTime: Int
  var `default`: Bool
  @Guide(key: "dish") var name: String
  var note: String
}

@Generable
private struct Coded: Codable, Equatable {
  private enum CodingKeys: String, CodingKey {
    case cookingTime = "cooking_time"
    case servings
  }

  var cookingTime: Int
  var servings: Int
}
#endif
