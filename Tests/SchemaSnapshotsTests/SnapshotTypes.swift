import SchemaModel

/// A type with a bound, which tests change in the stored schema.
struct Parcel: Generable {
  let generatedContent: GeneratedContent

  init(_ content: GeneratedContent) { generatedContent = content }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "grams", type: Double.self, guides: [.range(0...30)]),
        GenerationSchema.Property(name: "label", type: Label?.self),
      ])
  }

  /// A type within a type.
  struct Label: Generable {
    let generatedContent: GeneratedContent

    init(_ content: GeneratedContent) { generatedContent = content }

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [GenerationSchema.Property(name: "text", type: String.self)])
    }
  }

  /// A type whose name differs from the name of another type only in case.
  struct LABEL: Generable {
    let generatedContent: GeneratedContent

    init(_ content: GeneratedContent) { generatedContent = content }

    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [])
    }
  }
}

extension SnapshotRunTests {
  /// A type whose name is another one in each process.
  fileprivate struct Hidden: Generable {
    let generatedContent: GeneratedContent

    init(_ content: GeneratedContent) { generatedContent = content }

    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [])
    }
  }

  static var privateType: any Generable.Type { Hidden.self }
}
