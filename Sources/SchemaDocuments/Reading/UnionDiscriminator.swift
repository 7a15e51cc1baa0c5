import IndexedTables

/// The `discriminator` of OpenAPI next to a union: the property whose value names the alternative.
///
/// An alternative is named by `mapping`, or else by the last part of its reference. Only references
/// whose targets declare the property have names. A target that lists the property's values itself
/// needs no name, since its own list tells it apart.
package struct UnionDiscriminator: Sendable {
  /// The value of the keyword.
  package let node: ValueID
  /// The name of the property.
  package let name: String
  /// The values of the property for each alternative; empty for an alternative without a name.
  package let tags: [[String]]
}

extension SchemaLibrary {
  /// The largest number of schemas that are read to find the property of an alternative.
  private static let mostParts = 16

  /// Returns the discriminator of a union; `nil` if the union has none, or if the discriminator
  /// decides nothing.
  package mutating func discriminator(
    of object: SchemaObject, over alternatives: SchemaList
  ) -> UnionDiscriminator? {
    guard let node = object[.discriminator]?.node,
      resources[resource(of: node)].language.readsDiscriminators,
      let name = tree.member("propertyName", of: node).flatMap({ tree.string($0) })
    else { return nil }
    var mapped: [(tag: String, target: String)] = []
    if let mapping = tree.member("mapping", of: node), tree.shape(mapping) == .object {
      for entry in tree.children(of: mapping) {
        guard let target = tree.string(entry) else { continue }
        mapped.append((tree.name(of: entry), target))
      }
    }
    var tags: [[String]] = []
    for alternative in alternatives {
      let schema = self.object(at: alternative)
      guard schema.references.count == 1, let reference = schema.references.first,
        declaresWithoutValues(name, alternative)
      else {
        tags.append([])
        continue
      }
      let implicit = reference.text.split(separator: "/").last.map(String.init) ?? reference.text
      let own = mapped.filter { $0.target == reference.text || $0.target == implicit }.map(\.tag)
      tags.append(own.isEmpty ? [implicit] : own)
    }
    guard tags.contains(where: { !$0.isEmpty }) else { return nil }
    return UnionDiscriminator(node: node, name: name, tags: tags)
  }

  /// Returns `true` if a schema declares a property, and lists no values for it.
  private mutating func declaresWithoutValues(_ name: String, _ start: SchemaID) -> Bool {
    var isDeclared = false
    var pending = [start]
    var count = 0
    while let id = pending.popLast() {
      count += 1
      guard count <= Self.mostParts else { return false }
      let schema = object(at: id)
      for property in schema.schemas(.properties) where tree.name(of: property.node) == name {
        isDeclared = true
        if listsValues(property) { return false }
      }
      pending += targets(of: schema) + schema.schemas(.allOf)
    }
    return isDeclared
  }

  private mutating func listsValues(_ start: SchemaID) -> Bool {
    var id = start
    for _ in 0..<Self.mostParts {
      let schema = object(at: id)
      if schema[.const] != nil || schema[.enum] != nil { return true }
      guard let next = targets(of: schema).first else { return false }
      id = next
    }
    return true
  }

  private func targets(of schema: SchemaObject) -> [SchemaID] {
    schema.references.compactMap { reference in
      if case .value(let target, _) = reference.target { SchemaID(target) } else { nil }
    }
  }
}
