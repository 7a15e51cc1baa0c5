import SchemaModel

/// The form of JSON Schema that a reader of schemas accepts.
///
/// A dialect is a value: a table of ``rules`` that covers the ordinary cases and, for rules that
/// the table cannot express, an ``adaptation`` of each node's keywords and a ``check(_:)`` of the
/// finished document. Most dialects consist only of a table:
///
///     struct PlainDialect: SchemaDialect {
///       let name = "plain"
///
///       var rules: DialectRules {
///         var rules = DialectRules(stating: [.choices, .minimum, .maximum])
///         rules.keywords.propertyOrder = "propertyOrder"
///         return rules
///       }
///     }
public protocol SchemaDialect: Sendable {
  /// The name by which users choose the dialect, in lower case, such as `my-server`.
  var name: String { get }

  /// The constructs that the dialect accepts, and the forms in which it writes them.
  var rules: DialectRules { get }

  /// A change to the keywords of each schema object before it is written, if there is one.
  ///
  /// The encoder calls the function from the root down, with the keywords that the rules made.
  /// Keywords that contain other schemas or refer to one, such as `properties`, `items`, `anyOf`
  /// and `$ref`, are not among them. The function must not set such keywords; their names are part
  /// of ``rules``.
  var adaptation: Adaptation? { get }

  /// Checks the finished document.
  ///
  /// - Parameter schema: The document.
  /// - Returns: The diagnostics for users.
  /// - Throws: `SchemaError` if the document cannot be used.
  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic]
}

extension SchemaDialect {
  /// A function that changes the keywords of a node's schema object.
  ///
  /// It throws if the dialect cannot state the node.
  public typealias Adaptation =
    @Sendable (_ keywords: inout SchemaKeywords, _ node: SchemaGraph.Node) throws -> Void

  /// No adaptation: the rules suffice.
  public var adaptation: Adaptation? { nil }

  /// No diagnostics.
  public func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] { [] }
}
