/// Limits on the size of a document; `nil` for any size.
public struct DocumentLimits: Sendable, Hashable {
  /// The largest depth of objects and arrays in the root, or in one definition.
  public var depth: Int?

  /// The largest depth of objects in the root, or in one definition, without arrays between them.
  public var objectDepth: Int?

  /// The largest number of properties of all objects together.
  public var properties: Int?

  /// The largest number of choices of all lists together.
  public var choices: Int?

  /// The largest number of characters of the choices of one long list together.
  package var longChoiceCharacters: Int?

  /// The number of choices above which a list is long.
  package var longChoiceCount = 250

  /// The largest number of characters in the name of a property or a definition.
  public var nameLength: Int?

  /// The largest number of characters of all names of properties and definitions, and of all
  /// choices, together.
  public var characters: Int?

  /// The largest number of optional properties of all objects together.
  public var optionalProperties: Int?

  /// The largest number of unions.
  public var unions: Int?

  /// Indicates whether optional properties and unions in definitions are counted.
  package var countsDefinitions = true

  /// Creates limits that allow any size.
  package init() {}
}
