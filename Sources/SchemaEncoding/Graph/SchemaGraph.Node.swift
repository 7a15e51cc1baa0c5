public import SchemaGuides
public import SchemaModel

extension SchemaGraph {
  /// One schema in a graph: a value of some kind, or a reference.
  public struct Node: Sendable {
    let storage: GraphStorage

    /// Its number in the graph, unique within it.
    public let index: Int

    var record: NodeRecord { storage.nodes[index] }

    /// What is here.
    public var kind: Kind {
      switch record.kind {
      case .string: .string
      case .integer: .integer
      case .number: .number
      case .boolean: .boolean
      case .null: .null
      case .any: .any
      case .array: .array
      case .tuple: .tuple
      case .object: .object
      case .anyOf: .anyOf
      case .never: .never
      case .rootReference, .definitionReference: .reference
      }
    }

    /// The kinds of nodes.
    public enum Kind: Sendable, Hashable {
      /// A string.
      case string
      /// A whole number.
      case integer
      /// A number.
      case number
      /// A boolean.
      case boolean
      /// Nothing but `null`.
      case null
      /// Any value.
      case any
      /// An array; see ``Node/items``.
      case array
      /// An array of a fixed number of elements; see ``Node/prefixItems``.
      case tuple
      /// An object; see ``Node/properties`` and ``Node/additionalProperties``.
      case object
      /// One of several; see ``Node/choices``.
      case anyOf
      /// No value: of a property that an object must not have.
      case never
      /// What is described elsewhere; see ``Node/target``.
      case reference
    }

    /// The title, where the node is the root or the body of a definition and has one.
    public var title: String? {
      record.isTitled ? storage.string(record.title) : nil
    }

    /// What the values here are for, in words for the model.
    public var description: String? {
      record.description.isNone ? nil : storage.string(record.description)
    }

    /// What the values here satisfy, merged from the guides of the place and those of the type.
    public var constraints: GuideConstraints {
      record.constraints < 0
        ? GuideConstraints() : storage.guides[Int(record.constraints)].constraints
    }

    /// The schema of the elements, of an array.
    public var items: Node? {
      guard record.kind == .array else { return nil }
      return Node(storage: storage, index: Int(record.first))
    }

    /// The schemas of the elements in order, of a tuple; none otherwise.
    public var prefixItems: [Node] {
      record.kind == .tuple ? listed : []
    }

    /// The properties in the order in which they are generated, of an object; none otherwise.
    public var properties: [Property] {
      let record = record
      guard record.kind == .object else { return [] }
      return (record.first..<(record.first + record.count)).map {
        Property(storage: storage, index: Int($0))
      }
    }

    /// The schema of properties that are not named, of an object that may have some; a node of kind
    /// ``Kind/any`` where they may be anything.
    public var additionalProperties: Node? {
      let record = record
      guard record.kind == .object, record.hasAdditional else { return nil }
      let index = Int(record.first + record.count)
      return Node(storage: storage, index: Int(storage.properties[index].node))
    }

    /// The properties whose names match patterns, of an object; none otherwise.
    ///
    /// The name of each is its pattern, an ECMA-262 regular expression. Such a property may be there
    /// any number of times, also where it has a name of its own; see ``additionalProperties`` for
    /// those that match no pattern.
    public var patternProperties: [Property] {
      let record = record
      guard record.kind == .object else { return [] }
      let first = record.first + record.count + (record.hasAdditional ? 1 : 0)
      return (first..<(first + record.patternCount)).map {
        Property(storage: storage, index: Int($0))
      }
    }

    /// The alternatives, of a union; none otherwise.
    public var choices: [Node] {
      record.kind == .anyOf ? listed : []
    }

    private var listed: [Node] {
      let record = record
      return (record.first..<(record.first + record.count)).map {
        Node(storage: storage, index: Int(storage.choices[Int($0)]))
      }
    }

    /// What a reference leads to; `nil` for other nodes.
    public var target: Target? {
      switch record.kind {
      case .rootReference: .root
      case .definitionReference:
        .definition(Definition(storage: storage, index: Int(record.first)))
      default: nil
      }
    }

    /// Where the node stands: the names of the properties that lead to it.
    public var path: SchemaPath { storage.path(to: index) }
  }

  /// What a reference leads to.
  public enum Target: Sendable {
    /// The root.
    case root

    /// A definition.
    case definition(Definition)
  }

  /// A property of an object.
  public struct Property: Sendable {
    let storage: GraphStorage
    let index: Int

    /// The name.
    public var name: String { storage.string(storage.properties[index].name) }

    /// Whether a value may lack it.
    public var isOptional: Bool { storage.properties[index].isOptional }

    /// The schema of its value.
    public var node: Node { Node(storage: storage, index: Int(storage.properties[index].node)) }
  }
}
