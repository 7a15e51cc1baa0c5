/// The definitions of a document: the schemas that are written once and referenced.
///
/// Names are chosen when all definitions are known: they depend on the types that are present, and
/// not on the order of their registration.
///
///     let registry = DefinitionRegistry([
///       DefinitionRegistry.Entry(title: "Status", type: Order.Status.self),
///       DefinitionRegistry.Entry(title: "Status", type: Payment.Status.self),
///     ])
///     print(registry.names())  // ["Order.Status", "Payment.Status"]
package struct DefinitionRegistry: Sendable {
  /// A definition.
  package struct Entry: Sendable {
    let title: String
    var type: (any Any.Type)?

    /// The name of what encloses a definition that is not a type.
    var enclosing: String?

    /// Text after the name, qualified or not, such as `_2` for the second level of recursion.
    package var suffix = ""

    package init(title: String, type: (any Any.Type)? = nil, enclosing: String? = nil) {
      self.title = title
      self.type = type
      self.enclosing = enclosing
    }
  }

  let entries: [Entry]

  /// Creates a registry of definitions that are known to be different.
  package init(_ entries: [Entry]) {
    self.entries = entries
  }
}
