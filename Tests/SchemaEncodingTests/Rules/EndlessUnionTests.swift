import SchemaEncoding
import SchemaTestSupport
import Testing

struct EndlessUnionTests {
  private func union(_ name: String, _ choices: [DynamicGenerationSchema])
    -> DynamicGenerationSchema
  { DynamicGenerationSchema(name: name, anyOf: choices) }

  private func expectCycle(
    _ root: DynamicGenerationSchema, _ dependencies: [DynamicGenerationSchema] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = fault(try GenerationSchema(root: root, dependencies: dependencies))
    guard case .circularDependency? = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func `E4: a dynamic union that contains itself is a cycle`() throws {
    let itself = DynamicGenerationSchema(referenceTo: "A")
    try expectCycle(union("A", [itself]))
    try expectCycle(union("A", [.string, itself]))
    // A nameless union in between does not end the cycle.
    try expectCycle(union("A", [.string, union("", [.integer, itself])]))
    try expectCycle(union("", [.integer, union("A", [.string, itself])]))
  }

  @Test func `E4: dynamic unions that contain each other are a cycle, wherever they stand`() throws
  {
    let first = union("A", [.string, DynamicGenerationSchema(referenceTo: "B")])
    let second = union("B", [DynamicGenerationSchema(referenceTo: "A"), .integer])
    try expectCycle(first, [second])
    let holder = DynamicGenerationSchema(
      name: "Holder",
      properties: [
        DynamicGenerationSchema.Property(
          name: "list", schema: .array(of: DynamicGenerationSchema(referenceTo: "B")))
      ])
    try expectCycle(holder, [first, second])
  }

  @Test func `E14: nothing refers to a union without a name`() throws {
    let error = #expect(throws: SchemaError.self) {
      try GenerationSchema(
        root: union("", [.string, DynamicGenerationSchema(referenceTo: "")]), dependencies: [])
    }
    guard case .undefinedReferences(_, [""], _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    arguments: [Itself.self, Heads.self, Tails.self, Holder<Heads>.self] as [any Generable.Type])
  func `E4: a Swift type that is one of itself is a cycle`(type: any Generable.Type) {
    let error = fault(type)
    guard case .circularDependency? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `E4: a union that contains itself in an element or a property is not a cycle`() throws
  {
    let itself = DynamicGenerationSchema(referenceTo: "A")
    let list = try GenerationSchema(
      root: union("A", [.string, .array(of: itself)]), dependencies: [])
    #expect(fault(list) == nil)
    let object = DynamicGenerationSchema(
      name: "Node", properties: [DynamicGenerationSchema.Property(name: "next", schema: itself)])
    #expect(
      fault(try GenerationSchema(root: union("A", [.null, object]), dependencies: [])) == nil)
  }
}

private struct Itself: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [String.self, Itself.self])
  }
}

private struct Heads: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [String.self, Tails.self])
  }
}

private struct Tails: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, title: nil, anyOf: [Heads.self, Int.self])
  }
}
