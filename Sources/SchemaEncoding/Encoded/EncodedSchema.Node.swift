extension EncodedSchema {
  /// A schema object within a document.
  ///
  /// Its properties, such as ``title`` and ``properties``, are found by the names that the
  /// document's dialect gives keywords. A document that was decoded has those of JSON Schema.
  public struct Node: Sendable {
    let document: DocumentIndex
    /// Its range in the compact text (``EncodedSchema/utf8``), as offsets of bytes.
    package let range: Range<Int>

    /// The compact JSON text.
    var text: ArraySlice<UInt8> { document.text[range] }

    /// The keywords, in order.
    public var keywords: SchemaKeywords {
      SchemaKeywords(
        document.members(of: range).map {
          SchemaValue.Member(name: $0.name, value: document.value($0.value, of: $0.name))
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

    /// The names that the dialect of the document gives keywords.
    private var names: DialectRules.Keywords { document.keywords }

    /// The type, where a single one is stated.
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

    /// The names of the properties that every value has.
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

    /// The schemas of the first elements, in order.
    public var prefixItems: [Node] {
      if case .schemas(let nodes) = self[names[.prefixItems]] { nodes } else { [] }
    }

    /// The schema of properties that are not named, where it is more than a boolean.
    public var additionalProperties: Node? {
      if case .schema(let node) = self[names[.additionalProperties]] { node } else { nil }
    }

    /// Indicates whether `additionalProperties` is not `false`.
    ///
    /// In a document of a dialect that closes each object without this keyword, it is `true` for
    /// closed objects, too.
    public var isOpen: Bool { self[names[.additionalProperties]] != false }

    private func namedSchemas(_ keyword: String) -> [SchemaValue.NamedSchema] {
      if case .namedSchemas(let schemas) = self[keyword] { schemas } else { [] }
    }
  }
}
