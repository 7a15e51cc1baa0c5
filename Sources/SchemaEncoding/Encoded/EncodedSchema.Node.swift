import SchemaModel

extension EncodedSchema {
  /// A schema object within a document.
  ///
  /// Its properties, such as ``title`` and ``properties``, read keywords by their names in the
  /// document's dialect. A decoded document has the names of JSON Schema.
  public struct Node: Sendable {
    let content: GeneratedContent

    /// The names of keywords in the dialect of the document.
    let names: DialectRules.Keywords

    /// The keywords, in order.
    public var keywords: SchemaKeywords {
      SchemaKeywords(
        members: content.properties.map { (name: $0, value: value($1, of: $0)) })
    }

    /// The value of a keyword.
    ///
    /// - Parameter keyword: The keyword, such as `minimum`.
    public subscript(keyword: String) -> SchemaValue? {
      content.property(named: keyword).map { value($0, of: keyword) }
    }

    /// Returns the value of a keyword, which determines whether the value contains schemas.
    ///
    /// Schemas are not read further.
    private func value(_ content: GeneratedContent, of keyword: String) -> SchemaValue {
      func node(_ content: GeneratedContent) -> Node { Node(content: content, names: names) }
      return switch (names.position(of: keyword), content.shape) {
      case (.schema, .object): .schema(node(content))
      case (.schemas, .array): .schemas(content.elements.map(node))
      case (.namedSchemas, .object):
        .namedSchemas(content.properties.map { (name: $0, schema: node($1)) })
      default: SchemaValue(content)
      }
    }

    /// The type, if the schema states a single type.
    public var type: String? { self[names[.type]]?.string }

    /// The title.
    public var title: String? { self[names[.title]]?.string }

    /// The description.
    public var description: String? { self[names[.description]]?.string }

    /// The target of a reference, such as `#/$defs/Step`.
    public var reference: String? { self[names[.reference]]?.string }

    /// The choices of strings.
    public var choices: [String]? { self[names[.choices]]?.strings }

    /// The properties, in order.
    public var properties: [SchemaValue.NamedSchema] { namedSchemas(names[.properties]) }

    /// The names of the required properties.
    public var required: [String] { self[names[.required]]?.strings ?? [] }

    /// The definitions, in order.
    public var definitions: [SchemaValue.NamedSchema] { namedSchemas(names[.definitions]) }

    /// The schema of the elements.
    public var items: Node? {
      if case .schema(let node) = self[names[.items]] { node } else { nil }
    }

    /// The alternatives of a union.
    public var anyOf: [Node] {
      if case .schemas(let nodes) = self[names[.anyOf]] { nodes } else { [] }
    }

    private func namedSchemas(_ keyword: String) -> [SchemaValue.NamedSchema] {
      if case .namedSchemas(let schemas) = self[keyword] { schemas } else { [] }
    }
  }
}

/// The part of a keyword's value that is a schema.
enum SchemaPosition {
  case schema
  case schemas
  case namedSchemas
}

extension DialectRules.Keywords {
  /// The part of a keyword's value that is a schema; `nil` if there is none.
  func position(of keyword: String) -> SchemaPosition? {
    switch keyword {
    case self[.items], self[.additionalProperties]: .schema
    case self[.anyOf], self[.allOf], self[.prefixItems]: .schemas
    case self[.properties], self[.patternProperties], self[.definitions]: .namedSchemas
    default: nil
    }
  }
}
