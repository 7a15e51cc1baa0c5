import SchemaGuides
import SchemaModel

/// The errors of resolution, each with its place.
extension GraphBuilder {
  private func context(_ node: Int, _ problem: String, _ remedy: String) -> SchemaError.Context {
    SchemaError.Context(path: path(to: node), problem: problem, remedy: remedy)
  }

  /// The name of the schema that encloses a node: a definition's or the root's.
  private func enclosingName(of node: Int) -> String {
    var node = node
    while node >= 0, node < nodes.count {
      let parent = nodes[node].parent
      if parent == .min { break }
      if parent < 0 { return text.string(definitions[Int(-1 - parent)].title) }
      node = Int(parent)
    }
    return rootRecord >= 0 ? declarations[rootRecord].name : "the schema"
  }

  func duplicateType(_ title: String) -> SchemaError {
    .duplicateType(
      schema: rootRecord >= 0 ? declarations[rootRecord].name : nil, type: title,
      context: SchemaError.Context(
        path: SchemaPath(), problem: "Two types have the title '\(title)'.",
        remedy: "Rename one of them, or let definitions of one title be qualified."))
  }

  func foreignSchema(
    _ type: (any Generable.Type)?, describing otherName: String, from node: Int
  ) -> SchemaError {
    let name = type.map { "The schema of '\(TypeName($0).unqualified)'" } ?? "A schema"
    return .duplicateType(
      schema: nil, type: otherName,
      context: context(
        node,
        "\(name) says that it describes '\(otherName)', but differs from what '\(otherName)' says"
          + " of itself.",
        "Pass `type: Self.self` where a type makes its schema."))
  }

  func undefinedReference(from node: Int) -> SchemaError {
    .undefinedReferences(
      schema: enclosingName(of: node), references: [],
      context: context(
        node, "A reference leads to a schema that is not part of the whole.",
        "Make the schema with `GenerationSchema(root:dependencies:)`."))
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
        node, "The schemas here stand for each other, and none says what the value is.",
        "Let one of them describe a value."))
  }

  /// A schema that stands inline inside of itself.
  func circularDependency(_ record: Int, at node: Int) -> SchemaError {
    var names: [String] = []
    // From the second occurrence back up to the first: the stack holds the way between.
    var current = node
    var start = frames.count - 1
    while start >= 0, frames[start].record != record { start -= 1 }
    if start >= 0 {
      while current >= 0, current != frames[start].node {
        if let name = SchemaPath.step(
          to: current, in: nodes, properties, definitions, text: text.output.buffer)
        {
          names.append(name)
        }
        current = Int(nodes[current].parent)
      }
    }
    names.reverse()
    let name = declarations[record].name
    let way = names.isEmpty ? "its elements" : names.joined(separator: " -> ")
    return .circularDependency(
      schema: name, cycle: names,
      context: context(
        node,
        "'\(name)' has no title and contains itself by way of \(way), so it can neither be"
          + " referred to nor written out.",
        "Give one of the types on the way a title, as structs and unions have."))
  }

  func tooManyCopies(at node: Int) -> SchemaError {
    .limitExceeded(
      limit: "nodes", value: copies, maximum: limits.nodes,
      context: context(
        node,
        "Writing out schemas without a title takes more than \(limits.nodes) nodes.",
        "Give the types that occur again and again a title, or raise the limit."))
  }

  func tooLarge(from node: Int) -> SchemaError {
    .limitExceeded(
      limit: "size", value: nodes.count, maximum: Int(Int32.max),
      context: context(
        node, "The schema is larger than 2 147 483 647 nodes or 2 GB of text.",
        "Divide it into several schemas."))
  }

  func invalidGuide(_ problem: String, _ remedy: String, at node: Int) -> SchemaError {
    .invalidGuide(schema: enclosingName(of: node), context: context(node, problem, remedy))
  }

  func contradictoryGuides(
    _ problem: String, _ constraints: GuideConstraints, at node: Int
  ) -> SchemaError {
    let name = enclosingName(of: node)
    if constraints.choices?.isEmpty == true, problem.hasPrefix("The list") {
      return emptyChoices(name, at: node)
    }
    return .contradictoryGuides(
      schema: name,
      context: context(
        node, problem, "Relax one of the two, so that at least one value satisfies both."))
  }
}
