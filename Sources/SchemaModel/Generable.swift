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
  /// The type of an incomplete value.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The schema of this type's values.
  ///
  /// Resolving a schema reads this property once, however often the type occurs.
  static var generationSchema: GenerationSchema { get }

  /// Returns this value in the partially generated form, for previews and tests.
  ///
  /// The function does not throw, and needs no `try`, for types with the macro `@Generable` and for
  /// types that are their own partially generated type, such as `Int`.
  ///
  /// - Throws: An error from the `PartiallyGenerated` type, if that type is written by hand and
  ///   does not accept this value's content.
  func asPartiallyGenerated() throws -> Self.PartiallyGenerated
}

extension Generable {
  /// The type itself, for a type that declares no partially generated form.
  public typealias PartiallyGenerated = Self
}

extension Generable {
  /// Returns this value in the partially generated form, made from its
  /// ``ConvertibleToGeneratedContent/generatedContent``.
  ///
  /// - Throws: An error from the `PartiallyGenerated` type, if it does not accept the content.
  public func asPartiallyGenerated() throws -> Self.PartiallyGenerated {
    try Self.PartiallyGenerated(generatedContent)
  }
}

extension Generable where Self.PartiallyGenerated == Self {
  /// Returns this value, which is its own partially generated form.
  public func asPartiallyGenerated() -> Self { self }
}

extension Optional where Wrapped: Generable {
  /// The partially generated form of the wrapped type.
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}
