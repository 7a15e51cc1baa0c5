public import SchemaEncoding
import SchemaGuides

/// The dialect of Apple's FoundationModels framework, which writes and reads schemas in this form.
///
/// - `x-order` lists the properties of every object in order, and is written even if there are
///   none.
/// - Every object and union has a title: the unique name of the definition, or else its declared
///   title, the name of the nearest enclosing property, or `Part`. Other definitions, and plain
///   strings, have no title.
/// - A description is next to `$ref`.
/// - The framework is not known to read `format`, `minLength` and `maxLength`, so they are
///   described. Of several patterns, one is written.
/// - Exclusive bounds on numbers that are not integers, `multipleOf`, counts of properties, and
///   choices that are not strings are also described: no guide of the framework states them.
///   Choices of several kinds are an error.
/// - `null`, a value of any kind, a dictionary and an array whose elements differ have no known
///   form, so they are errors. Instead of a dictionary use an array of objects with a key and a
///   value. Every object is closed, with a note if it was open.
///
/// Fitted (`SchemaEncoder.fit(_:)`): open objects, dictionaries, arrays whose elements differ,
/// values of any kind, `null`, and choices that are not strings.
///
/// Source: the schemas in the tests of apple/python-apple-fm-sdk. Not verified: the form of names
/// that clash, and of `pattern`.
public struct AppleDialect: SchemaDialect {
  /// `apple`.
  public let name = "apple"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .pattern, .minimum, .maximum, .minimumCount, .maximumCount,
    ])
    rules.keywords.propertyOrder = "x-order"
    rules.title = Self.title
    rules.keepsRootTitle = true
    rules.constraints.choicesHavePattern = true
    return rules
  }

  @Sendable private static func title(
    of node: SchemaGraph.Node, definition: String?
  ) -> String? {
    switch node.kind {
    case .object, .anyOf: definition ?? node.title ?? node.nameOfPlace
    // Apple's decoder rejects a title of a string without choices.
    case .string where node.constraints.choices == nil: nil
    // Definitions of these kinds need no title.
    default: definition == nil ? node.title : nil
    }
  }
}
