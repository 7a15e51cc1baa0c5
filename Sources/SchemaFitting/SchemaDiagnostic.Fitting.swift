public import SchemaEncoding

extension SchemaDiagnostic {
  /// The fitting that the diagnostic reports, if it reports one.
  public var fitting: Fitting? { Fitting(rawValue: code) }

  /// A form for a part of a schema that the dialect cannot state as it is declared.
  ///
  /// The raw value is the stable name in reports. The cases are in the order in which the forms are
  /// applied. A minor release may add cases.
  public enum Fitting: String, Sendable, Hashable, Codable, CaseIterable {
    /// A property has a shorter or simpler name.
    case name = "fit.name"

    /// The properties that an object does not name are in an array next to the named properties.
    case openObject = "fit.open-object"

    /// A dictionary becomes an array of entries.
    case dictionary = "fit.dictionary"

    /// An array whose first elements have schemas of their own becomes an object.
    case tuple = "fit.tuple"

    /// A value of any kind, or an object without properties, becomes JSON text.
    case anyValue = "fit.any-value"

    /// Choices that are not all strings become strings, and an empty choice becomes another text.
    case choices = "fit.choices"

    /// Strings of some choices are read in any capitals.
    case spelling = "fit.spelling"

    /// The value `null` becomes a string.
    case null = "fit.null"

    /// An optional property is required. An absent property is `null`, or the property is an array
    /// of at most one element.
    case optional = "fit.optional"

    /// A type that contains itself is written inline for some levels. Below these levels it becomes
    /// JSON text.
    case recursion = "fit.recursion"

    /// A root that is not an object becomes the only property of an object.
    case root = "fit.root"

    /// Each alternative of a union becomes the value of a property. The name of the property
    /// identifies the alternative.
    case union = "fit.union"

    /// A part that nests too deep or makes the document too large becomes a definition or JSON
    /// text.
    case size = "fit.size"
  }
}
