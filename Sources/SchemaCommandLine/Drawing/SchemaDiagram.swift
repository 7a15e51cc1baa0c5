import SchemaKit

/// A schema as boxes and arrows, before anything is said of how they look.
///
/// There is a box for the root, for each definition, and for each object or union that is written
/// out inside another; an arrow leads from a row of one box to another box.
struct SchemaDiagram: Sendable, Hashable {
  /// The boxes: the root's first, then what stands inline in it, then the definitions with theirs.
  var boxes: [Box] = []

  /// The arrows, in the order of the rows from which they lead.
  var arrows: [Arrow] = []

  /// Draws up the diagram of a schema.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - name: What to call the root, if it has no title.
  /// - Complexity: Linear in the size of the graph, on a stack that does not depend on its depth.
  init(_ graph: SchemaGraph, name: String) {
    var builder = DiagramBuilder(name: name)
    graph.walk(&builder)
    self = builder.finish()
  }

  /// Creates a diagram without anything in it.
  init() {}

  /// An object, a union, or another value that has a name.
  struct Box: Sendable, Hashable {
    var role: Role
    var form: Form
    var title: String
    var description: String?
    var rows: [Row] = []
  }

  /// What a box is in the schema.
  enum Role: Sendable, Hashable {
    /// The root.
    case root
    /// What is written once and referred to.
    case definition
    /// What is written out at one place, and has no name of its own.
    case inline
  }

  /// What a box holds.
  enum Form: Sendable, Hashable {
    /// All its rows, which are properties.
    case object
    /// One of its rows.
    case union
    /// A value that is no object, in a single row.
    case value
  }

  /// A property, an alternative of a union, or the value of a box that holds but one.
  struct Row: Sendable, Hashable {
    /// The name of the property; `nil` for what has none.
    var name: String?

    /// Whether an object may lack it.
    var isOptional = false

    /// The type, such as `integer` or `[Step]`.
    var type = ""

    /// What the value has to satisfy, in words.
    var guides: [String] = []

    /// What the value is for.
    var description: String?

    /// Whether what it refers to leads back to the box that it stands in.
    var isRecursive = false
  }

  /// A reference from a row of one box to a box.
  struct Arrow: Sendable, Hashable {
    /// The number of the box that it leads from.
    var source: Int
    /// The number of the row in that box.
    var row: Int
    /// The number of the box that it leads to.
    var target: Int
    /// Whether it is part of a way that leads around.
    var isRecursive = false
  }
}

extension SchemaDiagram.Box {
  /// What kind of box it is, in a word or two.
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
