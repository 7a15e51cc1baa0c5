import SchemaEncoding
import SchemaTestSupport
import Testing

/// E15: resolving ends, also if a type refers to an unlimited number of types.
struct GrowthTests {
  @Test func `E15: a titled type that nests itself in ever new types is an error`() async throws {
    let error = try await onSmallStack { fault(Box<Int>.self) }
    guard case .limitExceeded("title length", let length, let maximum, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(length > maximum)
    #expect(context.path.pointer.hasPrefix("/next/next"))
    #expect(context.recoverySuggestion?.isEmpty == false)
  }

  @Test(arguments: [Crate<Int>.self, Sack<Int>.self] as [any Generable.Type])
  func `E15: ever new types are counted`(type: any Generable.Type) throws {
    let error = fault { try SchemaGraph(type, limits: SchemaGraph.Limits(schemas: 100)) }
    guard case .limitExceeded("schemas", 101, 100, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.pointer.hasPrefix("/next/next"))
    #expect(context.debugDescription.contains("100"))
  }

  @Test func `E15: as many schemas as the limit allows are read`() throws {
    // Nine links and the integer of the last one.
    let type = DeepTypes.links(depth: 9)
    #expect(fault { try SchemaGraph(type, limits: SchemaGraph.Limits(schemas: 10)) } == nil)
    #expect(fault { try SchemaGraph(type, limits: SchemaGraph.Limits(schemas: 9)) } != nil)
  }

  @Test func `E15: an encoder applies its limits to graphs`() throws {
    let encoder = SchemaEncoder(
      dialect: TestDialect(), limits: SchemaGraph.Limits(schemas: 100))
    #expect(encoder.check(Crate<Int>.self).map(\.severity) == [.error])
  }
}

/// Has a longer name at each level.
private struct Box<Value: Sendable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [Property(name: "next", type: Box<Box<Value>>?.self)])
  }
}

/// Has the same title at each level.
private struct Crate<Value: Sendable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: "Crate",
      properties: [Property(name: "next", type: Crate<Crate<Value>>?.self)])
  }
}

/// Has no title, and is written inline.
private struct Sack<Value: Sendable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil,
      properties: [Property(name: "next", type: Sack<Sack<Value>>?.self)])
  }
}
