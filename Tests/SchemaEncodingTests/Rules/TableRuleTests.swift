import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Schemas that are made from a table of declarations.
struct TableRuleTests {
  private func property(
    _ name: String, _ reference: GenerationSchema.Reference, summary: String? = nil,
    guides: [GuideValue] = []
  ) -> GenerationSchema.Property {
    GenerationSchema.Property(
      name: name, summary: summary, reference: reference, guides: guides)
  }

  @Test func `E2: a definition keeps the name that it has, whatever its kind`() throws {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let word = builder.append(
      .string, title: .definition("a/b"), summary: "A word",
      guides: [GuideValue(.length(minimum: 1, maximum: nil))])
    let list = builder.append(.array(of: .entry(word)), title: .definition("list"))
    builder.declare(
      root,
      kind: .object([property("w", .entry(word)), property("l", .entry(list))], additional: nil))
    #expect(
      try text(builder.makeSchema())
        == ##"{"type":"object","additionalProperties":false,"properties":"##
        + ##"{"w":{"$ref":"#/$defs/a~1b"},"l":{"$ref":"#/$defs/list"}},"required":["w","l"],"##
        + ##""$defs":{"a/b":{"type":"string","description":"A word","minLength":1},"##
        + ##""list":{"type":"array","items":{"$ref":"#/$defs/a~1b"}}}}"##)
  }

  @Test func `E3, E4: definitions of any kind may lead back to themselves and to the root`() throws
  {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let nest = builder.reserve()
    builder.declare(nest, kind: .array(of: .entry(nest)), title: .definition("nest"))
    builder.declare(root, kind: .tuple([.entry(nest), .entry(root)]))
    #expect(
      try text(builder.makeSchema())
        == ##"{"type":"array","minItems":2,"maxItems":2,"prefixItems":"##
        + ##"[{"$ref":"#/$defs/nest"},{"$ref":"#"}],"##
        + ##""$defs":{"nest":{"type":"array","items":{"$ref":"#/$defs/nest"}}}}"##)
  }

  @Test func `E4: a schema without a name must not contain itself`() throws {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let nest = builder.reserve()
    builder.declare(nest, kind: .array(of: .entry(nest)))
    builder.declare(root, kind: .object([property("nest", .entry(nest))], additional: nil))
    guard case .circularDependency = fault(try builder.makeSchema()) else {
      Issue.record("A cycle without a name is encoded.")
      return
    }
    var alias = SchemaTableBuilder(name: "document")
    _ = alias.append(.alias(of: .entry(.root)))
    guard case .circularDependency = fault(try alias.makeSchema()) else {
      Issue.record("A schema that stands for itself is encoded.")
      return
    }
  }

  @Test func `E7, E8: a place adds guides to its target, and changes no other place`() throws {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let count = builder.append(
      .integer, title: .definition("count"),
      guides: [GuideValue(.bounds(minimum: SchemaNumber(0), maximum: nil))])
    let small = builder.append(
      .alias(of: .entry(count)), summary: "A small one",
      guides: [GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(9)))])
    let described = builder.append(.alias(of: .entry(count)), summary: "Described")
    builder.declare(
      root,
      kind: .object(
        [
          property("a", .entry(small)), property("b", .entry(described)),
          property("c", .entry(count), summary: "Here"), property("d", .entry(count)),
        ], additional: .entry(described)))
    #expect(
      try text(builder.makeSchema())
        == ##"{"type":"object","additionalProperties":"##
        + ##"{"$ref":"#/$defs/count","description":"Described"},"properties":{"##
        + ##""a":{"type":"integer","description":"A small one","minimum":0,"maximum":9},"##
        + ##""b":{"$ref":"#/$defs/count","description":"Described"},"##
        + ##""c":{"$ref":"#/$defs/count","description":"Here"},"##
        + ##""d":{"$ref":"#/$defs/count"}},"required":["a","b","c","d"],"##
        + ##""$defs":{"count":{"type":"integer","minimum":0}}}"##)
  }

  @Test func `guides on a reference to a definition that is an object are an error`() throws {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let thing = builder.append(.object([], additional: nil), title: .definition("thing"))
    builder.declare(
      root,
      kind: .object(
        [
          property(
            "a", .entry(thing), guides: [GuideValue(.propertyCount(minimum: 1, maximum: nil))])
        ], additional: nil))
    guard case .invalidGuide(_, let context) = fault(try builder.makeSchema()) else {
      Issue.record("A definition is narrowed at one place.")
      return
    }
    #expect(context.path.pointer == "/a")
  }

  @Test func `the root may be an alias of a definition`() throws {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let node = builder.reserve()
    builder.declare(root, kind: .alias(of: .entry(node)))
    builder.declare(
      node, kind: .object([property("next", .entry(node))], additional: nil),
      title: .definition("node"))
    #expect(
      try text(builder.makeSchema())
        == ##"{"type":"object","title":"node","additionalProperties":false,"##
        + ##""properties":{"next":{"$ref":"#"}},"required":["next"]}"##)
  }

  @Test func `E14: a table with gaps, equal names or equal properties is an error`() throws {
    var gap = SchemaTableBuilder(name: "document")
    _ = gap.reserve()
    guard case .undefinedReferences(_, ["entry 0"], _)? = fault({ try gap.makeSchema() }),
      case .undefinedReferences(_, ["the root"], _)? = fault({
        try SchemaTableBuilder(name: "empty").makeSchema()
      })
    else {
      Issue.record("A table with gaps is encoded.")
      return
    }

    var namesakes = SchemaTableBuilder(name: "document")
    _ = namesakes.append(.string, title: .definition("a"))
    _ = namesakes.append(.integer, title: .definition("a"))
    guard case .duplicateType(_, "a", _)? = fault({ try namesakes.makeSchema() }) else {
      Issue.record("Two definitions of one name are encoded.")
      return
    }

    var twins = SchemaTableBuilder(name: "document")
    _ = twins.append(
      .object([property("x", .type(Int.self)), property("x", .type(Int.self))], additional: nil))
    let error = #expect(throws: SchemaError.self) { try twins.makeSchema() }
    guard case .duplicateProperty(_, "x", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }

    let pattern = try SchemaPattern(ecma: "^x")
    var patterns = SchemaTableBuilder(name: "document")
    let repeated = GenerationSchema.Property(matching: pattern, reference: .type(Int.self))
    _ = patterns.append(.object([property("^x", .type(Int.self)), repeated], additional: nil))
    #expect(throws: Never.self) { try patterns.makeSchema() }
    _ = patterns.append(.object([repeated, repeated], additional: nil))
    guard case .duplicateProperty(_, "^x", let context)? = fault({ try patterns.makeSchema() })
    else {
      Issue.record("Two equal patterns are encoded.")
      return
    }
    #expect(context.debugDescription.hasSuffix("has two properties with the pattern '^x'."))

    var outside = SchemaTableBuilder(name: "document")
    _ = outside.append(.array(of: .entry(.root.advanced(by: 7))))
    guard case .undefinedReferences = fault(try outside.makeSchema()) else {
      Issue.record("A reference to nothing is encoded.")
      return
    }
    let alone = GenerationSchema(type: Int.self, properties: [property("x", .entry(.root))])
    guard case .undefinedReferences(_, _, let context)? = fault(alone) else {
      Issue.record("A reference to an entry of no table is encoded.")
      return
    }
    #expect(context.path.pointer == "/x")
  }
}
