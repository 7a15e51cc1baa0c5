import SchemaEncoding
import SchemaTestSupport
import Testing

/// The inspection of documents whose dialect renames keywords.
struct RenamedKeywordsTests {
  private let dialect = TestDialect {
    $0.keywords[.type] = "kind"
    $0.keywords[.title] = "called"
    $0.keywords[.description] = "about"
    $0.keywords[.reference] = "see"
    $0.keywords[.definitions] = "types"
    $0.keywords[.properties] = "fields"
    $0.keywords[.required] = "mandatory"
    $0.keywords[.additionalProperties] = "others"
    $0.keywords[.items] = "element"
    $0.keywords[.prefixItems] = "elements"
    $0.keywords[.anyOf] = "either"
    $0.keywords[.choices] = "values"
    $0.keywords[.patternProperties] = "matching"
    $0.keywords[.allOf] = "every"
    $0.keywords[.constant] = "only"
  }

  @Test func `renamed properties and definitions are found`() throws {
    let root = try SchemaEncoder(dialect: dialect).encode(Team.self).root
    #expect(root.type == "object")
    #expect(root.title == "Team")
    #expect(root.properties.map(\.name) == ["lead", "deputy", "members"])
    #expect(root.required == ["lead", "deputy", "members"])
    #expect(root.properties[0].schema.description == "Who decides")
    #expect(root.properties[2].schema.items?.reference == "#/types/Person")
    #expect(root.definitions.map(\.name) == ["Person"])
    #expect(root.definitions[0].schema.properties.map(\.name) == ["name", "children", "friend"])
    #expect(root["others"] == false)
    guard case .namedSchemas? = root["fields"] else {
      Issue.record("The value of 'fields' has no schemas.")
      return
    }
  }

  @Test func `renamed alternatives, choices and elements are found`() throws {
    let shape = try SchemaEncoder(dialect: dialect).encode(Shape.self).root
    #expect(shape.anyOf.map(\.reference) == ["#/types/Circle", "#/types/Square"])
    let size = try SchemaEncoder(dialect: dialect).encode(Size.self).root
    #expect(size.choices == ["small", "medium", "large", "xlarge"])
    let pair = GenerationSchema(type: Shape.self, tupleOf: [Int.self, Bool.self])
    #expect(
      try text(pair, in: dialect).contains(
        #""elements":[{"kind":"integer"},{"kind":"boolean"}]"#))
    let open = DynamicGenerationSchema.dictionary(of: .string)
    #expect(
      try text(GenerationSchema(root: open, dependencies: []), in: dialect).contains(
        #""others":{"kind":"string"}"#))
  }

  @Test func `keywords that no built-in dialect renames can be renamed`() throws {
    var renaming = dialect
    renaming.rules.constraints.singleChoiceIsConstant = true
    renaming.rules.constraints.combination = .allOf
    renaming.rules[.pattern] = .written
    renaming.rules.objects.additionalProperties = .written(patterns: .written)
    renaming.rules.objects.open = .written(forbidden: .written)
    var builder = SchemaTableBuilder(name: "Names")
    let number = builder.reserve()
    let one = builder.append(.string, guides: [GuideValue(.choices(["a"]))])
    let both = builder.append(
      .string,
      guides: [
        GuideValue(.pattern(try SchemaPattern(ecma: "a"))),
        GuideValue(.pattern(try SchemaPattern(ecma: "b"))),
      ])
    builder.declare(
      number,
      kind: .object(
        [
          GenerationSchema.Property(
            matching: try SchemaPattern(ecma: "^x"), reference: .entry(both)),
          GenerationSchema.Property(name: "one", reference: .entry(one)),
        ], additional: nil), title: .title("Names"))
    let document = try SchemaEncoder(dialect: renaming).encode(builder.makeSchema())
    #expect(document.root.properties[0].schema["only"] == "a")
    guard case .namedSchemas(let matching)? = document.root["matching"] else {
      Issue.record("The value of 'matching' has no schemas: \(document)")
      return
    }
    guard case .schemas(let every)? = matching[0].schema["every"] else {
      Issue.record("The value of 'every' has no schemas: \(document)")
      return
    }
    #expect(every.count == 1)
    renaming.rules.keywords[.constant] = "const"
    #expect(renaming.rules.keywords[.constant] == "const")
  }

  @Test func `a name that is not a keyword of the dialect holds no schemas`() throws {
    var dialect = dialect
    dialect.adaptation = { keywords, _ in keywords["items"] = ["a": 1] }
    let root = try SchemaEncoder(dialect: dialect).encode(Size.self).root
    #expect(root["items"] == ["a": 1])
  }
}
