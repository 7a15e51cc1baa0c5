import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

private typealias Schema = DynamicGenerationSchema

struct TypeTextTests {
  private func text(_ root: Schema, _ others: [Schema] = []) throws -> String {
    let schema = try GenerationSchema(root: root, dependencies: others)
    let graph = try SchemaGraph(schema)
    let text = try TypeText(graph).description
    try expectReading(text, declares: graph, "\(text)")
    return text
  }

  private func property(_ name: String, _ schema: Schema, isOptional: Bool = false)
    -> Schema.Property
  {
    Schema.Property(name: name, schema: schema, isOptional: isOptional)
  }

  @Test func `a type text has types, optional properties, choices, facts and descriptions`() throws
  {
    let ingredient = Schema(
      name: "Ingredient",
      properties: [
        property("name", Schema(type: String.self, guides: [.pattern(#/^[a-z/ ]+$/#)])),
        property("grams", Schema(type: Double.self, guides: [.range(0.5...1000)])),
      ])
    let recipe = Schema(
      name: "Recipe", description: "A dish",
      properties: [
        Schema.Property(name: "name", description: "Of the dish", schema: .string),
        Schema.Property(
          name: "servings", description: "People that it feeds",
          schema: Schema(type: Int.self, guides: [.range(1...12)])),
        property("level", Schema(name: "Level", anyOf: ["easy", "hard"])),
        property(
          "ingredients", Schema(arrayOf: Schema(referenceTo: "Ingredient"), minimumElements: 1)),
        property("note", .nullable(.string), isOptional: true),
        property("part-of", Schema(referenceTo: "Recipe"), isOptional: true),
      ])
    let written = try text(recipe, [ingredient])
    #expect(
      written == #"""
        type Recipe = { // A dish
        name:string // Of the dish
        servings:integer // 1..12; People that it feeds
        level:"easy"|"hard"
        ingredients:Ingredient[] // >=1 item
        note?:string|null
        "part-of"?:Recipe
        }
        type Ingredient = {
        name:string // /^[a-z\/ ]+$/
        grams:number // 0.5..1000
        }
        """#)
  }

  @Test func `a property like an earlier one is the place of that one`() throws {
    let options = Schema(
      name: "Options",
      properties: [
        property("first", Schema(type: String.self, guides: [.pattern(#/^[a-z]+[0-9]*$/#)])),
        property("last", Schema(type: String.self, guides: [.pattern(#/^[a-z]+[0-9]*$/#)])),
      ])
    func flag(_ name: String, _ description: String, _ schema: Schema) -> Schema.Property {
      Schema.Property(name: name, description: description, schema: schema, isOptional: true)
    }
    let written = try text(
      Schema(
        name: "Run",
        properties: [
          flag("input", "The path of the file that is read", .string),
          flag("output", "The path of the file that is read", .string),
          property("before", Schema(referenceTo: "Options")),
          flag("log", "A path", Schema(type: String.self, guides: [.pattern(#/^[a-z]+[0-9]*$/#)])),
          property("not an identifier", .string),
        ]), [options])
    #expect(
      written == #"""
        type Run = {
        input?:string // The path of the file that is read
        output?:Run.input
        before:Options
        log?:string // /^[a-z]+[0-9]*$/; A path
        "not an identifier":string
        }
        type Options = {
        first:string // /^[a-z]+[0-9]*$/
        last:string // /^[a-z]+[0-9]*$/
        }
        """#)
  }

  @Test func `comments inside of a type end their lines`() throws {
    let short = Schema(type: String.self, guides: [.maximumLength(5)])
    let tags = Schema(arrayOf: short, minimumElements: 2, maximumElements: 2)
    #expect(
      try text(Schema(name: "A", properties: [property("tags", tags)])) == """
        type A = {
        tags:(string // <=5 chars
        )[] // 2 items
        }
        """)
    let union = Schema(name: "U", description: "Any", anyOf: [short, .integer])
    #expect(
      try text(Schema(name: "A", properties: [property("u", union)])) == """
        type A = {
        u:U
        }
        type U = // Any
        | string // <=5 chars
        | integer
        """)
  }

  @Test(arguments: [
    "two\nlines", "ends */ here", "// not\r\n\n} the end", "1..5", "format date; no", "; x",
    "a\u{2028}b", "> more", "contains 1 of \"a\"", " ", "/a/", "/* open", "back\\slash \"quote\"",
  ])
  func `no description ends its comment or passes for a fact`(description: String) throws {
    let property = Schema.Property(name: "a", description: description, schema: .string)
    let text = try text(Schema(name: "A", properties: [property, self.property("b", .boolean)]))
    for line in text.split(separator: "\n").dropFirst(2).dropLast(2) {
      #expect(line.hasPrefix("//"), "\(text)")
    }
  }

  @Test(arguments: AwkwardNames.all)
  func `names that are no identifiers are quoted`(name: String) throws {
    let part = Schema(name: name, properties: [])
    let text = try text(
      Schema(
        name: "Root of \(name)",
        properties: [property(name, Schema(referenceTo: name)), property("x", .string)]), [part])
    #expect(text.contains("x:string\n}"))
  }

  @Test func `names of types are short and distinct`() throws {
    let names = ["https://a.example/v1.Pod", "https://a.example/v2.Pod", "Pod", "string", "v1_Pod"]
    let text = try text(
      Schema(
        name: "Root",
        properties: names.enumerated().map { property("p\($0)", Schema(referenceTo: $1)) }),
      names.map { Schema(name: $0, properties: [property("of", .string)]) })
    let types = text.split(separator: "\n").filter { $0.hasPrefix("type ") }
    #expect(types.count == 6)
    #expect(text.contains("p2:Pod\n"))
    #expect(text.contains("p0:example_v1_Pod\n"), "\(text)")
    #expect(text.contains("p1:v2_Pod\n"))
    #expect(text.contains("p3:Type2\n"))
  }

  @Test func `all types of random schemas are stated`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    for number in 0..<UInt64(tried(of: 400)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed &+ number).schema)
      try expectReading(
        TypeText(graph).description, declares: graph, "seed \(seed &+ number)")
    }
  }

  @Test func `all types of arbitrary schemas are stated`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var schemas = ArbitrarySchemas(seed: seed)
    var count = 0
    for number in 0..<tried(of: 800) {
      let (root, others) = schemas.next()
      guard let schema = try? GenerationSchema(root: root, dependencies: others),
        let graph = try? SchemaGraph(schema)
      else { continue }
      try expectReading(
        TypeText(graph).description, declares: graph, "number \(number) of seed \(seed)")
      count += 1
    }
    #expect(count > tried(of: 800) / 10)
  }

  @Test func `one schema gives the same bytes`() throws {
    let schema = try RandomSchema(seed: 7).schema
    #expect(try TypeText(schema) == TypeText(SchemaGraph(schema)))
    #expect(try TypeText(Int.self).description == "integer")
  }

  @Test func `a deep schema is written without recursion, in linear time`() throws {
    func nested(_ depth: Int) throws -> SchemaGraph {
      var schema = Schema(type: String.self, guides: [.maximumLength(3)])
      for _ in 0..<depth { schema = .array(of: schema) }
      return try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
    }
    let text = try TypeText(nested(20_000)).description
    #expect(text.hasPrefix("(string // <=3 chars\n)[][]"))
    let growth = try growthOfTime(from: 5_000, prepare: nested) { _ = try TypeText($0) }
    #expect(growth < proportionalGrowth)
  }
}
