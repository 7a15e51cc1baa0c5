import SchemaKit

/// A schema as boxes and arrows, independent of their appearance.
///
/// There is a box for the root, for each definition, and for each inline object or union. An arrow
/// connects a row of one box with another box.
struct SchemaDiagram: Sendable, Hashable {
  /// The boxes: the root's first, then those inline in it, then each definition with its inline
  /// boxes.
  var boxes: [Box] = []

  /// The arrows, in the order of their rows.
  var arrows: [Arrow] = []

  /// Creates the diagram of a schema.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - name: The name of the root, if it has no title.
  /// - Complexity: Linear in the size of the graph, on a stack that does not depend on its depth.
  init(_ graph: SchemaGraph, name: String) {
    var builder = DiagramBuilder(name: name)
    graph.walk(&builder)
    self = builder.finish()
  }

  /// Creates an empty diagram.
  init() {}

  /// An object, a union, or another value that has a name.
  struct Box: Sendable, Hashable {
    var role: Role
    var form: Form
    var title: String

    /// The constraints on the value, in words, if no row has them.
    var guides: [String] = []

    var rows: [Row] = []
  }

  /// The role of a box in the schema.
  enum Role: Sendable, Hashable {
    /// The root.
    case root
    /// A definition.
    case definition
    /// An inline schema without a name.
    case inline
  }

  /// The contents of a box.
  enum Form: Sendable, Hashable {
    /// All its rows, which are properties.
    case object
    /// One of its rows.
    case union
    /// A value that is not an object, in a single row.
    case value
  }

  /// A property, an alternative of a union, or the value of a box with one row.
  struct Row: Sendable, Hashable {
    /// The name of the property; `nil` for other rows.
    var name: String?

    /// `true` if an object may lack it.
    var isOptional = false

    /// The type, such as `integer` or `[Step]`.
    var type = ""

    /// The constraints on the value, in words.
    var guides: [String] = []

    /// `true` if its reference is part of a cycle.
    var isRecursive = false
  }

  /// A reference from a row of one box to a box.
  struct Arrow: Sendable, Hashable {
    /// The index of the source box.
    var source: Int
    /// The number of the row in that box.
    var row: Int
    /// The index of the target box.
    var target: Int
    /// `true` if it is part of a cycle.
    var isRecursive = false
  }
}

extension SchemaDiagram.Box {
  /// The kind of box, in a word or two.
  var label: String {
    switch (role, form) {
    case (.root, .object): "root"
    case (.root, .union): "root, one of"
    case (.root, .value): "root"
    case (_, .union): "one of"
    case (.inline, _): "inline"
    case (.definition, .object): "object"
    case (.definition, .value): "value"
    }
  }
}
