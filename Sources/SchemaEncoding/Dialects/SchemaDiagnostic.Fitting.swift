extension SchemaDiagnostic {
  /// A form in which something is written that a dialect cannot state as it is declared.
  ///
  /// An encoder writes none of these forms: `SchemaFitting` changes a schema before it is encoded,
  /// and reports the forms among the diagnostics of the document.
  ///
  /// The cases are in the order in which the forms are applied. Further ones may be added in a
  /// minor release.
  public enum Fitting: String, Sendable, Hashable, Codable, CaseIterable {
    /// A property has a shorter or simpler name.
    case name

    /// Properties that an object does not name stand in an array next to those that it names.
    case openObject

    /// A dictionary becomes an array of entries.
    case dictionary

    /// An array of fixed length becomes an object.
    case tuple

    /// A value of any kind becomes JSON text.
    case anyValue

    /// Choices that are not all strings become strings.
    case choices

    /// Strings of some choices are read in any capitals.
    case spelling

    /// The value `null` becomes a string.
    case null

    /// An optional property is required, and `null` says that it is absent; or it is an array of
    /// one element or none.
    case optional

    /// A type that contains itself is written out for some levels, and becomes JSON text below.
    case recursion

    /// A root that is not an object becomes the only property of one.
    case root

    /// The alternatives of a union each get a property around them, whose name says which one it
    /// is.
    case union

    /// A part that nests too deep or makes the document too large becomes a definition or JSON
    /// text.
    case size
  }
}
