import PlanEncoding
package import SchemaModel

/// An object of 200 properties: strings, integers, numbers, booleans and arrays of strings, all
/// with descriptions and some with guides.
///
/// Both lists of properties are written by `Scripts/generate-wide-record.swift`.
package struct WideRecord: Generable, PlanGenerable {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }
}
