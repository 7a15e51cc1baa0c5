import SchemaEncoding
import SchemaGuides

/// A schema prepared for checking: without references, with an index of names, and with the arms of
/// nested unions collected.
struct ValidationTable: Sendable {
  /// The kinds of values.
  enum Kind: UInt8, Sendable {
    case string, integer, number, boolean, null, any, never, array, tuple, object, union
  }

  struct Node: Sendable, BitwiseCopyable {
    var kind: Kind
    /// The node of the elements, of an array; the number of the tuple, object or union, of these.
    var link: Int32 = -1
    /// The number of its constraints, or -1.
    var constraints: Int32 = -1
  }

  struct Property: Sendable {
    let name: String
    let node: Int
    let isRequired: Bool
  }

  struct Object: Sendable {
    var properties: [Property]
    var names: ByteTexts
    var requiredCount: Int
    /// The node of the values of all other properties, or -1 if there may be none.
    var additional: Int
    /// The nodes of the values of other properties whose names match patterns.
    var patterns: [PatternProperty] = []
    /// Where its properties begin if those of all objects are counted through.
    var firstProperty: Int
  }

  struct PatternProperty: Sendable {
    let pattern: SchemaPattern
    let node: Int
  }

  struct Union: Sendable {
    /// The arms as they are declared, which may be unions.
    var declared: [Int]
    /// The arms that are not unions, including those of nested unions, each once; `nil` if there
    /// are so many that they are collected on demand.
    var arms: [Int]?
    var discriminator: Discriminator?
  }

  /// A property that distinguishes the objects of a union: all require it, and no two allow the
  /// same string in it.
  struct Discriminator: Sendable {
    let name: String
    let property: ByteTexts
    /// The strings allowed, and beside each the arm that allows it.
    let texts: [String]
    let values: ByteTexts
    let arms: [Int]
  }

  var nodes: [Node] = []
  var objects: [Object] = []
  /// The nodes of the elements of tuples.
  var tuples: [[Int]] = []
  var unions: [Union] = []
  var constraints: [ValueConstraints] = []
  var propertyCount = 0
  /// The constraints that are not checked.
  var notes: [SchemaDiagnostic] = []
}
