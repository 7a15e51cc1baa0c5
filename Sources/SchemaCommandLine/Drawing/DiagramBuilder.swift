import SchemaKit

/// A visitor that makes the boxes and arrows of a schema.
struct DiagramBuilder: SchemaVisitor {
  private let name: String
  private var diagram = SchemaDiagram()

  /// The boxes of the objects and unions that the walk is in, the innermost last.
  private var open: [Int] = []

  /// The current row.
  private var row = (box: 0, index: 0)

  /// The number of arrays between the last row and the next node.
  private var arrayDepth = 0

  /// The boxes of the definitions.
  private var definitions: [SchemaGraph.Definition.ID: Int] = [:]

  /// Arrows to definitions, some of which have no box until the end: arrow and definition.
  private var unresolved: [(arrow: Int, definition: SchemaGraph.Definition.ID)] = []

  /// Creates a builder.
  ///
  /// - Parameter name: The name of the root, if it has no title.
  init(name: String) {
    self.name = name
  }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    var isNamed = false
    switch role {
    case .root:
      isNamed = true
      begin(.root, titled: node.title ?? name, node)
    case .definition(let definition):
      isNamed = true
      definitions[definition] = diagram.boxes.count
      begin(.definition, titled: node.definitionName ?? name, node)
    case .property(let name, let isOptional):
      beginRow(SchemaDiagram.Row(name: name, isOptional: isOptional))
    case .additionalProperties:
      beginRow(SchemaDiagram.Row(name: "…", isOptional: true))
    case .patternProperty(let pattern):
      beginRow(SchemaDiagram.Row(name: "/\(pattern)/", isOptional: true))
    case .prefixItem:
      beginRow(SchemaDiagram.Row(name: "\(node.position)", isOptional: false))
    case .choice:
      beginRow(SchemaDiagram.Row())
    case .items:
      break
    }
    switch node.kind {
    case .object, .tuple, .anyOf:
      if isNamed {
        diagram.boxes[diagram.boxes.count - 1].guides = node.constraints.words
      } else {
        describe(node)
        beginInline(node)
      }
      open.append(diagram.boxes.count - 1)
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
    for (arrow, definition) in unresolved {
      diagram.arrows[arrow].target = definitions[definition] ?? 0
    }
    diagram.markRecursion()
    return diagram
  }

  // MARK: Boxes

  /// Begins the box of the root or of a definition.
  private mutating func begin(
    _ role: SchemaDiagram.Role, titled title: String, _ node: SchemaGraph.Node
  ) {
    diagram.boxes.append(
      SchemaDiagram.Box(role: role, form: node.kind.form, title: title))
    if node.kind.form == .value {
      open.append(diagram.boxes.count - 1)
      beginRow(SchemaDiagram.Row())
      open.removeLast()
    }
  }

  /// Begins the box of an inline schema in the current row.
  private mutating func beginInline(_ node: SchemaGraph.Node) {
    let box = diagram.boxes.count
    setType(node.kind.word)
    diagram.arrows.append(SchemaDiagram.Arrow(source: row.box, row: row.index, target: box))
    diagram.boxes.append(
      SchemaDiagram.Box(
        role: .inline, form: node.kind.form,
        title: diagram.boxes[row.box].rows[row.index].name ?? diagram.boxes[row.box].title))
  }

  // MARK: Rows

  /// Begins a row in the innermost box.
  private mutating func beginRow(_ new: SchemaDiagram.Row) {
    guard let box = open.last else { return }
    row = (box, diagram.boxes[box].rows.count)
    arrayDepth = 0
    diagram.boxes[box].rows.append(new)
  }

  /// Adds the constraints of a node to the current row.
  private mutating func describe(_ node: SchemaGraph.Node) {
    let words = node.constraints.words
    diagram.boxes[row.box].rows[row.index].guides +=
      arrayDepth == 0 ? words : words.map { "each \($0)" }
  }

  /// Sets the type of the row, in brackets for the arrays around it.
  private mutating func setType(_ type: String) {
    // Instead of many brackets, the depth is written as a number.
    let brackets = min(arrayDepth, 4)
    let left = String(repeating: "[", count: brackets)
    let right = String(repeating: "]", count: brackets)
    let depth = arrayDepth > brackets ? " (\(arrayDepth) deep)" : ""
    diagram.boxes[row.box].rows[row.index].type = left + type + right + depth
  }

  /// Adds an arrow from the current row to the box of a reference's target.
  private mutating func refer(to node: SchemaGraph.Node) {
    // The box of a definition may come later; until then the target is the root, the first box.
    switch node.target {
    case .definition(let definition):
      setType(definition.name)
      unresolved.append((diagram.arrows.count, definition.id))
    default:
      setType(diagram.boxes[0].title)
    }
    diagram.arrows.append(SchemaDiagram.Arrow(source: row.box, row: row.index, target: 0))
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
