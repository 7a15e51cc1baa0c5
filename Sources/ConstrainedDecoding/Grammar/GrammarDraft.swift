import SchemaEncoding
import SchemaText

/// A grammar before it is compiled: the values of a graph's nodes, by how they may be written.
struct GrammarDraft {
  enum Form: Hashable {
    case leaf(Int)
    /// A string whose characters are counted, by its number in ``counters``.
    case counted(Int)
    case text(minimum: Int, maximum: Int64?)
    case object(Int)
    case array(Int)
  }

  struct Node {
    var forms: [Form] = []
    /// Other nodes whose forms these are, too.
    var alternatives: [Int] = []
    /// The node of the graph, for messages.
    var origin: SchemaGraph.Node?
  }

  struct Property {
    /// The name in JSON, without its opening quote.
    var name: [UInt8]
    var node: Int
    var isOptional: Bool
    /// Indicates whether the property must not occur, since it can have no value.
    var isForbidden = false
  }

  /// Names that are not declared and match the same pattern.
  struct NameClass {
    /// The names, in JSON.
    var leaf: Int
    /// The node of the properties.
    var node: Int
  }

  struct Object {
    var properties: [Property]
    /// The node of properties that are not declared; `nil` if ``names`` says which there may be.
    var additional: Int?
    /// The names that are not declared, where patterns tell them apart.
    ///
    /// No name is in two classes.
    var names: [NameClass] = []
    var minimumCount = 0
    var maximumCount: Int?
    var origin: SchemaGraph.Node?

    /// Indicates whether there may be properties that are not declared.
    var isOpen: Bool { additional != nil || !names.isEmpty }
  }

  struct Array {
    var prefix: [Int]
    /// The node of elements after the prefix.
    var rest: Int?
    var minimum = 0
    var maximum: Int?
  }

  var nodes: [Node] = []
  var leaves: [LeafAutomaton] = []
  var counters: [StringCounter] = []
  var objects: [Object] = []
  var arrays: [Array] = []

  mutating func addNode(_ node: Node = Node()) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}

extension [UInt8] {
  /// A string as masks allow it: quoted, each character in the one way that
  /// ``ScalarDecoder/Encoding/json`` has.
  static func canonicalJSON(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendJSON(string)
    guard text.contains(0x7F) else { return text }
    return Array(text.map { $0 == 0x7F ? Array("\\u007f".utf8) : [$0] }.joined())
  }
}
