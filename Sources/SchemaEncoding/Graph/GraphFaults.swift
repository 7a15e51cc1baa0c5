import SchemaGuides
import SchemaModel

/// The errors of resolution, each with its place in the part that has been resolved so far.
struct GraphFaults {
  private let tables: GraphTables
  private let rootName: String

  init(_ tables: GraphTables, rootName: String) {
    self.tables = tables
    self.rootName = rootName
  }

  private func context(_ node: Int, _ problem: String, _ remedy: String) -> SchemaError.Context {
    SchemaError.Context(path: tables.path(to: node), problem: problem, remedy: remedy)
  }

  /// The name of the schema that encloses a node: that of a definition or of the root.
  private func enclosingName(of node: Int) -> String {
    var next: Int? = node
    while let node = next {
      if case .definition(let index) = tables.nodes[node].role {
        return tables.definitions[index].entry.title
      }
      next = tables.nodes[node].parent
    }
    return rootName
  }

  func duplicateType(_ title: String, at node: Int) -> SchemaError {
    .duplicateType(
      schema: rootName, type: title,
      context: context(
        node, "Two types have the title '\(title)'.",
        "Rename one of them, or let definitions with the same title be qualified."))
  }

  func duplicateProperty(_ name: String, of schema: String, at node: Int) -> SchemaError {
    .duplicateProperty(
      schema: schema, property: name,
      context: context(
        node, "'\(schema)' has two properties named '\(name)'.",
        "Rename one of them, or remove it."))
  }

  func emptyChoices(_ name: String, at node: Int) -> SchemaError {
    .emptyTypeChoices(
      schema: name,
      context: context(node, "'\(name)' has no choices.", "Give it at least one choice."))
  }

  func noValue(at node: Int) -> SchemaError {
    .unsupported(
      feature: "Never",
      context: context(
        node, "The type here has no values, so nothing can be generated.",
        "Use another type, or leave the property out."))
  }

  func circularAlias(at node: Int) -> SchemaError {
    .circularDependency(
      schema: enclosingName(of: node), cycle: [],
      context: context(
        node, "The schemas here represent each other, and none describes a value.",
        "Let one of them describe a value."))
  }

  func endlessUnion(at node: Int) -> SchemaError {
    .circularDependency(
      schema: enclosingName(of: node), cycle: [],
      context: context(
        node,
        "A union here contains itself as one of its alternatives, without a property or an element"
          + " in between.",
        "Remove the alternative, or put it into a property."))
  }

  /// An inline schema that contains itself.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - openNode: The node at which it is being expanded.
  ///   - node: The node below at which it would be expanded again.
  /// - Returns: The error.
  func circularDependency(_ name: String, from openNode: Int, at node: Int) -> SchemaError {
    var steps: [String] = []
    var next: Int? = node
    while let current = next, current != openNode {
      if let step = tables.step(to: current) { steps.append(step.token) }
      next = tables.nodes[current].parent
    }
    steps.reverse()
    let way = steps.isEmpty ? "its elements" : steps.joined(separator: " -> ")
    return .circularDependency(
      schema: name, cycle: steps,
      context: context(
        node,
        "'\(name)' has no title and contains itself through \(way), so it can neither"
          + " be referenced nor written out.",
        "Give one of the types on the way a title, as structs and unions have."))
  }

  func tooManyCopies(_ copies: Int, maximum: Int, at node: Int) -> SchemaError {
    .limitExceeded(
      limit: "nodes", value: copies, maximum: maximum,
      context: context(
        node, "Writing out schemas without a title takes more than \(maximum) nodes.",
        "Give the types that occur often a title, or raise the limit."))
  }

  /// Guides on an object or a union that is written once for all its places.
  func guides(
    _ guides: [GuideValue], on declaration: GenerationSchema.Declaration, at node: Int
  ) -> SchemaError {
    if case .invalid(let problem, let remedy) = guides.first?.constraint {
      return invalidGuide(problem, remedy, at: node)
    }
    return invalidGuide(
      "A guide constrains '\(declaration.name)', which is"
        + " \(declaration.kind.valueKind?.phrase ?? "a reference").",
      "Put the guide on a string, a number or an array inside it.", at: node)
  }

  func contradictoryGuides(_ problem: String, at node: Int) -> SchemaError {
    .contradictoryGuides(
      schema: enclosingName(of: node),
      context: context(
        node, problem, "Relax one of the two, so that at least one value satisfies both."))
  }

  private func invalidGuide(_ problem: String, _ remedy: String, at node: Int) -> SchemaError {
    .invalidGuide(schema: enclosingName(of: node), context: context(node, problem, remedy))
  }

  func schemaError(_ conflict: GuideConflict, _ kind: SchemaKind, at node: Int) -> SchemaError {
    switch conflict {
    case .invalid(let problem, let remedy): invalidGuide(problem, remedy, at: node)
    case .noElements:
      invalidGuide(
        "A guide constrains elements, but \(kind.phrase) has none.",
        "Remove `element`, or put the guide on an array.", at: node)
    case .misfit(let constraint):
      invalidGuide(
        "A guide states \(constraint), which \(kind.phrase) does not have.",
        "Remove the guide, or put it where it fits.", at: node)
    case .emptyChoices: emptyChoices(enclosingName(of: node), at: node)
    case .contradiction(let problem): contradictoryGuides(problem, at: node)
    }
  }

  // MARK: Reading

  /// The reason why a schema that a node needs could not be read.
  func unreadable(
    _ fault: SchemaRecords.Fault, limits: SchemaGraph.Limits, at node: Int
  ) -> SchemaError {
    switch fault {
    case .undefinedReference: undefinedReference(at: node)
    case .circularAlias: circularAlias(at: node)
    case .foreignSchema(let type, let subject):
      foreignSchema(of: type, describing: subject, at: node)
    case .tooManySchemas(let count): tooManySchemas(count, maximum: limits.schemas, at: node)
    case .longTitle(let title): longTitle(title, maximum: limits.titleLength, at: node)
    }
  }

  private func foreignSchema(
    of type: any Any.Type, describing subject: any Any.Type, at node: Int
  ) -> SchemaError {
    let name = TypeName(subject).unqualified
    return .duplicateType(
      schema: nil, type: name,
      context: context(
        node,
        "The schema of '\(TypeName(type).unqualified)' claims to describe '\(name)', but differs"
          + " from the schema of '\(name)'.",
        "Pass `type: Self.self` where a type makes its schema."))
  }

  private func undefinedReference(at node: Int) -> SchemaError {
    .undefinedReferences(
      schema: enclosingName(of: node), references: [],
      context: context(
        node, "A reference leads to a schema that is not in the same table.",
        "Make the schema with `GenerationSchema(root:dependencies:)`."))
  }

  private func tooManySchemas(_ count: Int, maximum: Int, at node: Int) -> SchemaError {
    .limitExceeded(
      limit: "schemas", value: count, maximum: maximum,
      context: context(
        node, "The types here lead to more than \(maximum) schemas.",
        "Remove the generic type that contains a larger form of itself, or raise the limit."))
  }

  private func longTitle(_ title: String, maximum: Int, at node: Int) -> SchemaError {
    .limitExceeded(
      limit: "title length", value: title.utf8.count, maximum: maximum,
      context: context(
        node,
        "The title of the type here has more than \(maximum) bytes; it begins with"
          + " '\(title.prefix(40))'.",
        "Remove the generic type that contains a larger form of itself, shorten the title, or raise"
          + " the limit."))
  }
}
