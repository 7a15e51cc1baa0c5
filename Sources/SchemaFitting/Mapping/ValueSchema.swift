import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What the values of a declared place are, to find the alternative that content is of.
///
/// It says what the resolved schema says, except formats: those of strings never decide what becomes of
/// them.
struct ValueSchema: Sendable, Hashable, Codable {
  enum Kind: String, Sendable, Codable {
    case any, null, boolean, integer, number, string, array, tuple, object, union, never
  }

  let kind: Kind

  /// The choices, as JSON text.
  var choices: [String]?

  var patterns: [String] = []

  /// The bounds and multiples of a number, as text.
  var bounds: [Bound] = []

  /// How many characters, elements or properties there are at least, and at most.
  var minimumCount: Int?
  var maximumCount: Int?

  /// The elements of an array or a tuple, or the alternatives of a union, by index.
  var parts: [Int] = []

  var properties: [Property] = []
  var patternProperties: [Property] = []

  /// The properties without a name, by index; `nil` if there are none.
  var additional: Int?

  struct Bound: Sendable, Hashable, Codable {
    enum Kind: String, Sendable, Codable {
      case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multiple
    }

    let kind: Kind
    let number: String
  }

  struct Property: Sendable, Hashable, Codable {
    let name: String
    let schema: Int
    let isRequired: Bool
  }
}

/// Copies what alternatives of unions are from a graph, each node once.
struct ValueSchemaTable {
  private let graph: SchemaGraph
  private(set) var schemas: [ValueSchema] = []
  private var indices: [Int: Int] = [:]
  private var pending: [(node: SchemaGraph.Node, index: Int)] = []

  init(_ graph: SchemaGraph) {
    self.graph = graph
  }

  /// The index of what a node describes.
  mutating func index(of node: SchemaGraph.Node) -> Int {
    let index = reserve(node)
    while let next = pending.popLast() { schemas[next.index] = schema(of: next.node) }
    return index
  }

  private mutating func reserve(_ node: SchemaGraph.Node) -> Int {
    let node = graph.resolving(node)
    if let known = indices[node.index] { return known }
    indices[node.index] = schemas.count
    pending.append((node, schemas.count))
    schemas.append(ValueSchema(kind: .any))
    return schemas.count - 1
  }

  private mutating func schema(of node: SchemaGraph.Node) -> ValueSchema {
    var schema = ValueSchema(kind: ValueSchema.Kind(node.kind))
    let constraints = node.constraints
    schema.choices = constraints.choices?.map(\.jsonText)
    schema.patterns = constraints.patterns.map(\.source)
    schema.minimumCount =
      constraints.minimumLength ?? constraints.minimumCount ?? constraints.minimumPropertyCount
    schema.maximumCount =
      constraints.maximumLength ?? constraints.maximumCount ?? constraints.maximumPropertyCount
    let bounds: [(ValueSchema.Bound.Kind, SchemaNumber?)] = [
      (.minimum, constraints.minimum), (.maximum, constraints.maximum),
      (.exclusiveMinimum, constraints.exclusiveMinimum),
      (.exclusiveMaximum, constraints.exclusiveMaximum),
    ]
    for case (let kind, let number?) in bounds + constraints.multiples.map({ (.multiple, $0) }) {
      schema.bounds.append(ValueSchema.Bound(kind: kind, number: number.description))
    }
    guard node.kind == .object else {
      schema.parts = node.children.map { reserve($0) }
      return schema
    }
    schema.properties = node.properties.map { property($0) }
    schema.patternProperties = node.patternProperties.map { property($0) }
    schema.additional = node.additionalProperties.map { reserve($0) }
    return schema
  }

  private mutating func property(_ property: SchemaGraph.Property) -> ValueSchema.Property {
    ValueSchema.Property(
      name: property.name, schema: reserve(property.node), isRequired: !property.isOptional)
  }
}

extension ValueSchema.Kind {
  init(_ kind: SchemaKind) {
    switch kind {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .null: self = .null
    case .never: self = .never
    case .array: self = .array
    case .tuple: self = .tuple
    case .object: self = .object
    case .anyOf: self = .union
    case .any, .reference: self = .any
    }
  }
}
