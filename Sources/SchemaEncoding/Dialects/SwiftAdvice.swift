/// The parts of remedies that are about Swift code.
///
/// Remedies take these parts from here. A program whose users write documents and no Swift code,
/// such as the command line, finds a part in a remedy and replaces it.
package enum SwiftAdvice {
  /// The beginning of a remedy that asks for a declaration.
  package enum Declaration: CaseIterable {
    /// A struct around a value that is not an object.
    case property
    /// An array of entries in place of properties that are not named.
    case entries
    /// The same, for those who prefer the form that fitting gives the schema.
    case ownEntries
    /// A struct in place of an array whose elements differ.
    case object
    /// The same, for those who prefer the form that fitting gives the schema.
    case ownObject
    /// Strings as choices, for those who prefer the form that fitting gives the schema.
    case ownStrings
    /// A type that leads to ever new types.
    case genericType

    /// The words with which a remedy begins.
    package var text: String {
      switch self {
      case .property: "Make the value a property of a struct"
      case .entries: "Declare an array of a struct with a key and a value"
      case .ownEntries:
        "To use this form in your own type, declare an array of a struct with a key and a value"
      case .object: "Declare a struct"
      case .ownObject: "To use this form in your own type, declare a struct"
      case .ownStrings: "To use this form in your own type, declare an enum of strings"
      case .genericType: "Remove the generic type that contains a larger form of itself"
      }
    }
  }

  /// The end of a remedy that names a function or a limit.
  package enum Call: CaseIterable {
    /// The function that fits a schema.
    case fit
    /// The property that keeps what a document does not mention.
    case exact
    /// A type that leads to ever new types, or a limit of the graph.
    case genericTypeOrLimit
    /// A limit of the graph.
    case limit

    /// The words with which a remedy ends.
    package var text: String {
      switch self {
      case .fit: "'SchemaEncoder.fit(_:)'."
      case .exact: ", or fit the schema with 'SchemaEncoder.isExact'."
      case .genericTypeOrLimit:
        ", or remove the generic type that contains a larger form of itself, or raise the limit."
      case .limit: ", or raise the limit."
      }
    }
  }
}
