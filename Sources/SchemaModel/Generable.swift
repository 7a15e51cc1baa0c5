/// A type whose values a language model can generate.
///
/// The conformance describes the values (``generationSchema``), reads a value from content that a
/// model generated, and writes a value as content. Schemas refer to types and never copy them, so a
/// type may contain itself.
///
///     struct Ingredient: Generable {
///       var name: String
///       var grams: Double
///
///       static var generationSchema: GenerationSchema {
///         GenerationSchema(
///           type: Self.self,
///           properties: [
///             GenerationSchema.Property(name: "name", type: String.self),
///             GenerationSchema.Property(name: "grams", type: Double.self, guides: [.minimum(0)]),
///           ])
///       }
///
///       init(_ content: GeneratedContent) throws {
///         name = try content.value(forProperty: "name")
///         grams = try content.value(forProperty: "grams")
///       }
///
///       var generatedContent: GeneratedContent {
///         GeneratedContent(properties: ["name": name, "grams": grams])
///       }
///     }
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// The type of a value that is still being generated.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The schema of this type's values.
  ///
  /// It is read once each time a schema is resolved, however often the type occurs.
  static var generationSchema: GenerationSchema { get }
}

extension Generable {
  /// This value in the form that values have while they are generated.
  ///
  /// A `PartiallyGenerated` type has to accept the content of every complete value. If it throws,
  /// it breaks the contract of this protocol, and the process stops.
  ///
  /// - Returns: The partially generated form, made from
  ///   ``ConvertibleToGeneratedContent/generatedContent``.
  public func asPartiallyGenerated() -> PartiallyGenerated {
    if let partial = self as? PartiallyGenerated { return partial }
    do {
      return try PartiallyGenerated(generatedContent)
    } catch {
      preconditionFailure(
        "\(PartiallyGenerated.self) must take the content of every \(Self.self), but threw: \(error)"
      )
    }
  }
}

extension Optional where Wrapped: Generable {
  /// The partially generated form of an optional is that of what it wraps.
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}
