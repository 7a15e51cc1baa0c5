import SchemaEncoding

extension SchemaRole {
  /// Indicates whether this is a property that an object may lack.
  var isOptional: Bool { if case .property(_, true) = self { true } else { false } }

  /// The name of a property; `nil` for other roles.
  var propertyName: String? { if case .property(let name, _) = self { name } else { nil } }
}
