extension EncodedSchema {
  /// A schema object within a document.
  ///
  /// Its properties, such as ``title`` and ``properties``, read keywords by their names in the
  /// document's dialect. A decoded document has the names of JSON Schema.
  public struct Node: Sendable {
    let document: DocumentIndex
    /// The range of the schema in the compact text (``EncodedSchema/utf8``), in bytes.
    let range: Range<Int>

    /// The compact JSON text.
    var text: ArraySlice<UInt8> { document.text[range] }

    /// The keywords, in order.
    public var keywords: SchemaKeywords {
      SchemaKeywords(
        members: document.members(of: range).map {
          (name: $0.name, value: document.value($0.value, of: $0.name))
        })
    }

    /// The value of a keyword.
    ///
    /// - Parameter keyword: The keyword, such as `minimum`.
    public subscript(keyword: String) -> SchemaValue? {
      for member in document.members(of: range) where member.name == keyword {
        return document.value(member.value, of: keyword)
      }
      return nil
    }

    private var names: DialectRules.Keywords { document.keywords }

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
