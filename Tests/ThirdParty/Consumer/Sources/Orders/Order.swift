public import SchemaModel

/// An order, with a schema that .ci/check-outside changes by its lines.
public struct Order: Generable {
  /// The address, a type of its own.
  public struct Address: Generable {
    /// The schema of the values.
    public static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          GenerationSchema.Property(name: "street", type: String.self),
          GenerationSchema.Property(name: "city", type: String.self),
        ])
    }

    /// The content that the value is made of.
    public let generatedContent: GeneratedContent

    /// Creates a value.
    ///
    /// - Parameter content: The content.
    public init(_ content: GeneratedContent) { generatedContent = content }
  }

  /// The schema of the values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "count", type: Int.self, guides: [.range(1...12)]),
        GenerationSchema.Property(name: "address", type: Address.self),
      ])
  }

  /// The content that the value is made of.
  public let generatedContent: GeneratedContent

  /// Creates a value.
  ///
  /// - Parameter content: The content.
  public init(_ content: GeneratedContent) { generatedContent = content }
}
