import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// E14 and G6: faults are errors before anything is written, with their places and remedies.
struct FaultTests {
  /// Checks the parts that all errors have.
  private func check(
    _ error: SchemaError?, at pointer: String, mentions words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> SchemaError {
    let error = try #require(error, sourceLocation: sourceLocation)
    #expect(error.path.pointer == pointer, sourceLocation: sourceLocation)
    for word in words {
      #expect(error.description.contains(word), sourceLocation: sourceLocation)
    }
    let problem = try #require(error.errorDescription, sourceLocation: sourceLocation)
    let remedy = try #require(error.recoverySuggestion, sourceLocation: sourceLocation)
    #expect(problem.hasSuffix(".") && remedy.hasSuffix("."), sourceLocation: sourceLocation)
    return error
  }

  @Test func `E14: two properties of one name are an error`() throws {
    let error = try check(fault(Holder<Double_>.self), at: "/value", mentions: "Double_", "'x'")
    guard case .duplicateProperty("Double_", "x", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: [2, 8, 9, 33, 200])
  func `E14: a name that occurs twice is found among any number`(count: Int) throws {
    let names = (0..<count).map { "property \($0)" }
    let distinct = GenerationSchema(
      type: Whole.self, properties: names.map { Property(name: $0, type: Int.self) })
    #expect(fault(distinct) == nil)
    for twice in [0, count / 2, count - 1] {
      let schema = GenerationSchema(
        type: Whole.self,
        properties: (names + [names[twice]]).map { Property(name: $0, type: Int.self) })
      guard case .duplicateProperty("Whole", names[twice], _)? = fault(schema) else {
        Issue.record("\(names[twice]) of \(count)")
        continue
      }
    }
  }

  @Test func `E14: names with equal characters and different bytes are different`() throws {
    let schema = GenerationSchema(
      type: Whole.self,
      properties: [
        Property(name: "caf\u{e9}", type: Int.self), Property(name: "cafe\u{301}", type: Int.self),
      ])
    #expect(fault(schema) == nil)
  }

  @Test func `E14: a list without choices is an error`() throws {
    let error = try check(fault(Holder<NoChoice>.self), at: "/value", mentions: "choice")
    guard case .emptyTypeChoices = error else {
      Issue.record("\(error)")
      return
    }
    let guide = try check(
      fault(Holder<String>.schema([.anyOf([])])), at: "/value", mentions: "Holder")
    guard case .emptyTypeChoices("Holder", _) = guide else {
      Issue.record("\(guide)")
      return
    }
  }

  @Test func `E14: a union without types is an error`() throws {
    let error = try check(fault(Holder<[NoType]>.self), at: "/value", mentions: "NoType")
    guard case .emptyTypeChoices("NoType", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `E14: a type without values is an error`() throws {
    let error = try check(fault(Holder<[Never]>.self), at: "/value", mentions: "no values")
    guard case .unsupported("Never", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    arguments: [
      ([Circle.self, Impostor.self], "/p1"), ([Impostor.self, Circle.self], "/p0"),
      ([Impostor.self], "/p0"),
    ] as [([any Generable.Type], String)])
  func `E14: a schema that claims another type's identity is an error`(
    types: [any Generable.Type], pointer: String
  ) throws {
    let error = try check(fault(whole(of: types)), at: pointer, mentions: "'Circle'", "Self.self")
    guard case .duplicateType(_, "Circle", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `E14: a schema of a type that has the schema of a third one is an error`() throws {
    let error = try check(
      fault(Holder<ImpostorOfImpostor>.self), at: "/value", mentions: "'Impostor'")
    guard case .duplicateType(_, "Impostor", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `a type may share the schema of another as it is`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Holder<SameAsCircle>.self)
    #expect(document.root.properties[0].schema.reference == "#/$defs/Circle")
  }

  @Test func `E14: a fault in a definition is at the place that first referred to it`() throws {
    let error = try check(fault(Holder<[Page<Double_>]>.self), at: "/value/items")
    guard case .duplicateProperty = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `E14: the alternative of a union is part of a path`() throws {
    struct Either: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: [Circle.self, Page<NoChoice>.self])
      }
    }
    _ = try check(fault(Holder<Either>.self), at: "/value/Page<NoChoice>/items")
  }

  @Test(
    arguments: [
      (Holder<Int>.schema([.minimum(10), .maximum(5)]), ["minimum 10", "maximum 5"]),
      (Holder<Double>.schema([.minimum(0.5), .maximum(0.25)]), ["0.5", "0.25"]),
      (Holder<String>.schema([.anyOf(["a", "b"]), .anyOf(["c"])]), ["\"a\", \"b\"", "\"c\""]),
      (Holder<String>.schema([.constant("a"), .pattern(/^[0-9]+$/)]), ["\"a\"", "^[0-9]+$"]),
      (Holder<UInt8>.schema([.init(GenerationGuide<Int>.minimum(300))]), ["300", "255"]),
      (Holder<String>.schema([.minimumLength(4), .maximumLength(3)]), ["length 4", "length 3"]),
      (Holder<String>.schema([.minimumLength(-4)]), ["-4", "negative"]),
      (Holder<Percentage>.schema([.atLeast(101)]), ["101", "100"]),
      (Holder<Int>.schema([.init(GenerationGuide<Double>.range(0.2...0.8))]), ["0.2", "0.8"]),
    ] as [(GenerationSchema, [String])])
  func `G6: what nothing satisfies is an error that names both sides`(
    schema: GenerationSchema, words: [String]
  ) throws {
    let error = try check(fault(schema), at: "/value")
    guard case .contradictoryGuides("Holder", _) = error else {
      Issue.record("\(error)")
      return
    }
    for word in words { #expect(error.description.contains(word)) }
  }

  @Test(
    arguments: [
      ([.minimumCount(5), .maximumCount(4)], ["5", "4"]), ([.count(-1)], ["-1", "negative"]),
      ([.count(2), .count(3)], ["3", "2"]), ([.maximumCount(Int.min)], ["negative"]),
      ([.minimumCount(-2), .minimumCount(3)], ["-2", "negative"]),
      ([.minimumCount(3), .minimumCount(-2)], ["-2", "negative"]),
    ] as [([GenerationGuide<[Int]>], [String])])
  func `G6: counts that are crossed or negative are an error`(
    guides: [GenerationGuide<[Int]>], words: [String]
  ) throws {
    let error = try check(fault(Holder<[Int]>.schema(guides)), at: "/value")
    guard case .contradictoryGuides = error else {
      Issue.record("\(error)")
      return
    }
    for word in words { #expect(error.description.contains(word)) }
  }

  @Test func `G6: a contradiction among elements is found`() throws {
    let error = try check(
      fault(
        Holder<[[Int]]>.schema([.element(.element(.minimum(2))), .element(.element(.maximum(1)))])),
      at: "/value")
    guard case .contradictoryGuides = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    arguments: [
      Holder<Int>.schema([.init(GenerationGuide<String>.constant("a"))]),
      Holder<String>.schema([.init(GenerationGuide<Int>.minimum(1))]),
      Holder<Bool>.schema([.init(GenerationGuide<Int>.minimum(1))]),
      Holder<String>.schema([.init(GenerationGuide<[Int]>.count(1))]),
      Holder<Circle>.schema([.init(GenerationGuide<Int>.minimum(1))]),
      Holder<Shape>.schema([.init(GenerationGuide<[Int]>.count(1))]),
      Holder<Int>.schema([.init(GenerationGuide<[Int]>.element(.minimum(1)))]),
      Holder<GeneratedContent>.schema([.init(GenerationGuide<Int>.minimum(1))]),
      Holder<[Circle]>.schema([.init(GenerationGuide<[Int]>.element(.minimum(1)))]),
    ])
  func `a guide that does not fit the value is an error`(schema: GenerationSchema) throws {
    let error = try check(fault(schema), at: "/value")
    guard case .invalidGuide = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `a pattern that JSON Schema cannot state is an error`() throws {
    let error = try check(fault(Holder<String>.schema([.pattern(/(?>a+)b/)])), at: "/value")
    guard case .invalidGuide = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `a place is printed as a JSON Pointer`() throws {
    struct Awkward: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self, properties: [Property(name: "a/b~c\"", type: NoChoice.self)])
      }
    }
    let error = try check(fault(Awkward.self), at: "/a~1b~0c\"", mentions: "At /a~1b~0c\"")
    #expect(error.path.names == ["a/b~c\""])
  }
}

private struct Double_: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [Property(name: "x", type: Int.self), Property(name: "x", type: String.self)])
  }
}

private enum NoChoice: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [String]())
  }
}

private enum NoType: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [any Generable.Type]())
  }
}

private struct Impostor: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Circle.self, properties: [Property(name: "n", type: Int.self)])
  }
}

private struct ImpostorOfImpostor: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Impostor.self, properties: [Property(name: "n", type: Int.self)])
  }
}

private struct SameAsCircle: SchemaOnly {
  static var generationSchema: GenerationSchema { Circle.generationSchema }
}
