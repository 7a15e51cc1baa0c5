import SchemaEncoding
import SchemaTestSupport
import Testing

struct CycleTests {
  @Test func `E4: a cycle of anonymous schemas names its properties`() throws {
    let error = try #require(fault(Holder<Outer>.self))
    guard case .circularDependency(let schema, let cycle, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(schema == "Outer")
    #expect(cycle == ["middle", "inner", "outer"])
    #expect(context.path.pointer == "/value/middle/inner/outer")
    #expect(error.description.contains("itself through /middle/inner/outer"))
    #expect(error.recoverySuggestion?.contains("title") == true)
  }

  @Test func `E4: a cycle is named without the path to it`() throws {
    let error = try #require(fault(Holder<Porch>.self))
    guard case .circularDependency(_, let cycle, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(cycle == ["middle", "inner", "outer"])
    #expect(context.path.pointer == "/value/door/middle/inner/outer")
  }

  @Test func `E4: an anonymous schema that is its own element has no properties to name`() throws {
    let error = try #require(fault(Holder<Nest>.self))
    guard case .circularDependency(_, let cycle, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(cycle.isEmpty)
    #expect(context.path.pointer == "/value")
    #expect(error.description.contains("elements"))
  }

  @Test func `E4: a cycle through an optional property is an error, too`() throws {
    let error = try #require(fault(Holder<Maybe>.self))
    guard case .circularDependency(_, ["again"], _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `E4: a definition begins a new chain of inline schemas`() throws {
    let expected =
      #"{"type":"object","title":"TreeHolder","additionalProperties":false,"properties":{"#
      + ##""nodes":{"type":"array","items":{"$ref":"#/$defs/TreeNode"}}},"required":["nodes"],"##
      + #""$defs":{"TreeNode":{"type":"object","additionalProperties":false,"properties":{"#
      + ##""children":{"type":"array","items":{"$ref":"#/$defs/TreeNode"}}},"##
      + #""required":["children"]}}}"#
    #expect(try text(TreeHolder.self) == expected)
  }

  @Test func `E4: an array that holds a tree of arrays is not a cycle`() throws {
    #expect(fault(TreeHolder.self) == nil)
    #expect(fault([TreeNode].self) == nil)
    #expect(fault(Holder<[TreeNode]>.self) == nil)
  }

  @Test func `E4: the same anonymous schema twice side by side is not a cycle`() throws {
    struct Pair: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self, title: nil,
          properties: [
            Property(name: "first", type: [[Int]].self),
            Property(name: "second", type: [[Int]].self),
          ])
      }
    }
    #expect(fault(Holder<[Pair]>.self) == nil)
  }

  @Test func `E4: a cycle through a definition is not an anonymous cycle`() throws {
    #expect(fault(Holder<[Ring]>.self) == nil)
  }

  @Test func `E4: an alias of itself is an error`() throws {
    let error = try #require(fault(Holder<Echo>.self))
    guard case .circularDependency = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.path.pointer == "/value")
  }

  @Test(arguments: [Tweedledum.self, Tweedledee.self] as [any Generable.Type])
  func `E4: aliases of each other are an error`(type: any Generable.Type) throws {
    guard case .circularDependency? = fault(type) else {
      Issue.record("A schema without content is encoded.")
      return
    }
  }
}

private struct Outer: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "middle", type: Middle.self)])
  }
}

private struct Middle: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "inner", type: [Inner].self)])
  }
}

private struct Inner: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil,
      properties: [
        Property(name: "size", type: Int.self), Property(name: "outer", type: Outer.self),
      ])
  }
}

private struct Porch: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "door", type: Outer.self)])
  }
}

private struct Maybe: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "again", type: Maybe?.self)])
  }
}

private struct Nest: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, arrayOf: Nest.self)
  }
}

private struct Ring: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "titled", type: Titled.self)])
  }
}

private struct Titled: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "rings", type: [Ring].self)])
  }
}

private struct Echo: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, representing: Echo.self)
  }
}

private struct Tweedledum: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, representing: Tweedledee.self)
  }
}

private struct Tweedledee: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, representing: Tweedledum.self)
  }
}
