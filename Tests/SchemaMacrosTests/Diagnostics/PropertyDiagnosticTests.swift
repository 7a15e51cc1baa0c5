#if Macros
import Testing

/// Mistakes in properties and in the values of cases: one message each, at the place.
struct PropertyDiagnosticTests {
  /// The message about a type, and the type after its fix-it.
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
      reason:
        """
        a function is not data. Make it a computed property, \
        or give it a value and no written type.
        """
    ),
    Refusal(
      type: "@Sendable () -> Int", column: 22, name: "() -> Int",
      reason:
        """
        a function is not data. Make it a computed property, \
        or give it a value and no written type.
        """
    ),
    Refusal(type: "Int.Type", reason: "a type is not data."),
    Refusal(
      type: "any Equatable",
      reason: "the concrete type must be known. Use an enum with a case for each possible type."),
    Refusal(
      type: "Codable & Sendable",
      reason: "the concrete type must be known. Use an enum with a case for each possible type."),
    Refusal(
      type: "AnyObject",
      reason: "use 'GeneratedContent', which holds any value that a model can generate.",
      fixIt: "Replace 'AnyObject' with 'GeneratedContent'", fixed: "GeneratedContent"),
    Refusal(
      type: "[Any]", column: 13, name: "Any",
      reason: "use 'GeneratedContent', which holds any value that a model can generate.",
      fixIt: "Replace 'Any' with 'GeneratedContent'", fixed: "[GeneratedContent]"),
    Refusal(
      type: "Int??", reason: "a property is present or absent, so it can be optional only once.",
      fixIt: "Remove one optional", fixed: "Int?"),
    Refusal(
      type: "Swift.Optional<Int?>", column: 27, name: "Int??",
      reason: "a property is present or absent, so it can be optional only once.",
      fixIt: "Remove one optional", fixed: "Swift.Optional<Int>"),
    Refusal(
      type: "[Int?]", column: 13, reason: "the elements of an array cannot be optional.",
      fixIt: "Make the elements not optional", fixed: "[Int]"),
    Refusal(
      type: "[[Optional<Int>]]?", column: 14, name: "[Optional<Int>]",
      reason: "the elements of an array cannot be optional.",
      fixIt: "Make the elements not optional", fixed: "[[Int]]?"),
    Refusal(
      type: "[Int: String]", column: 13,
      reason: "the keys of a JSON object are strings. Use 'String' for the keys, or an array of a "
        + "'@Generable' struct with a key and a value.",
      fixIt: "Use 'String' for the keys", fixed: "[String: String]"),
    Refusal(
      type: "[Dictionary<[Int], Pet>]?", column: 24, name: "Dictionary<[Int], Pet>",
      reason: "the keys of a JSON object are strings. Use 'String' for the keys, or an array of a "
        + "'@Generable' struct with a key and a value.",
      fixIt: "Use 'String' for the keys", fixed: "[Dictionary<String, Pet>]?"),
    Refusal(
      type: "[String: Int?]", column: 21,
      reason: "the values of a dictionary cannot be optional; leave the key out instead.",
      fixIt: "Make the values not optional", fixed: "[String: Int]"),
  ]

  @Test func `a dictionary whose keys may be strings is for the compiler to check`() async throws {
    try await expect(
      "@Generable struct Pet { var a: [Key: Int]; var b: [Swift.String: [Key: Pet]] }",
      diagnostics: [])
  }

  @Test(arguments: refusals)
  func `behaviour 19: a type of which no value can be generated`(refusal: Refusal) async throws {
    func source(_ type: String) -> String {
      "@Generable struct Pet {\n  var good: Int\n  var bad: \(type)\n}"
    }
    try await expect(
      source(refusal.type),
      diagnostics: ["3:\(refusal.column): error: \(refusal.message)"]
        + (refusal.fixIt.map { ["fix-it: \($0)"] } ?? []),
      fixed: refusal.fixed.map(source))
  }

  @Test func `behaviour 19: such a type in a case`() async throws {
    try await expect(
      "@Generable enum Pet { case cat, dog(name: String, any Equatable) }",
      diagnostics: [
        "1:51: error: 'any Equatable' cannot be generated: the concrete type must be known. Use "
          + "an enum with a case for each possible type."
      ])
  }

  @Test func `properties without a name, and observed ones without a value`() async throws {
    try await expect(
      """
      @Generable struct Pet {
        var (age, weight): (Int, Int)
        var name: String { didSet {} }
        var nick: String? { didSet {} }
      }
      """,
      diagnostics: [
        "2:7: error: '@Generable' needs a name and a type for each property: declare the "
          + "properties one by one.",
        "3:7: error: A property with observers is not generated, so it needs an initial value.",
      ])
  }

  @Test func `behaviour 10: keys of values that clash`() async throws {
    try await expect(
      "@Generable enum Pet { case cat(type: Int), dog(_ type: Int), cow(value: Int, Int) }",
      diagnostics: [
        "1:32: error: The key \"type\" holds the name of the case: use another label, such as "
          + "'type kind:'.",
        "1:50: error: The key \"type\" holds the name of the case: use another label, such as "
          + "'type kind:'.",
        "1:78: error: Two values of this case have the key \"value\": change one of the labels.",
      ])
  }

  @Test func `keys of properties that clash, unless conditions exclude each other`() async throws {
    try await expect(
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
        "3:7: error: Another property already has the key \"b\": give one of them a different "
          + "key with '@Guide(key:)'."
      ])
  }

  @Test func `keys that are not plain text, and several of them`() async throws {
    try await expect(
      """
      @Generable struct Pet {
        @Guide(key: "a\\(1)") var a: Int
        @Guide(key: name) var b: Int
        @Guide(key: "x") @Guide(key: "y") var c: Int
      }
      """,
      diagnostics: [
        "2:15: error: 'key' is read at compile time: write a string literal without "
          + "interpolation.",
        "3:15: error: 'key' is read at compile time: write a string literal without "
          + "interpolation.",
        "4:32: error: The property already has a key: remove one of the two keys.",
      ])
  }
}
#endif
