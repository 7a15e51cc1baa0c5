#if Macros
import Testing

/// The expansions of properties of sessions, and the reports of mistakes in them.
struct SessionPropertyExpansionTests {
  @Test func `a property is kept under a key of its own, with its initial value`() async throws {
    try await expect(
      """
      extension SessionPropertyValues {
        @SessionPropertyEntry var openSkills: [String] = []
      }
      """,
      generates: """
        get {
          self[__Key_openSkills.self]
        }
        set {
          self[__Key_openSkills.self] = newValue
        }

        private struct __Key_openSkills: SchemaSessions.SessionPropertyKey {
          @SchemaMacros.__SessionPropertyEntryDefaultValue
          static var defaultValue: [String] = []
        }
        """)
  }

  @Test(arguments: [
    ("count = 0", "__Key_count", "defaultValue = 0"),
    ("user: String?", "__Key_user", "defaultValue: String? = nil"),
    ("user: String? = \"Ada\"", "__Key_user", "defaultValue: String? = \"Ada\""),
    ("`class`: Int = 1", "__Key_class", "defaultValue: Int = 1"),
    ("`my prop` = 1", "`__Key_my prop`", "defaultValue = 1"),
  ])
  func `the type can be left out, and so can the value of an optional`(
    variable: String, key: String, value: String
  ) async throws {
    let expanded = try await expansion(
      of: """
        extension SchemaSessions.SessionPropertyValues {
          @SessionPropertyEntry var \(variable)
        }
        """)
    #expect(expanded.contains("private struct \(key): SchemaSessions.SessionPropertyKey {"))
    #expect(expanded.contains("static var \(value)\n"))
    #expect(expanded.contains("self[\(key).self] = newValue"))
  }

  @Test func `the key gives its initial value each time`() async throws {
    try await expect(
      """
      struct Key {
        @__SessionPropertyEntryDefaultValue
        static var defaultValue = makeValue()
      }
      """,
      generates: """
        get {
          makeValue()
        }
        """)
  }

  private static let outOfPlace =
    "'@SessionPropertyEntry' can only be used with a variable that has an initial value, in an "
    + "extension of 'SessionPropertyValues'."

  @Test(arguments: [
    "let constant = 1", "static var shared = 1", "lazy var late = 1", "var computed: Int { 1 }",
    "var (width, height) = (1, 2)",
  ])
  func `a variable that cannot be a property of sessions is reported once`(declaration: String)
    async throws
  {
    try await expect(
      """
      extension SessionPropertyValues {
        @SessionPropertyEntry \(declaration)
      }
      """,
      diagnostics: ["2:3: error: \(Self.outOfPlace)"])
  }

  @Test(arguments: ["struct Values", "extension Values", "extension SessionPropertyValues.Nested"])
  func `a property is in an extension of the properties of sessions`(type: String) async throws {
    try await expect(
      """
      \(type) {
        @SessionPropertyEntry var count = 0
      }
      """,
      diagnostics: ["2:3: error: \(Self.outOfPlace)"])
  }

  @Test func `a property without an initial value is reported once`() async throws {
    try await expect(
      """
      extension SessionPropertyValues {
        @SessionPropertyEntry var count: Int
      }
      """,
      diagnostics: [
        "2:3: error: A property of sessions needs an initial value, which each session begins "
          + "with."
      ])
  }
}
#endif
