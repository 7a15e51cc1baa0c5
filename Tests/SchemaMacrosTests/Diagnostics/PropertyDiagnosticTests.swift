#if Macros
import SwiftDiagnostics
import Testing

/// Mistakes in properties and in the values of cases: one message each, at the place.
@Suite struct PropertyDiagnosticTests {
  /// What is wrong with a type, and what its fix-it makes of it.
  struct Refusal: CustomTestStringConvertible {
    let type: String
    var column = 12
    var name: String?
    let reason: String
    var fixIt: String?
    var fixed: String?

    var testDescription: String { type }

    var message: String { "'\(name ?? type)' cannot be generated: \(reason)" }
  }

  static let refusals = [
    Refusal(
      type: "(Int, Int)", reason: "declare a struct with '@Generable' in place of the tuple."),
    Refusal(
      type: "(x: Int, y: Int)?", name: "(x: Int, y: Int)",
      reason: "declare a struct with '@Generable' in place of the tuple."),
    Refusal(
      type: "(Int) -> Void",
      reason: "a function is no data. Compute it, or give it a value and no written type."),
    Refusal(
      type: "@Sendable () -> Int", column: 22, name: "() -> Int",
      reason: "a function is no data. Compute it, or give it a value and no written type."),
    Refusal(type: "Int.Type", reason: "a type is no data."),
    Refusal(
      type: "any Equatable",
      reason: "which type it is has to be known. Use an enum with a case for each."),
    Refusal(
      type: "Codable & Sendable",
      reason: "which type it is has to be known. Use an enum with a case for each."),
    Refusal(
      type: "AnyObject",
      reason: "use 'GeneratedContent', which is any value that a model can generate.",
      fixIt: "Replace 'AnyObject' with 'GeneratedContent'", fixed: "GeneratedContent"),
    Refusal(
      type: "[Any]", column: 13, name: "Any",
      reason: "use 'GeneratedContent', which is any value that a model can generate.",
      fixIt: "Replace 'Any' with 'GeneratedContent'", fixed: "[GeneratedContent]"),
    Refusal(
      type: "Int??", reason: "a value is there or not, and cannot be missing twice.",
      fixIt: "Remove one optional", fixed: "Int?"),
    Refusal(
      type: "Swift.Optional<Int?>", column: 27, name: "Int??",
      reason: "a value is there or not, and cannot be missing twice.",
      fixIt: "Remove one optional", fixed: "Swift.Optional<Int>"),
    Refusal(
      type: "[Int?]", column: 13, reason: "an array that is generated has all of its elements.",
      fixIt: "Make the elements not optional", fixed: "[Int]"),
    Refusal(
      type: "[[Optional<Int>]]?", column: 14, name: "[Optional<Int>]",
      reason: "an array that is generated has all of its elements.",
      fixIt: "Make the elements not optional", fixed: "[[Int]]?"),
  ]

  @Test(arguments: refusals)
  func `behaviour 19: a type of which no value can be generated`(refusal: Refusal) {
    func source(_ type: String) -> String {
      "@Generable struct Pet {\n  var good: Int\n  var bad: \(type)\n}"
    }
    expect(
      source(refusal.type),
      diagnostics: [
        ExpectedDiagnostic(
          line: 3, column: refusal.column, message: refusal.message,
          fixIts: refusal.fixIt.map { [$0] } ?? [])
      ],
      fixed: refusal.fixed.map(source))
  }

  @Test func `behaviour 19: such a type in a case`() {
    expect(
      "@Generable enum Pet { case cat, dog(name: String, any Equatable) }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 51,
          message:
            "'any Equatable' cannot be generated: which type it is has to be known. Use an enum "
            + "with a case for each.")
      ])
  }

  @Test func `properties without a name, and observed ones without a value`() {
    expect(
      """
      @Generable struct Pet {
        var (age, weight): (Int, Int)
        var name: String { didSet {} }
        var nick: String? { didSet {} }
      }
      """,
      diagnostics: [
        ExpectedDiagnostic(
          line: 2, column: 7,
          message:
            "'@Generable' needs a name and a type for each property: declare them one by one."),
        ExpectedDiagnostic(
          line: 3, column: 7,
          message: "A property with observers is not generated, so it needs a value to start with."),
      ])
  }

  @Test func `behaviour 10: keys of values that clash`() {
    expect(
      "@Generable enum Pet { case cat(type: Int), dog(_ type: Int), cow(value: Int, Int) }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 32,
          message:
            "The key \"type\" holds the name of the case: give this value another label, as in "
            + "'type kind:'."),
        ExpectedDiagnostic(
          line: 1, column: 50,
          message:
            "The key \"type\" holds the name of the case: give this value another label, as in "
            + "'type kind:'."),
        ExpectedDiagnostic(
          line: 1, column: 78,
          message:
            "Two values of this case would be generated under the key \"value\": change a label."),
      ])
  }

  @Test func `keys of properties that clash, unless conditions exclude each other`() {
    expect(
      """
      @Generable struct Pet {
        @Guide(key: "b") var a: Int
        var b: Int
        #if os(Linux)
        var c: Int
        #else
        var c: String
        #endif
      }
      """,
      diagnostics: [
        ExpectedDiagnostic(
          line: 3, column: 7,
          message:
            "The key \"b\" is that of another property: give one of them a 'key' of its own.")
      ])
  }

  @Test func `keys that are not plain text, and several of them`() {
    expect(
      """
      @Generable struct Pet {
        @Guide(key: "a\\(1)") var a: Int
        @Guide(key: name) var b: Int
        @Guide(key: "x") @Guide(key: "y") var c: Int
      }
      """,
      diagnostics: [
        ExpectedDiagnostic(
          line: 2, column: 15,
          message: "'key' is compared with the other keys: write a string without interpolation."),
        ExpectedDiagnostic(
          line: 3, column: 15,
          message: "'key' is compared with the other keys: write a string without interpolation."),
        ExpectedDiagnostic(line: 4, column: 32, message: "The property has a key already."),
      ])
  }
}
#endif
