import IndexedTables
import SchemaKit

/// A schema as boxes and arrows, independent of their appearance.
///
/// There is a box for the root, for each definition, and for each inline object or union. An arrow
/// connects a row of one box with another box.
struct SchemaDiagram: Sendable, Hashable {
  /// The boxes: the root's first, then those inline in it, then each definition with its inline
  /// boxes.
  private(set) var boxes: [Box]

  /// The arrows, in the order of their rows.
  private(set) var arrows: [Arrow]

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

  /// Creates a diagram, and marks the arrows that are part of a cycle, and their rows.
  init(boxes: [Box], arrows: [Arrow]) {
    self.boxes = boxes
    self.arrows = arrows
    markRecursion()
  }

  /// Marks the arrows that are part of a cycle, and their rows.
  private mutating func markRecursion() {
    var targets = [[Int]](repeating: [], count: boxes.count)
    for arrow in arrows { targets[arrow.source].append(arrow.target) }
    let components = ComponentSearch.components(among: boxes.count) { [targets] in targets[$0] }
    for index in arrows.indices {
      let arrow = arrows[index]
      guard components[arrow.source] == components[arrow.target] else { continue }
      arrows[index].isRecursive = true
      boxes[arrow.source].rows[arrow.row].isRecursive = true
    }
  }

  /// An object, a union, or another value that has a name.
  struct Box: Sendable, Hashable {
    fileprivate(set) var role: Role
    fileprivate(set) var form: Form
    fileprivate(set) var title: String

    /// The constraints on the value, in words, if no row has them.
    fileprivate(set) var guides: [String] = []

    fileprivate(set) var rows: [Row] = []
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
    fileprivate(set) var name: String?

    /// `true` if an object may lack it.
    fileprivate(set) var isOptional = false

    /// The type, such as `integer` or `[Step]`.
    fileprivate(set) var type = ""

    /// The constraints on the value, in words.
    fileprivate(set) var guides: [String] = []

    /// `true` if its reference is part of a cycle.
    fileprivate(set) var isRecursive = false
  }

  /// A reference from a row of one box to a box.
  struct Arrow: Sendable, Hashable {
    /// The index of the source box.
    fileprivate(set) var source: Int
    /// The number of the row in that box.
    fileprivate(set) var row: Int
    /// The index of the target box.
    fileprivate(set) var target: Int
    /// `true` if it is part of a cycle.
    fileprivate(set) var isRecursive = false
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

/// A visitor that makes the boxes and arrows of a schema.
private struct DiagramBuilder: SchemaVisitor {
  private let name: String
  private var boxes: [SchemaDiagram.Box] = []

  /// The arrows, in the order of their rows.
  private var arrows: [(source: Int, row: Int, target: Target)] = []

  /// The target of an arrow: a box, or a definition, which may have no box until the end.
  private enum Target {
    case box(Int)
    case definition(SchemaGraph.Definition.ID)
  }

  /// The boxes of the objects and unions that the walk is in, the innermost last.
  private var open: [Int] = []

  /// The current row.
  private var row = (box: 0, index: 0)

  /// The number of arrays between the last row and the next node.
  private var arrayDepth = 0

  /// The boxes of the definitions.
  private var definitions: [SchemaGraph.Definition.ID: Int] = [:]

  /// Creates a builder.
  init(name: String) { self.name = name }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    var isNamed = false
    switch role {
    case .root:
      isNamed = true
      begin(.root, titled: node.title ?? name, node)
    case .definition(let definition):
      isNamed = true
      definitions[definition] = boxes.count
      begin(.definition, titled: node.definitionName ?? name, node)
    case .property(let name, let isOptional):
      beginRow(SchemaDiagram.Row(name: name, isOptional: isOptional))
    case .additionalProperties:
      beginRow(SchemaDiagram.Row(name: "…", isOptional: true))
    case .patternProperty(let pattern):
      beginRow(SchemaDiagram.Row(name: "/\(pattern)/", isOptional: true))
    case .prefixItem(let isOptional):
      beginRow(SchemaDiagram.Row(name: "\(node.position)", isOptional: isOptional))
    case .choice:
      beginRow(SchemaDiagram.Row())
    case .items where node.parent?.kind == .tuple:
      beginRow(SchemaDiagram.Row(name: "…", isOptional: true))
    case .items:
      break
    }
    switch node.kind {
    case .object, .tuple, .anyOf:
      if isNamed {
        boxes[boxes.count - 1].guides = node.constraints.words
      } else {
        describe(node)
        beginInline(node)
      }
      open.append(boxes.count - 1)
    case .array:
      describe(node)
      arrayDepth += 1
    case .reference:
      describe(node)
      refer(to: node)
    default:
      describe(node)
      setType(node.kind.word)
    }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    switch node.kind {
    case .object, .tuple, .anyOf: open.removeLast()
    default: break
    }
  }

  /// The finished diagram.
  consuming func finish() -> SchemaDiagram {
    // The walk visits each definition, so each of them has a box.
    let arrows = arrows.compactMap { arrow in
      box(of: arrow.target).map {
        SchemaDiagram.Arrow(source: arrow.source, row: arrow.row, target: $0)
      }
    }
    return SchemaDiagram(boxes: boxes, arrows: arrows)
  }

  private func box(of target: Target) -> Int? {
    switch target {
    case .box(let box): box
    case .definition(let definition): definitions[definition]
    }
  }

  // MARK: Boxes

  /// Begins the box of the root or of a definition.
  private mutating func begin(
    _ role: SchemaDiagram.Role, titled title: String, _ node: SchemaGraph.Node
  ) {
    boxes.append(
      SchemaDiagram.Box(role: role, form: node.kind.form, title: title))
    if node.kind.form == .value {
      open.append(boxes.count - 1)
      beginRow(SchemaDiagram.Row())
      open.removeLast()
    }
  }

  /// Begins the box of an inline schema in the current row.
  private mutating func beginInline(_ node: SchemaGraph.Node) {
    let box = boxes.count
    setType(node.kind.word)
    arrows.append((row.box, row.index, .box(box)))
    boxes.append(
      SchemaDiagram.Box(
        role: .inline, form: node.kind.form,
        title: boxes[row.box].rows[row.index].name ?? boxes[row.box].title))
  }

  // MARK: Rows

  /// Begins a row in the innermost box.
  private mutating func beginRow(_ new: SchemaDiagram.Row) {
    guard let box = open.last else { return }
    row = (box, boxes[box].rows.count)
    arrayDepth = 0
    boxes[box].rows.append(new)
  }

  /// Adds the constraints of a node to the current row.
  private mutating func describe(_ node: SchemaGraph.Node) {
    let words = node.constraints.words
    boxes[row.box].rows[row.index].guides +=
      arrayDepth == 0 ? words : words.map { "each \($0)" }
  }

  /// Sets the type of the row, in brackets for the arrays around it.
  private mutating func setType(_ type: String) {
    // Instead of many brackets, the depth is written as a number.
    let brackets = min(arrayDepth, 4)
    let left = String(repeating: "[", count: brackets)
    let right = String(repeating: "]", count: brackets)
    let depth = arrayDepth > brackets ? " (\(arrayDepth) deep)" : ""
    boxes[row.box].rows[row.index].type = left + type + right + depth
  }

  /// Adds an arrow from the current row to the box of a reference's target.
  private mutating func refer(to node: SchemaGraph.Node) {
    switch node.target {
    case .definition(let definition):
      setType(definition.name)
      arrows.append((row.box, row.index, .definition(definition.id)))
    case .root, nil:
      // The first box is that of the root.
      setType(boxes[0].title)
      arrows.append((row.box, row.index, .box(0)))
    }
  }
}

extension SchemaKind {
  /// The contents of a box of this kind of node.
  fileprivate var form: SchemaDiagram.Form {
    switch self {
    case .object, .tuple: .object
    case .anyOf: .union
    default: .value
    }
  }

  /// The type in a row that contains it.
  fileprivate var word: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .null: "null"
    case .any: "any value"
    case .never: "no value"
    case .array: "array"
    case .tuple: "tuple"
    case .object: "object"
    case .anyOf: "union"
    case .reference: "reference"
    }
  }
}
