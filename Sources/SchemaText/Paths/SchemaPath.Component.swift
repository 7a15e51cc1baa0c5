extension SchemaPath {
  /// One step of a path.
  ///
  /// A JSON Pointer does not distinguish the index `2` from the name `2`; the value at the place
  /// decides. So `.index(2)` and `.key("2")` are equal.
  public enum Component: Sendable {
    /// The step to the property with this name.
    case key(String)

    /// The step to the element at this index.
    case index(Int)

    /// Creates the step of an unescaped token of a JSON Pointer: an index if the token can be one.
    package init(token: String) {
      if let index = Int(token), index >= 0, index.description.utf8.elementsEqual(token.utf8) {
        self = .index(index)
      } else {
        self = .key(token)
      }
    }

    /// The step as a token of a JSON Pointer, not escaped.
    package var token: String {
      switch self {
      case .key(let name): name
      case .index(let index): index.description
      }
    }

    /// The number of bytes of the token.
    var length: Int {
      switch self {
      case .key(let name): name.utf8.count
      case .index(let index): index.description.utf8.count
      }
    }
  }
}

extension SchemaPath.Component: Hashable {
  /// Returns `true` if the tokens have the same bytes.
  public static func == (first: SchemaPath.Component, second: SchemaPath.Component) -> Bool {
    ExactText(first.token) == ExactText(second.token)
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(token)) }
}

extension SchemaPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates the step to a property.
  public init(stringLiteral value: String) { self = .key(value) }

  /// Creates the step to an element.
  public init(integerLiteral value: Int) { self = .index(value) }
}
