public import SchemaModel

extension EncodedSchema {
  /// A schema object within a document.
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

    /// The type, where a single one is stated.
    public var type: String? { self["type"]?.string }

    /// The title.
    public var title: String? { self["title"]?.string }

    /// The description.
    public var description: String? { self["description"]?.string }

    /// The target of a reference, such as `#/$defs/Step`.
    public var reference: String? { self["$ref"]?.string }

    /// The choices of strings.
    public var choices: [String]? { self["enum"]?.strings }

    /// The choices, of any kinds.
    public var enumeration: [SchemaScalar]? { self["enum"]?.scalars }

    /// The properties, in order.
    public var properties: [SchemaValue.NamedSchema] { namedSchemas("properties") }

    /// The names of the properties that every value has.
    public var required: [String] { self["required"]?.strings ?? [] }

    /// The definitions, in order.
    public var definitions: [SchemaValue.NamedSchema] { namedSchemas("$defs") }

    /// The schema of the elements.
    public var items: Node? {
      if case .schema(let node) = self["items"] { node } else { nil }
    }

    /// The alternatives of a union.
    public var anyOf: [Node] {
      if case .schemas(let nodes) = self["anyOf"] { nodes } else { [] }
    }

    /// The schemas of the first elements, in order.
    public var prefixItems: [Node] {
      if case .schemas(let nodes) = self["prefixItems"] { nodes } else { [] }
    }

    /// The schema of properties that are not named, where it is more than a boolean.
    public var additionalProperties: Node? {
      if case .schema(let node) = self["additionalProperties"] { node } else { nil }
    }

    /// Whether there may be properties that are not named.
    public var isOpen: Bool { self["additionalProperties"] != false }

    private func namedSchemas(_ keyword: String) -> [SchemaValue.NamedSchema] {
      if case .namedSchemas(let schemas) = self[keyword] { schemas } else { [] }
    }
  }
}
