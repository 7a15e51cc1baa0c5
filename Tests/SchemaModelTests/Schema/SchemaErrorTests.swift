import Foundation
import SchemaModel
import Testing

struct SchemaErrorTests {
  private var errors: [SchemaError] {
    let context = SchemaError.Context(
      path: SchemaPath(["a/b", "c~d"]), problem: "It is wrong.", remedy: "Make it right.")
    return [
      .duplicateType(schema: "S", type: "T", context: context),
      .duplicateProperty(schema: "S", property: "p", context: context),
      .emptyTypeChoices(schema: "S", context: context),
      .undefinedReferences(schema: "S", references: ["T"], context: context),
      .circularDependency(schema: "S", cycle: ["a"], context: context),
      .contradictoryGuides(schema: "S", context: context),
      .invalidGuide(schema: "S", context: context),
      .unsupported(feature: "pattern", context: context),
      .limitExceeded(limit: "depth", value: 3, maximum: 2, context: context),
    ]
  }

  @Test func `every error says where, what, and what to do about it`() {
    for error in errors {
      #expect(error.path == SchemaPath(["a/b", "c~d"]))
      #expect(error.errorDescription == "At /a~1b/c~0d: It is wrong.")
      #expect(error.recoverySuggestion == "Make it right.")
      #expect(error.description == "At /a~1b/c~0d: It is wrong. Make it right.")
      #expect((error as any Error).localizedDescription == "At /a~1b/c~0d: It is wrong.")
    }
  }

  @Test func `an error without a place is at the root`() {
    let error = SchemaError.emptyTypeChoices(
      schema: "S", context: SchemaError.Context(debugDescription: "It is wrong."))
    #expect(error.description == "At the root: It is wrong.")
    #expect(error.recoverySuggestion == nil)
  }
}
