import Foundation
import SchemaDocuments
import SchemaKit
import SchemaText

/// Finds where a JSON Schema document states what a diagnostic is about.
///
/// The path of a diagnostic has the names of properties, as the schema's values have them, and for
/// an alternative of a union its title or number. The document states them through references,
/// elements and alternatives, which are followed here.
struct SchemaPlaces {
  /// What a schema says by itself, as values of the tree.
  private struct Schema {
    /// The properties by name, and the alternatives by number, title and definition.
    var steps: [ExactText: Int] = [:]

    /// The schemas that it applies to the same value, or to values inside that are no step.
    var applied: [Int] = []
  }

  private var tree = DocumentTree()
  private let path: SchemaPath
  private let root: Int?

  /// The schemas that were entered so far.
  private var schemas: [Int: Schema] = [:]

  /// How many steps of a path are taken, and how many schemas are entered for each.
  private static let limits = (steps: 100, schemas: 1_000)

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - path: The place of the schema in the document.
  init(_ document: GeneratedContent, at path: SchemaPath) {
    _ = tree.append(document, uri: "")
    self.path = path
    root = tree.value(at: path)
  }

  /// The place of the schema that a path leads to.
  ///
  /// - Parameter path: The path of a diagnostic.
  /// - Returns: The place, or that of the last step that is found.
  mutating func place(of path: SchemaPath) -> SchemaPath {
    guard var place = root else { return self.path }
    for step in path.components.prefix(Self.limits.steps) {
      guard let next = find(ExactText(step.token), from: place) else { break }
      place = next
    }
    return tree.path(to: place)
  }

  /// Finds a property or an alternative, in a schema or in one that the schema applies.
  private mutating func find(_ step: ExactText, from start: Int) -> Int? {
    var pending = [start]
    var seen: Set<Int> = [start]
    var next = 0
    while next < pending.count {
      let schema = enter(pending[next])
      next += 1
      if let found = schema.steps[step] { return found }
      for part in schema.applied {
        guard pending.count < Self.limits.schemas else { break }
        if seen.insert(part).inserted { pending.append(part) }
      }
    }
    return nil
  }

  private mutating func enter(_ value: Int) -> Schema {
    if let schema = schemas[value] { return schema }
    let arms = [.anyOf, .oneOf, .prefixItems].flatMap { parts(of: value, under: $0) }
    var schema = Schema()
    let properties = parts(of: value, under: .properties).map { (tree.name(of: $0), $0) }
    for (name, part) in properties + arms.flatMap({ arm in names(of: arm).map { ($0, arm) } })
    where schema.steps[ExactText(name)] == nil {
      schema.steps[ExactText(name)] = part
    }
    let keywords: [Keyword] = [
      .items, .additionalProperties, .then, .else, .allOf, .patternProperties,
    ]
    schema.applied =
      [target(of: value)].compactMap(\.self)
      + keywords.flatMap { parts(of: value, under: $0) } + arms
    schemas[value] = schema
    return schema
  }

  private func parts(of schema: Int, under keyword: Keyword) -> Range<Int> {
    tree.member(keyword, of: schema).map { tree.schemas(under: $0) } ?? 0..<0
  }

  /// The number and the title of an alternative, and those of a definition that it refers to.
  private func names(of arm: Int) -> [String] {
    var names = ["\(tree.index(of: arm))"]
    if let title = tree.string(.title, of: arm) { names.append(title) }
    guard let target = target(of: arm) else { return names }
    if let step = tree.path(to: target).components.last { names.append(step.token) }
    if let title = tree.string(.title, of: target) { names.append(title) }
    return names
  }

  /// The schema that a reference leads to, in the part that is a schema or in the whole document.
  private func target(of schema: Int) -> Int? {
    guard let root, let reference = tree.string(.reference, of: schema), reference.hasPrefix("#"),
      let pointer = String(reference.dropFirst()).removingPercentEncoding,
      let path = try? SchemaPath(pointer: pointer)
    else { return nil }
    return tree.value(at: path, from: root) ?? tree.value(at: path)
  }
}
