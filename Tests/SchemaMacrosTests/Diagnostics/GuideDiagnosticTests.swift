#if Macros
import Testing

/// Guides that would have no effect: one message each, at the guide.
struct GuideDiagnosticTests {
  static let places = [
    ("static var bad: Int = 1", "this one is static."),
    ("var bad: Int { 1 }", "this one is computed."),
    ("lazy var bad: Int = 1", "this one is lazy."),
    ("var bad: Int = 1 { didSet {} }", "this one has observers."),
    ("func bad() {}", "this is not a property."),
    ("let bad = 1", "this one is a constant with a value."),
  ]

  @Test(arguments: places)
  func `behaviour 19: a guide on what is not generated`(declaration: String, reason: String)
    async throws
  {
    try await expect(
      """
      @Generable struct Pet {
        @Guide(description: "a")
        \(declaration)
        var good: Int
      }
      """,
      diagnostics: [
        "2:3: error: '@Guide' can only be used with a stored property that is generated: "
          + "\(reason)"
      ])
  }

  @Test func `a guide on a constant with a value`() async throws {
    try await expect(
      "struct Pet { @Guide(description: \"a\") let bad: Int = 1 }",
      diagnostics: [
        "1:14: error: '@Guide' can only be used with a stored property that is generated: this "
          + "one is a constant with a value.",
        "fix-it: Make it a variable",
      ],
      fixed: "struct Pet { @Guide(description: \"a\") var bad: Int = 1 }")
  }

  @Test(arguments: [("1", "Int"), ("\"a\"", "String"), ("1.5", "Double"), ("true", "Bool")])
  func `a guide on a property without a written type is a warning`(
    value: String, type: String
  ) async throws {
    try await expect(
      "@Generable struct Pet { @Guide(description: \"a\") var bad = \(value) }",
      diagnostics: [
        "1:25: warning: This guide has no effect: a property without a written type is not "
          + "generated.",
        "fix-it: Write the type, '\(type)'",
      ],
      fixed: "@Generable struct Pet { @Guide(description: \"a\") var bad: \(type) = \(value) }")
  }

  @Test func `a guide in a condition`() async throws {
    try await expect(
      """
      @Generable struct Pet {
        #if DEBUG
        @Guide(description: "a")
        #endif
        var age: Int
      }
      """,
      diagnostics: [
        "3:3: error: '@Guide' cannot depend on '#if': put the '#if' around the whole "
          + "declaration."
      ])
  }
}
#endif
