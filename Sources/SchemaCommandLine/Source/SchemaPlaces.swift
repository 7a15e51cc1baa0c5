import Foundation
import SchemaKit

/// Finds where a JSON Schema document states what a diagnostic is about.
///
/// The path of a diagnostic has the names of properties, as the schema's values have them, and for
/// an alternative of a union its title or number. The document states them through references,
/// elements and alternatives, which are followed here.
struct SchemaPlaces {
  /// A schema in the document.
  private struct Place {
    var path: SchemaPath
    var schema: GeneratedContent

    func part(_ steps: SchemaPath.Component...) -> Place? {
      var place = self
      for step in steps {
        let part = place.schema.value(at: step)
        guard let part else { return nil }
        place = Place(path: place.path.appending(step), schema: part)
      }
      return place
    }
  }

  private let document: Place
  private let root: SchemaPath

  /// How many steps of a path are taken, and how many schemas are entered for each.
  private static let limits = (steps: 100, schemas: 1_000)

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - root: The place of the schema in the document.
  init(_ document: GeneratedContent, at root: SchemaPath) {
    self.document = Place(path: SchemaPath(), schema: document)
    self.root = root
  }

  /// The place of the schema that a path leads to.
  ///
  /// - Parameter path: The path of a diagnostic.
  /// - Returns: The place, or that of the last step that is found.
  func place(of path: SchemaPath) -> SchemaPath {
    guard var place = place(at: root) else { return root }
    for step in path.components.prefix(Self.limits.steps) {
      guard let next = find(step, from: place) else { break }
      place = next
    }
    return place.path
  }

  /// Finds a property or an alternative, in a schema or in one that the schema applies.
  private func find(_ step: SchemaPath.Component, from start: Place) -> Place? {
    var pending = [start]
    var seen: Set<SchemaPath> = [start.path]
    var next = 0
    while next < pending.count {
      let place = pending[next]
      next += 1
      if let property = place.part("properties", .key(step.token)) { return property }
      let arms = ["anyOf", "oneOf", "prefixItems"].flatMap { parts(of: place, under: $0) }
      if let arm = arms.first(where: { isNamed($0, step) }) { return arm }
      for part in applied(by: place) + arms
      where pending.count < Self.limits.schemas && seen.insert(part.path).inserted {
        pending.append(part)
      }
    }
    return nil
  }

  /// The schemas that a schema applies to the same value, or to values inside that are no step.
  private func applied(by place: Place) -> [Place] {
    let single = ["items", "additionalProperties", "then", "else"].compactMap {
      place.part(.key($0))
    }
    let target = string("$ref", of: place).flatMap(target)
    let patterns = place.part("patternProperties").map { patterns in
      patterns.schema.properties.compactMap { patterns.part(.key($0.0)) }
    }
    return (target.map { [$0] } ?? []) + single + parts(of: place, under: "allOf")
      + (patterns ?? [])
  }

  private func parts(of place: Place, under keyword: String) -> [Place] {
    guard let list = place.part(.key(keyword)) else { return [] }
    return list.schema.elements.enumerated().map { index, schema in
      Place(path: list.path.appending(.index(index)), schema: schema)
    }
  }

  /// Whether an alternative has a number or a title, or refers to a definition with it.
  private func isNamed(_ arm: Place, _ step: SchemaPath.Component) -> Bool {
    if arm.path.components.last == step || string("title", of: arm) == step.token { return true }
    guard let target = string("$ref", of: arm).flatMap(target) else { return false }
    return target.path.components.last?.token == step.token
      || string("title", of: target) == step.token
  }

  private func string(_ keyword: String, of place: Place) -> String? {
    guard let part = place.part(.key(keyword)), part.schema.shape == .string else { return nil }
    return try? part.schema.value(String.self)
  }

  /// The schema that a reference leads to, in the part that is a schema or in the whole document.
  private func target(_ reference: String) -> Place? {
    guard reference.hasPrefix("#"),
      let pointer = String(reference.dropFirst()).removingPercentEncoding,
      let path = try? SchemaPath(pointer: pointer)
    else { return nil }
    return place(at: SchemaPath(root.components + path.components)) ?? place(at: path)
  }

  private func place(at path: SchemaPath) -> Place? {
    path.components.reduce(document) { $0?.part($1) }
  }
}
