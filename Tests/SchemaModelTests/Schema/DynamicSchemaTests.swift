import IndexedTables
import SchemaModel
import SchemaTestSupport
import Testing

struct DynamicSchemaTests {
  private typealias Schema = DynamicGenerationSchema

  private func object(_ name: String, _ properties: (String, Schema)...) -> Schema {
    Schema(
      name: name, properties: properties.map { Schema.Property(name: $0.0, schema: $0.1) })
  }

  /// How many schemas a whole was linked from.
  private static func entryCount(_ schema: GenerationSchema) -> Int? {
    schema.declaration.table?.entries.count
  }

  /// The error that linking ends with, or `nil` if there is none; any other error is an issue.
  private func fault(
    _ root: Schema, _ dependencies: Schema..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> SchemaError? {
    do {
      _ = try GenerationSchema(root: root, dependencies: dependencies)
      return nil
    } catch let error as SchemaError {
      return error
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
      return nil
    }
  }

  @Test func `an undefined reference is an error that names all of them and one place`()
    throws
  {
    let error = try #require(
      fault(
        object(
          "Root", ("list", .array(of: Schema(referenceTo: "Missing"))),
          ("again", Schema(referenceTo: "Missing")), ("other", Schema(referenceTo: "Gone")),
          ("known", Schema(referenceTo: "Root")))))
    guard case .undefinedReferences("Root", ["Missing", "Gone"], let context) = error else {
      Issue.record("\(error)")
      return
    }
    // Properties come before the elements of arrays.
    #expect(context.path.pointer == "/again")
    #expect(error.description.contains("'Missing', 'Gone'"))
    #expect(context.recoverySuggestion?.contains("dependencies") == true)
  }

  @Test func `a reference to nothing at the root is an error`() throws {
    let error = try #require(fault(Schema(referenceTo: "Nothing")))
    guard case .undefinedReferences(_, ["Nothing"], _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `two properties of one name are an error`() throws {
    let error = try #require(
      fault(object("Root", ("a", object("Inner", ("x", .integer), ("x", .string))))))
    guard case .duplicateProperty("Inner", "x", let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.pointer == "/a")
  }

  @Test func `names that look alike but differ in their bytes are two`() {
    #expect(fault(object("Root", ("caf\u{e9}", .integer), ("cafe\u{301}", .integer))) == nil)
  }

  @Test(arguments: [
    DynamicGenerationSchema(name: "Empty", anyOf: [String]()),
    DynamicGenerationSchema(name: "Empty", anyOf: [DynamicGenerationSchema]()),
  ])
  func `a choice of nothing is an error`(empty: DynamicGenerationSchema) throws {
    let error = try #require(fault(object("Root", ("a", .array(of: empty)))))
    guard case .emptyTypeChoices("Empty", let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.pointer == "/a")
  }

  @Test func `two dependencies of one name are an error`() throws {
    guard case .duplicateType(_, "Cat", _)? = fault(object("Root"), object("Cat"), object("Cat"))
    else {
      Issue.record("Two equal dependencies are linked.")
      return
    }
    let other = object("Cat", ("a", .integer))
    guard case .duplicateType(_, "Cat", _)? = fault(object("Root"), other, object("Cat")) else {
      Issue.record("Two dependencies that differ are linked.")
      return
    }
    guard case .duplicateType(_, "Root", _)? = fault(object("Root"), object("Root")) else {
      Issue.record("The root's name is taken.")
      return
    }
  }

  @Test func `two schemas of one name that differ are an error wherever they stand`() throws {
    let different: [(Schema, Schema)] = [
      (object("Cat", ("a", .integer)), object("Cat", ("a", .string))),
      (object("Cat", ("a", .integer)), object("Cat", ("b", .integer))),
      (object("Cat"), Schema(name: "Cat", description: "One", properties: [])),
      (object("Cat"), Schema(name: "Cat", anyOf: ["a"])),
      (Schema(name: "Cat", anyOf: ["a"]), Schema(name: "Cat", anyOf: ["b"])),
      (Schema(name: "Cat", anyOf: ["\u{e9}"]), Schema(name: "Cat", anyOf: ["e\u{301}"])),
      (object("Cat", ("\u{e9}", .null)), object("Cat", ("e\u{301}", .null))),
      (
        object("Cat", ("a", Schema(arrayOf: .integer, minimumElements: 1))),
        object("Cat", ("a", Schema(arrayOf: .integer)))
      ),
      (
        object("Cat", ("a", Schema(type: Int.self, guides: [.minimum(1)]))),
        object("Cat", ("a", Schema(type: Int.self)))
      ),
      (
        Schema(name: "Cat", properties: [.init(name: "a", schema: .null)]),
        Schema(name: "Cat", properties: [.init(name: "a", schema: .null, isOptional: true)])
      ),
    ]
    for (first, second) in different {
      let error = try #require(fault(object("Root", ("a", first), ("b", .array(of: second)))))
      guard case .duplicateType(_, "Cat", let context) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(context.path.pointer == "/b")
    }
  }

  @Test func `the same schema may stand in several places, by value and by name`() {
    let cat = object("Cat", ("age", .integer), ("friend", Schema(referenceTo: "Cat")))
    let same = object("Cat", ("age", .integer), ("friend", Schema(referenceTo: "Cat")))
    #expect(
      fault(object("Root", ("a", cat), ("b", same), ("c", Schema(referenceTo: "Cat")))) == nil)
    #expect(fault(object("Root", ("a", cat)), same) == nil)
    #expect(fault(object("Root", ("a", cat)), cat) == nil)
  }

  @Test func `what stands inside by value need not be listed`() {
    let cat = object("Cat")
    #expect(
      fault(object("Root", ("a", .array(of: cat)), ("b", Schema(referenceTo: "Cat")))) == nil)
  }

  @Test func `a schema defined only inside a copy of another is defined`() throws {
    let inner = object("B", ("x", .integer))
    let byName = object("A", ("b", Schema(referenceTo: "B")))
    let byValue = object("A", ("b", inner))
    for (first, second) in [(byName, byValue), (byValue, byName)] {
      let root = object("Root", ("a", first), ("again", second), ("b", Schema(referenceTo: "B")))
      #expect(fault(root) == nil)
    }
  }

  @Test func `schemas inside copies that differ are an error at the one that differs`() throws {
    let root = object(
      "Root", ("a", object("A", ("b", object("B", ("x", .integer))))),
      ("again", object("A", ("b", object("B", ("x", .string))))))
    let error = try #require(fault(root))
    guard case .duplicateType(_, "B", let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.pointer == "/again/b")
  }

  @Test func `names of schemas that look alike but differ in their bytes are two`() throws {
    let composed = object("caf\u{e9}", ("x", .integer))
    let decomposed = object("cafe\u{301}", ("x", .string))
    #expect(fault(object("Root", ("a", composed), ("b", decomposed))) == nil)
    #expect(fault(object("Root"), composed, decomposed) == nil)
    let error = try #require(
      fault(object("Root", ("a", composed), ("b", Schema(referenceTo: "cafe\u{301}")))))
    guard case .undefinedReferences(_, let names, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(names.map { Array($0.utf8) } == [Array("cafe\u{301}".utf8)])
  }

  @Test func `a dependency may refer to others and to itself`() {
    #expect(
      fault(
        object("Root", ("a", Schema(referenceTo: "A"))),
        object("A", ("b", Schema(referenceTo: "B"))),
        object("B", ("a", Schema(referenceTo: "A")), ("b", Schema(referenceTo: "B")))) == nil)
  }

  @Test func `a root that is a reference is what it refers to`() throws {
    let schema = try GenerationSchema(
      root: Schema(referenceTo: "Cat"), dependencies: [object("Cat", ("age", .null))])
    #expect(Self.entryCount(schema) == 3, "The reference, the cat, and null.")
  }

  @Test func `schemas with an empty name are anonymous, not duplicates of each other`() throws {
    let pair = object("Pair", ("a", object("", ("x", .string))), ("b", object("", ("y", .null))))
    #expect(fault(pair) == nil)
    guard
      case .undefinedReferences(_, [""], _)? = fault(
        object("Root", ("a", Schema(referenceTo: ""))), object("", ("y", .null)))
    else {
      Issue.record("A schema without a name is found by its name.")
      return
    }
  }

  @Test(arguments: ["a/b", "~", "%25", "\"q\"", "😀", "with space", "a\nb"])
  func `any text may be a name`(name: String) {
    #expect(fault(object(name, (name, Schema(referenceTo: name)))) == nil)
  }

  @Test func `a validated schema takes the first as its root`() throws {
    let validated = try ValidatedGenerationSchema(
      schemas: [object("First", ("b", Schema(referenceTo: "Second"))), object("Second")])
    #expect(validated.schema.name == "First")
    #expect(throws: SchemaError.self) { try ValidatedGenerationSchema(schemas: []) }
    #expect(throws: SchemaError.self) {
      try ValidatedGenerationSchema(schemas: [Schema(referenceTo: "Second")])
    }
  }

  @Test func `a schema shared by value a million times over is linked once`() throws {
    var schema = object("Leaf")
    for level in 0..<40 {
      schema = object("L\(level)", ("left", schema), ("right", schema))
    }
    let linked = try GenerationSchema(root: schema, dependencies: [])
    #expect(Self.entryCount(linked) == 41)
  }

  @Test func `equal schemas made anew at every level are compared without exploding`() throws {
    func level(_ number: Int) -> Schema {
      number == 0
        ? object("L0")
        : object("L\(number)", ("left", level(number - 1)), ("right", level(number - 1)))
    }
    #expect(fault(level(10)) == nil)
  }

  @Test func `a deep nest is made, linked and freed on a small stack`() async throws {
    let counts = try await onSmallStack {
      var array = Schema.integer
      for _ in 0..<greatDepth { array = .array(of: array) }
      let linked = try GenerationSchema(root: array, dependencies: [])
      var union = Schema.null
      for level in 0..<greatDepth / 10 {
        union = Schema(name: "U\(level)", anyOf: [union, .string])
      }
      let other = try GenerationSchema(root: union, dependencies: [])
      return [Self.entryCount(linked), Self.entryCount(other)]
    }
    #expect(counts == [greatDepth + 1, greatDepth / 10 * 2 + 1])
  }

  @Test func `deep equal nests are compared on a small stack`() async throws {
    let isLinked = try await onSmallStack {
      func nest() -> Schema {
        var schema = Schema.integer
        for _ in 0..<greatDepth / 10 { schema = .array(of: schema) }
        return Schema(name: "Deep", properties: [Schema.Property(name: "a", schema: schema)])
      }
      let root = Schema(
        name: "Root",
        properties: [
          Schema.Property(name: "a", schema: nest()), Schema.Property(name: "b", schema: nest()),
        ])
      return try GenerationSchema(root: root, dependencies: []).name
    }
    #expect(isLinked == "Root")
  }

  @Test func `a deep nest that shares its parts with another is freed once`() async throws {
    let kept = try await onSmallStack {
      var schema = Schema.integer
      for _ in 0..<1_000 { schema = .array(of: schema) }
      let kept = schema
      for _ in 0..<greatDepth { schema = .array(of: schema) }
      return kept
    }
    #expect(Self.entryCount(try GenerationSchema(root: kept, dependencies: [])) == 1_001)
  }

  @Test func `choices in two normal forms make different schemas`() {
    func schema(_ choice: String) -> Schema {
      object("Cat", ("name", Schema(type: String.self, guides: [.anyOf([choice])])))
    }
    let root = object("Root", ("a", schema("\u{E9}")), ("b", schema("e\u{301}")))
    guard case .duplicateType(_, "Cat", _)? = fault(root) else {
      Issue.record("The schemas are merged.")
      return
    }
    #expect(fault(object("Root", ("a", schema("a")), ("b", schema("a")))) == nil)
  }
}
