import Foundation
import SchemaConformances
import SchemaKit

@testable import SchemaCommandLine

/// Names and words that mean something to the languages in which diagrams are written.
enum Awkward {
  static let names = [
    "a<b>&\"c\"'d'", "</text>", "<!-- -->", "]]>", "#35;", "{x}", "`y`", "~T~", "%% z", "$$",
    "a\nb", "tab\there", "bell\u{7}", "nul\u{0}", "\u{FFFE}", "Größe 🍰", "名前", "", " ", "-minus",
    "a:b", "a;b", "\\N", "click", "style: #1;", "end)",
  ]

  /// A schema whose properties, titles, choices and descriptions are awkward.
  static func schema() throws -> GenerationSchema {
    let part = DynamicGenerationSchema(
      name: "Page<Item> \"&\" 🍰", description: "About <this> & \"that\"",
      properties: [
        DynamicGenerationSchema.Property(
          name: "kind", schema: DynamicGenerationSchema(name: "Kind", anyOf: names))
      ])
    let root = DynamicGenerationSchema(
      name: "Root {of} `all` #35;",
      properties: names.map { name in
        DynamicGenerationSchema.Property(
          name: name, description: name, schema: .array(of: part), isOptional: true)
      })
    return try GenerationSchema(root: root, dependencies: [])
  }
}

extension SchemaDiagram {
  /// The diagram of a sample.
  init(of sample: Sample) throws {
    self.init(try SchemaGraph(try sample.schema), name: sample.rawValue)
  }

  /// The diagram of types that refer to each other.
  ///
  /// Each entry is a box, with a row for each number of a box that it refers to. The first entry is
  /// the root.
  init(referring targets: [[Int]]) {
    var boxes: [Box] = []
    var arrows: [Arrow] = []
    for (index, row) in targets.enumerated() {
      boxes.append(
        Box(
          role: index == 0 ? .root : .definition, form: .object, title: "T\(index)",
          rows: row.map { Row(name: "to\($0)", type: "T\($0)") }))
      arrows += row.enumerated().map { Arrow(source: index, row: $0, target: $1) }
    }
    self.init(boxes: boxes, arrows: arrows)
  }
}

/// A type that needs nothing but a schema.
protocol SchemaOnly: Generable {}

extension SchemaOnly {
  init(_ content: GeneratedContent) throws {
    throw GeneratedContent.ConversionError(.missing, expected: "no value", found: "one")
  }

  var generatedContent: GeneratedContent { GeneratedContent(kind: .null) }
}

/// A type with everything that a diagram shows.
struct Everything: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "All of it",
      properties: [
        GenerationSchema.Property(name: "small", type: Int8.self),
        GenerationSchema.Property(name: "least", type: Int.self, guides: [.minimum(3)]),
        GenerationSchema.Property(name: "most", type: Double?.self, guides: [.maximum(2.5)]),
        GenerationSchema.Property(name: "word", type: String.self, guides: [.length(1...20)]),
        GenerationSchema.Property(name: "one", type: String.self, guides: [.constant("1")]),
        GenerationSchema.Property(
          name: "grid", type: [[Int]].self,
          guides: [.count(3), .element(.count(1...1)), .element(.element(.range(0...9)))]),
        GenerationSchema.Property(name: "place", description: "Here", type: Nameless.self),
        GenerationSchema.Property(name: "places", type: [Nameless]?.self),
        GenerationSchema.Property(name: "any", type: GeneratedContent.self),
        GenerationSchema.Property(name: "flag", type: Bool.self),
        GenerationSchema.Property(name: "id", type: UUID.self),
        GenerationSchema.Property(name: "again", type: Everything?.self),
      ])
  }
}

/// An object that is written out wherever it occurs.
struct Nameless: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil,
      properties: [
        GenerationSchema.Property(name: "x", type: Int.self),
        GenerationSchema.Property(name: "of", type: Either.self),
      ])
  }
}

/// A union that is written out wherever it occurs.
struct Either: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, title: nil, anyOf: [Int.self, Named.self])
  }
}

/// An object that is defined once.
struct Named: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [GenerationSchema.Property(name: "name", type: String.self)])
  }
}
