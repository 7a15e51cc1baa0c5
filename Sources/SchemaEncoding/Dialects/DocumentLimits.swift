/// How large a document may be; `nil` for any size.
public struct DocumentLimits: Sendable, Hashable {
  /// How deep objects and arrays may nest in the root, or in one definition.
  public var depth: Int?

  /// How deep objects may nest in the root, or in one definition; arrays between them do not count.
  public var objectDepth: Int?

  /// How many properties all objects may have together.
  public var properties: Int?

  /// How many choices all lists may have together.
  public var choices: Int?

  /// How many characters the choices of one list may have together, where it is a long one.
  public var longChoices: LongChoices?

  /// How many characters the name of a property or a definition may have.
  public var nameLength: Int?

  /// How many characters all names of properties and definitions, and all choices, may have
  /// together.
  public var characters: Int?

  /// How many properties that a value may lack all objects may have together.
  public var optionalProperties: Int?

  /// How many unions there may be.
  public var unions: Int?

  /// Whether optional properties and unions count that are in definitions.
  public var countsDefinitions = true

  /// Creates limits that allow any size.
  public init() {}

  /// A limit on long lists of choices.
  public struct LongChoices: Sendable, Hashable {
    /// How many choices a list may have before it counts as long.
    public var count: Int

    /// How many characters the choices of a long list may have together.
    public var characters: Int

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - count: How many choices a list may have before it counts as long.
    ///   - characters: How many characters the choices of a long list may have together.
    public init(count: Int, characters: Int) {
      self.count = count
      self.characters = characters
    }
  }
}
