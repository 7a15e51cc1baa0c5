package import SchemaModel

extension DialectRules {
  /// Whether `null` joins the choices of a node that may also be `null`.
  ///
  /// Beside `null` in a union, or a keyword for it, the list needs no `null` of its own.
  package func listsNull(of kind: SchemaKind, isNullable: Bool) -> Bool {
    isNullable && (nullForm == .typeList || kind == .any)
  }
}
