import SchemaModel

/// The form of JSON Schema that some reader of schemas accepts.
///
/// A dialect is a value: a table of ``rules`` that covers the ordinary cases, and for what the table
/// cannot say, an ``adaptation`` of each node's keywords and a ``check(_:)`` of the finished
/// document. Most dialects are a table and nothing else:
///
///     struct PlainDialect: SchemaDialect {
///       let name = "plain"
///
///       var rules: DialectRules {
///         var rules = DialectRules()
///         rules.orderKeyword = "propertyOrder"
///         rules[.pattern] = .told
///         return rules
///       }
///     }
public protocol SchemaDialect: Sendable {
  /// The name by which users choose the dialect: lower-case words with hyphens.
  var name: String { get }

  /// What the dialect accepts, and how it says what can be said in several ways.
  var rules: DialectRules { get }

  /// What is done to the keywords of each schema object before it is written, if anything.
  ///
  /// It is called from the root down with the keywords as the rules made them. Schemas inside are
  /// handed on as they are and come to it in their turn.
  var adaptation: Adaptation? { get }

  /// Looks at the finished document.
  ///
  /// - Parameter schema: The document.
  /// - Returns: What is worth knowing about it.
  /// - Throws: `SchemaError` if the document cannot be used.
  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic]
}

extension SchemaDialect {
  /// Changes the keywords of one schema object, or throws if they cannot be said.
  public typealias Adaptation =
    @Sendable (_ keywords: inout SchemaKeywords, _ place: SchemaPlace) throws -> Void

  /// No adaptation: the rules say it all.
  public var adaptation: Adaptation? { nil }

  /// Finds nothing.
  public func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] { [] }
}
