import SchemaConformances
import SchemaTestSupport
import Testing

@testable import SchemaModel

struct GenerationSchemaTests {
  @Test func `a schema is named after its title or its type`() {
    let property = Property(name: "n", type: Int.self)
    #expect(GenerationSchema(type: Point.self, properties: [property]).name == "Point")
    #expect(
      GenerationSchema(type: Point.self, title: "Place", properties: [property]).name == "Place")
    #expect(GenerationSchema(type: Point.self, title: nil, properties: [property]).name == "Point")
    #expect(GenerationSchema(type: Point.self, title: nil, anyOf: [Int.self]).name == "Point")
    #expect(Int.generationSchema.name == "Int")
    #expect([String].generationSchema.name == "Array<String>")
  }

  @Test func `a debug description has the name, the kind and the properties`() {
    let descriptions = [
      GenerationSchema(
        type: Point.self,
        properties: [Property(name: "x", type: Int.self), Property(name: "y", type: Int.self)]
      ),
      GenerationSchema(type: Point.self, anyOf: [Int.self, String.self]),
      GenerationSchema(type: Point.self, representing: Int.self),
      String.generationSchema, Int.generationSchema, Double.generationSchema, Bool.generationSchema,
      [Int].generationSchema, Never.generationSchema, GeneratedContent.generationSchema,
    ].map(\.debugDescription)
    #expect(
      descriptions == [
        #"GenerationSchema(Point: object with ["x", "y"])"#, "GenerationSchema(Point: one of 2)",
        "GenerationSchema(Point: another schema with guides)", "GenerationSchema(String: string)",
        "GenerationSchema(Int: integer)", "GenerationSchema(Double: number)",
        "GenerationSchema(Bool: boolean)", "GenerationSchema(Array<Int>: array)",
        "GenerationSchema(Never: never)", "GenerationSchema(GeneratedContent: any)",
      ])
  }

  @Test(arguments: [true, false])
  func `whether nil is written does not change the schema`(isExplicit: Bool) throws {
    let property = Property(name: "n", type: Int?.self)
    let plain = GenerationSchema(type: Point.self, description: "D", properties: [property])
    let schema = GenerationSchema(
      type: Point.self, description: "D",
      representNilExplicitlyInGeneratedContent: isExplicit, properties: [property])
    #expect(try text(schema) == text(plain))
  }

  @Test func `making the schema of a type that contains itself ends`() {
    #expect(Knot.generationSchema.name == "Knot")
  }

  @Test func `guides are kept as declared`() {
    let property = Property(name: "n", type: Int.self, guides: [.maximum(1), .minimum(2)])
    #expect(
      Array(property.guides) == [
        GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(1))),
        GuideValue(.bounds(minimum: SchemaNumber(2), maximum: nil)),
      ])
  }

  @Test func `the guides of a property are kept in order`() {
    let property = Property(name: "n", type: Int?.self, guides: [.minimum(0), .maximum(9)])
    #expect(
      property.guides == [
        GuideValue(.bounds(minimum: SchemaNumber(0), maximum: nil)),
        GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(9))),
      ])
  }

  @Test func `several regular expressions are all kept`() {
    let property = Property(name: "n", type: String.self, guides: [/a/, /b/])
    let patterns = property.guides.map { guide -> String? in
      if case .pattern(let pattern) = guide.constraint { pattern.source } else { nil }
    }
    #expect(patterns == ["a", "b"])
  }

  @Test func `a guide for another type is a guide for one that stands for it`() {
    let guide = GenerationGuide<Point>(GenerationGuide<Int>.minimum(3))
    #expect(guide.value == GenerationGuide<Int>.minimum(3).value)
  }

  @Test(arguments: [
    GenerationGuide<Double>.minimum(.nan), .maximum(.infinity), .range(0...(.infinity)),
  ])
  func `a bound that is NaN or infinite is kept as a fault`(guide: GenerationGuide<Double>) {
    guard case .invalid(let problem, let remedy) = guide.value.constraint else {
      Issue.record("\(guide.value)")
      return
    }
    #expect(problem.hasSuffix(".") && remedy.hasSuffix("."))
  }

  @Test func `a length is a guide of its own`() {
    #expect(GenerationGuide.minimumLength(1).value == GuideValue(.length(minimum: 1, maximum: nil)))
    #expect(GenerationGuide.maximumLength(2).value == GuideValue(.length(minimum: nil, maximum: 2)))
    #expect(GenerationGuide.length(1...2).value == GuideValue(.length(minimum: 1, maximum: 2)))
  }
}

struct TypeNameTests {
  @Test func `a title is the bare name`() {
    #expect(TypeName(Point.self).unqualified == "Point")
    #expect(TypeName(Outer.Inner.self).unqualified == "Inner")
    #expect(TypeName([String].self).unqualified == "Array<String>")
    #expect(TypeName(Box<Outer.Inner>.self).unqualified == "Box<Inner>")
  }

  @Test func `the plainest names are those that the runtime gives`() {
    struct Local {}
    enum Choice { case one }
    final class Reference {}
    let types: [any Any.Type] = [
      Local.self, Choice.self, Reference.self, Private.self, Outer.Inner.self, Int.self,
      String.self, Box<Int>.self, Box<Int>.Part.self, Void.self, (Int, Int).self,
      (any Sendable).self, String.Nested.self, Int?.self, Box<[String: Box<Int?>]>.self,
      Box<Local>.self, Box<Private>.self, Box<Reference>.self, Box<Box<Int>.Part>.self,
      Pair<Int, Pair<Double, Choice>>.self, Packed<Int, String>.self,
      Constrained<Int>.self, [Box<Void>].self, Box<Box<Box<Box<Box<Int>>>>>.self,
      Range<Int>.self, Result<Int, Never>.self, LazyMapSequence<[Int], Int>.self,
      Box<Int>.Lid<String>.self, Box<Int>.Fixed.self, Box<Int>.FixedLid<String>.self,
    ]
    for type in types {
      #expect(TypeName(type).unqualified == _typeName(type, qualified: false))
    }
  }

  @Test func `a full name has module and enclosing types`() {
    #expect(TypeName(Outer.Inner.self).qualified == "SchemaModelTests.Outer.Inner")
    #expect(
      TypeName(Box<Outer.Inner>.self).qualified
        == "SchemaModelTests.Box<SchemaModelTests.Outer.Inner>")
  }

  @Test func `a type in an extension is named after the extended type`() {
    #expect(TypeName(String.Nested.self).unqualified == "Nested")
    #expect(TypeName(String.Nested.self).qualified == "Swift.String.Nested")
  }

  @Test func `a raw identifier is named without backticks`() {
    #expect(TypeName(`a/b c`.self).unqualified == "a/b c")
    #expect(TypeName(`a/b c`.self).qualified == "SchemaModelTests.a/b c")
    #expect(TypeName(Box<`a/b c`>.self).unqualified == "Box<a/b c>")
  }

  @Test func `E13: neither address nor hash is in the name of a local or private type`() {
    struct Local {}
    #expect(TypeName(Local.self).unqualified == "Local")
    let local = TypeName(Local.self).qualified
    #expect(local.hasPrefix("SchemaModelTests.") && local.hasSuffix("Local"))
    #expect(!local.contains("context") && !local.contains("0x") && !local.contains("$"))
    #expect(TypeName(Hidden.self).qualified == "SchemaModelTests.Hidden")
    #expect(TypeName(Hidden.Deeper.self).qualified == "SchemaModelTests.Hidden.Deeper")
    #expect(
      TypeName(Box<Hidden>.self).qualified == "SchemaModelTests.Box<SchemaModelTests.Hidden>")
  }

  @Test(arguments: [
    ("M.(unknown context at $55fc4f707cb8).Loc", "M.Loc"),
    ("M.(Row in _EFF80A12).Cell", "M.Row.Cell"),
    ("M.Box<M.(Row in _EFF8)>", "M.Box<M.Row>"), ("(Int) -> ()", "(Int) -> ()"), ("", ""),
    ("M.(", "M.("), ("M.`a b`", "M.a b"), ("(Int, String)", "(Int, String)"),
    ("(unknown context at $1).A<(unknown context at $2).B>", "A<B>"),
  ])
  func `parts that differ between processes are left out`(name: String, normalized: String) {
    #expect(TypeName.normalized(name) == normalized)
  }

  @Test func `a type that nests as deep as people write has its full name`() {
    #expect(TypeName(Box<Box<Box<Int>>>.self).unqualified == "Box<Box<Box<Int>>>")
  }

  @Test func `types of all sorts have names`() {
    #expect(TypeName(Pair<Int, String>.self).unqualified == "Pair<Int, String>")
    #expect(
      TypeName(Packed<Int, String, Bool>.self).unqualified == "Packed<Pack{Int, String, Bool}>")
    #expect(TypeName(Box<Int?>.self).unqualified == "Box<Optional<Int>>")
    #expect(TypeName(Box<(Int, String)>.self).unqualified == "Box<(Int, String)>")
    #expect(TypeName(Box<(Int) -> String>.self).unqualified == "Box<(Int) -> String>")
    #expect(TypeName(Box<any Generable>.self).unqualified == "Box<Generable>")
    #expect(TypeName(Constrained<Int>.self).unqualified == "Constrained<Int>")
  }
}

private struct Point: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}

private struct Knot: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "next", type: Knot?.self), Property(name: "all", type: [Knot].self),
      ])
  }
}

enum Outer {
  struct Inner {}
}

extension String {
  struct Nested {}
}

struct Box<Content> {
  struct Part {}
  struct Lid<Material> {}
}

extension Box where Content == Int {
  struct Fixed {}
  struct FixedLid<Material> {}
}

private struct Private {}

struct Pair<First, Second> {}

struct Packed<each Element> {}

struct Constrained<Value: Generable & Comparable> {}

struct `a/b c` {}

private enum Hidden {
  struct Deeper {}
}
