import IndexedTables
import SchemaGuides
import SchemaModel

/// Makes the errors of resolution.
///
/// Each has a path in the part of the graph that is resolved so far.
struct GraphFaults {
  private let tables: GraphTables
  private let rootName: String

  init(_ tables: GraphTables, rootName: String) {
    self.tables = tables
    self.rootName = rootName
  }

  private func context(_ node: NodeID, _ problem: String, _ remedy: String) -> SchemaError.Context {
    SchemaError.Context(path: tables.path(to: node), problem: problem, remedy: remedy)
  }

  /// Returns the title of the definition that contains a node, or the name of the root.
  private func enclosingName(of node: NodeID) -> String {
    var next: NodeID? = node
    while let node = next {
      if case .definition(let definition) = tables.nodes[node].role {
        return tables.definitions[definition].entry.title
      }
      next = tables.nodes[node].parent
    }
    return rootName
  }

  func duplicateType(_ title: String, at node: NodeID) -> SchemaError {
    .duplicateType(
      schema: rootName, type: title,
      context: context(
        node, "Two types have the title '\(title.excerpt)'.",
        "Rename one of them, or set `nameClash` to `.qualify`."))
  }

  func duplicateProperty(
    _ name: GenerationSchema.Property.Name, of schema: String, at node: NodeID
  ) -> SchemaError {
    .duplicateProperty(name, in: schema, at: tables.path(to: node))
  }

  func emptyChoices(_ name: String, at node: NodeID) -> SchemaError {
    .emptyTypeChoices(
      schema: name,
      context: context(node, "'\(name.excerpt)' has no choices.", "Give it at least one choice."))
  }

  func noValue(at node: NodeID) -> SchemaError {
    .unsupported(
      feature: "Never",
      context: context(
        node, "The type here has no values, so nothing can be generated.",
        "Use another type, or leave the property out."))
  }

  func endlessUnion(at node: NodeID) -> SchemaError {
    .circularDependency(
      schema: enclosingName(of: node), cycle: [],
      context: context(
        node,
        "A union here contains itself as one of its alternatives, without a property or an element"
          + " in between.",
        "Remove the alternative, or put it into a property."))
  }

  /// Returns the error for an inline schema that contains itself.
  ///
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - openNode: The node at which the schema is being expanded.
  ///   - node: The descendant at which the schema would be expanded again.
  /// - Returns: The error.
  func circularDependency(_ name: String, from openNode: NodeID, at node: NodeID) -> SchemaError {
    var steps: [String] = []
    var next: NodeID? = node
    while let current = next, current != openNode {
      if let step = tables.step(to: current) { steps.append(step.token) }
      next = tables.nodes[current].parent
    }
    steps.reverse()
    let way = steps.isEmpty ? "its elements" : SchemaPath(steps).description
    return .circularDependency(
      schema: name, cycle: steps,
      context: context(
        node,
        "'\(name.excerpt)' has no title and contains itself through \(way), so it can neither"
          + " be referenced nor written out.",
        "Give one of the schemas on the way a title."))
  }

  func tooManyCopies(_ copies: Int, maximum: Int, at node: NodeID) -> SchemaError {
    .limitExceeded(
      limit: "nodes", value: copies, maximum: maximum,
      context: context(
        node, "Writing out schemas without a title takes more than \(maximum) nodes.",
        "Give the schemas that occur often a title\(SwiftAdvice.Call.limit.text)"))
  }

  /// Returns the error for guides on an object or a union that is written once for all its places.
  func guidesOnDefinition(
    _ guides: [GuideValue], _ name: String, _ kind: SchemaKind, at node: NodeID
  ) -> SchemaError {
    if case .invalid(let problem, let remedy) = guides.first?.constraint {
      return invalidGuide(problem, remedy, at: node)
    }
    return invalidGuide(
      "A guide constrains '\(name.excerpt)', which is \(kind.phrase).",
      "Put the guide on a string, a number or an array inside it.", at: node)
  }

  func contradictoryGuides(
    _ problem: String, remedy: String? = nil, at node: NodeID
  ) -> SchemaError {
    .contradictoryGuides(
      schema: enclosingName(of: node),
      context: context(
        node, problem,
        remedy ?? "Relax one of the two, so that at least one value satisfies both."))
  }

  private func invalidGuide(_ problem: String, _ remedy: String, at node: NodeID) -> SchemaError {
    .invalidGuide(schema: enclosingName(of: node), context: context(node, problem, remedy))
  }

  func conflictingGuides(_ conflict: GuideConflict, _ kind: SchemaKind, at node: NodeID)
    -> SchemaError
  {
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
    case .contradiction(let problem, let remedy):
      contradictoryGuides(problem, remedy: remedy, at: node)
    }
  }

  // MARK: Reading

  /// Returns the error for a schema that could not be read.
  func unreadable(
    _ fault: SchemaRecords.Fault, limits: SchemaGraph.Limits, at node: NodeID
  ) -> SchemaError {
    switch fault {
    case .undefinedReference:
      .undefinedReferences(
        schema: enclosingName(of: node), references: [],
        context: context(
          node, "A reference leads to a schema that is not in the same table.",
          "Make the schema with `GenerationSchema(root:dependencies:)`."))
    case .circularAlias:
      .circularDependency(
        schema: enclosingName(of: node), cycle: [],
        context: context(
          node, "These schemas only refer to each other, so none of them describes a value.",
          "Let one of them describe a value."))
    case .foreignSchema(let type, let subject):
      foreignSchema(
        named: TypeName(subject).unqualified, of: TypeName(type).unqualified, at: node)
    case .tooManySchemas(let count):
      .limitExceeded(
        limit: "schemas", value: count, maximum: limits.schemas,
        context: context(
          node, "The types here lead to more than \(limits.schemas) schemas.",
          SwiftAdvice.Declaration.genericType.text + SwiftAdvice.Call.limit.text))
    case .longTitle(let title):
      .limitExceeded(
        limit: "title length", value: title.utf8.count, maximum: limits.titleLength,
        context: context(
          node,
          "The title of the type here has more than \(limits.titleLength) bytes; it begins with"
            + " '\(title.excerpt)'.",
          "Shorten the title\(SwiftAdvice.Call.genericTypeOrLimit.text)"))
    }
  }

  private func foreignSchema(named name: String, of type: String, at node: NodeID) -> SchemaError {
    .duplicateType(
      schema: nil, type: name,
      context: context(
        node,
        "The schema of '\(type.excerpt)' claims to describe '\(name.excerpt)', but differs from "
          + "the schema of '\(name.excerpt)'.",
        "Pass `type: Self.self` where a type makes its schema."))
  }
}
