/// The conformance of enumerations of strings, derived from their cases.
///
///     enum Unit: String, CaseIterable {
///       case gram, milliliter, piece
///     }
///
///     extension Unit: Generable {}
///
/// A type's own members take precedence.
extension Generable where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// A string that is the raw value of one of the cases, listed in their order.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: allCases.map { $0.rawValue })
  }

  /// Reads a case by its raw value.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is not a string, is not
  ///   complete, or is not the raw value of a case.
  public init(_ content: GeneratedContent) throws {
    let text = try content.requireString(for: Self.self)
    guard let value = Self(rawValue: text) else { throw content.unrepresentable(Self.self) }
    self = value
  }

  /// The raw value as content.
  public var generatedContent: GeneratedContent { rawValue.generatedContent }
}
