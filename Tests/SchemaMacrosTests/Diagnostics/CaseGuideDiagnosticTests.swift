#if Macros
import Testing

/// Mistakes in guides on cases: one message each, at the place.
struct CaseGuideDiagnosticTests {
  static let mistakes = [
    (
      #"@Guide(for: "hours", description: "a")"#, 15,
      #"The case has no associated value "hours": its values are "minutes", "value"."#
    ),
    (
      "@Guide(for: name, description: \"a\")", 15,
      "'for' is read at compile time: write a string literal without interpolation."
    ),
    (
      "@Guide(.minimum(1))", 10,
      "Name the associated value that the guide is for: '@Guide(for: \"minutes\", …)'."
    ),
    (
      "@Guide(key: \"x\")", 15,
      "'key' can only be used with properties: the key of an associated value is its label."
    ),
    (
      "@Guide(for: \"minutes\", .minimumLength(1))", 26,
      "'.minimumLength' cannot be used with 'Int': it is a guide for strings."
    ),
  ]

  @Test(arguments: mistakes)
  func `a guide that is for no associated value of the case`(
    guide: String, column: Int, message: String
  ) async throws {
    try await expect(
      "@Generable enum Step {\n  \(guide)\n  case wait(minutes: Int, String)\n}",
      diagnostics: ["2:\(column): error: \(message)"])
  }

  @Test func `a guide of a value on a case without values`() async throws {
    try await expect(
      "@Generable enum Step { @Guide(for: \"a\", description: \"b\") case stop; case go(a: Int) }",
      diagnostics: [
        "1:36: error: The case has no associated value \"a\": it has none."
      ])
  }

  @Test func `a guide on a case of an enum without associated values`() async throws {
    try await expect(
      "@Generable enum Kind { @Guide(description: \"a\") case cat }",
      diagnostics: [
        "1:24: error: '@Guide' has no effect here: of an enum without associated values, the "
          + "model sees only the names of the cases."
      ])
  }

  @Test func `a guide of an associated value on a property`() async throws {
    try await expect(
      "@Generable struct Pet { @Guide(for: \"age\", description: \"a\") var age: Int }",
      diagnostics: [
        "1:37: error: 'for' names an associated value of a case, and this is a property: remove "
          + "'for'."
      ])
  }

  @Test func `a guide on a case in a condition`() async throws {
    try await expect(
      """
      @Generable enum Step {
        #if DEBUG
        @Guide(for: "a", description: "b")
        #endif
        case go(a: Int)
      }
      """,
      diagnostics: [
        "3:3: error: '@Guide' cannot depend on '#if': put the '#if' around the whole "
          + "declaration."
      ])
  }
}
#endif
