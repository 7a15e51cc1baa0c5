#if Macros
import Testing

/// Warnings of properties and `CodingKeys` that look as if they had an effect.
struct NamingDiagnosticTests {
  @Test(arguments: [
    ("3", "Int"), ("-1.5", "Double"), ("\"a\"", "String"), ("true", "Bool"), ("[]", nil),
    ("[1: 2]", nil),
  ])
  func `a variable with a literal and no type is not generated`(value: String, type: String?)
    async throws
  {
    try await expect(
      "@Generable struct Pet { var age = \(value) }",
      diagnostics: [
        "1:29: warning: 'age' is not generated, because its type is not written. Write the type "
          + "to generate it; to leave it out, make it private or a constant."
      ] + (type.map { ["fix-it: Write the type, '\($0)'"] } ?? []),
      fixed: type.map { "@Generable struct Pet { var age: \($0) = \(value) }" })
  }

  @Test(arguments: [
    "let id = UUID()", "var id = UUID()", "let version = 3", "private var count = 0",
    "static var count = 0", "lazy var count = 0", "var count = Int(0)", "var count: Int = 0",
  ])
  func `a property that is left out on purpose is not a warning`(declaration: String) async throws {
    try await expect("@Generable struct Pet { \(declaration) }", diagnostics: [])
  }

  @Test(arguments: [
    "struct CodingKeys: CodingKey {}", "typealias CodingKeys = PetKeys",
    "enum CodingKeys: Text, CodingKey { case age = \"a\" }",
    "enum CodingKeys: String { case age = \"a\" }",
    "enum CodingKeys: CodingKey { case age; var stringValue: String { \"a\" } }",
  ])
  func `CodingKeys whose names the text does not show are a warning`(keys: String) async throws {
    let column =
      (keys.firstRange(of: "CodingKeys").map {
        keys.distance(from: keys.startIndex, to: $0.lowerBound)
      } ?? 0) + 3
    let warning =
      "2:\(column): warning: These 'CodingKeys' do not rename generated properties, "
      + "because their names are not literals in one enum. Use '@Guide(key:)'."
    try await expect(
      "@Generable struct Pet {\n  \(keys)\n  var age: Int\n}", diagnostics: [warning])
    try await expect(
      "@Generable struct Pet {\n  \(keys)\n  @Guide(key: \"b\") var age: Int\n}", diagnostics: [])
  }

  @Test func `CodingKeys in a condition are a warning`() async throws {
    try await expect(
      """
      @Generable struct Pet {
        var age: Int
        #if DEBUG
        enum CodingKeys: String, CodingKey { case age = "a" }
        #endif
      }
      """,
      diagnostics: [
        "4:8: warning: These 'CodingKeys' do not rename generated properties, because their "
          + "names are not literals in one enum. Use '@Guide(key:)'."
      ])
  }

  @Test func `CodingKeys of an enum that rename something are a warning`() async throws {
    let source = "@Generable enum Pet { case cat; enum CodingKeys: String, CodingKey { case cat"
    try await expect(source + " } }", diagnostics: [])
    try await expect(
      source + " = \"c\" } }",
      diagnostics: [
        "1:38: warning: The 'CodingKeys' of an enum do not rename generated values: the model "
          + "sees the names of the cases and the labels of their values."
      ])
  }

  @Test(arguments: [
    "#if A\n  var a: Int\n  #endif\n  #if B\n  var a: String\n  #endif",
    "#if A\n  #if B\n  var a: Int\n  #else\n  var a: Bool\n  #endif\n  #else\n  var a: String\n"
      + "  #endif",
    "#if A\n  var b: Int\n  #endif\n  #if B\n  @Guide(key: \"b\") var c: String\n  #endif",
  ])
  func `one name in two conditions is no mistake`(members: String) async throws {
    try await expect("@Generable struct Pet {\n  \(members)\n}", diagnostics: [])
  }

  @Test(arguments: [
    ("var a: Int\n  #if A\n  var a: Int\n  #endif", 4),
    ("#if A\n  var a: Int\n  #endif\n  var a: Int", 5),
    ("#if A\n  var a: Int\n  var a: Int\n  #endif", 4),
    ("#if A\n  var a: Int\n  #if B\n  var a: Int\n  #endif\n  #endif", 5),
    ("#if A\n  #if B\n  var a: Int\n  #endif\n  #endif\n  var a: Int", 7),
  ])
  func `one name in a condition and around it is a mistake`(
    members: String, line: Int
  ) async throws {
    try await expect(
      "@Generable struct Pet {\n  \(members)\n}",
      diagnostics: [
        "\(line):7: error: Another property already has the key \"a\": give one of them a "
          + "different key with '@Guide(key:)'."
      ])
  }

  @Test func `a key from CodingKeys clashes with another`() async throws {
    try await expect(
      """
      @Generable struct Pet {
        enum CodingKeys: String, CodingKey { case age = "name", name = "age" }
        var age: Int
        var name: String
        @Guide(key: "age") var years: Int
      }
      """,
      diagnostics: [
        "5:26: error: Another property already has the key \"age\": give one of them a "
          + "different key with '@Guide(key:)'."
      ])
  }
}
#endif
