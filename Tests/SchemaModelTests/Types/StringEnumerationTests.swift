import SchemaModel
import Testing

private enum Unit: String, CaseIterable, Generable {
  case gram
  case milliliter = "ml"
  case piece
}

/// One that says more than its cases do.
private enum Level: String, CaseIterable, Generable {
  case low, high

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, representing: String.self, guides: [.length(3...4)])
  }
}

/// One that declares everything, as `@Generable` does: nothing may become ambiguous.
private enum Side: String, CaseIterable {
  case left, right
}

extension Side: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: ["Left", "Right"])
  }

  init(_ content: GeneratedContent) throws {
    self = try content.value(String.self) == "Left" ? .left : .right
  }

  var generatedContent: GeneratedContent {
    (self == .left ? "Left" : "Right").generatedContent
  }
}

struct StringEnumerationTests {
  @Test func `an enumeration of strings needs no members of its own`() throws {
    #expect(Unit.generationSchema.debugDescription == "GenerationSchema(Unit: string)")
    for unit in Unit.allCases {
      #expect(unit.generatedContent == unit.rawValue.generatedContent)
      #expect(try Unit(unit.generatedContent) == unit)
      #expect(unit.asPartiallyGenerated() == unit)
    }
  }

  @Test func `content that is not a raw value throws`() {
    let unknown = conversionError { _ = try Unit("milliliter".generatedContent) }
    #expect(unknown?.code == .notRepresentable)
    #expect(unknown?.expected == "Unit")
    #expect(unknown?.found == "the string \"milliliter\"")
    #expect(conversionError { _ = try Unit(1.generatedContent) }?.code == .typeMismatch)
    let cut = content([.beginString, .text("gram")])
    #expect(conversionError { _ = try Unit(cut) }?.code == .incomplete)
  }

  @Test func `members of the type itself are taken instead`() throws {
    #expect(
      Level.generationSchema.debugDescription
        == "GenerationSchema(Level: another schema with guides)")
    #expect(try Level("high".generatedContent) == .high)
    #expect(Side.left.generatedContent == "Left".generatedContent)
    #expect(try Side("Left".generatedContent) == .left)
  }
}
