import SchemaKit

/// An enumeration of strings, of which a model generates one.
///
/// Everything a `Generable` type needs follows from the cases, so that a conforming enumeration has
/// nothing left to write:
///
///     enum Season: String, StringChoice {
///       case spring, summer, autumn, winter
///     }
protocol StringChoice: RawRepresentable, CaseIterable, Generable where RawValue == String {}

extension StringChoice {
  /// A string that is the raw value of one of the cases, listed in their order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: allCases.map(\.rawValue))
  }

  /// Reads a case by its raw value.
  ///
  /// - Parameter content: A string.
  /// - Throws: `GeneratedContent.ConversionError` if the string belongs to no case.
  init(_ content: GeneratedContent) throws {
    let text = try content.value(String.self)
    guard let choice = Self(rawValue: text) else {
      throw GeneratedContent.ConversionError(
        .notRepresentable, expected: "\(Self.self)", found: "the string \"\(text)\"")
    }
    self = choice
  }

  /// The raw value.
  var generatedContent: GeneratedContent { rawValue.generatedContent }
}
