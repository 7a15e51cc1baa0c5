import SchemaContent

extension CountedCase {
  /// From a text to a typed value.
  static let reading = [
    CountedCase(name: "read-recipe") {
      let text = Recipe(number: 1).generatedContent.jsonString
      return { try Recipe(GeneratedContent(json: text)).size }
    },
    CountedCase(name: "read-recipes") {
      let text = (0..<20).map(Recipe.init(number:)).generatedContent.jsonString
      return { try [Recipe](GeneratedContent(json: text)).reduce(0) { $0 + $1.size } }
    },
  ]
}
