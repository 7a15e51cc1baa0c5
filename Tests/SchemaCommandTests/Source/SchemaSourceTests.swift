import Foundation
import SchemaConformances
import Testing

@testable import SchemaCommandLine

struct SchemaSourceTests {
  @Test(arguments: [
    ("recipe", SchemaSource.sample(.recipe)),
    ("./recipe", .file(path: "./recipe")),
    ("recipe.json", .file(path: "recipe.json")),
    ("Recipe.JSON", .file(path: "Recipe.JSON")),
    ("-", .standardInput),
    ("Recipe", .unknown("Recipe")),
    ("", .unknown("")),
  ])
  func `an argument is a sample, a file or neither`(argument: String, source: SchemaSource) {
    #expect(SchemaSource(argument) == source)
  }

  @Test func `a file that exists is a file whatever its name`() throws {
    let name = "schema-source-test-\(UUID().uuidString)"
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(SchemaSource(path) == .file(path: path))
  }

  @Test(arguments: [
    ("recipe", ["recipe"]), ("Recipe", ["recipe"]), ("recpie", ["recipe"]), ("rec", ["recipe"]),
    ("shap", ["shape"]), ("three", ["tree"]), ("fitnes", ["fitness"]), ("treat", []),
    ("poem", []), ("", []), (String(repeating: "x", count: 100_000), []),
  ])
  func `near misses are few and close`(word: String, guesses: [String]) {
    #expect(NearMisses.of(word, among: Sample.allCases.map(\.rawValue)) == guesses)
  }
}
