import IndexedTables

/// The `discriminator` of OpenAPI next to a union: the property whose value names the alternative.
///
/// An alternative is named by `mapping`, or else by the last part of its reference. Only references
/// whose targets declare the property have names. A target that lists the property's values itself
/// is named by these. It needs no name if it also requires the property, since its own keywords
/// tell it apart.
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
        let declared = declaration(of: name, in: alternative)
      else {
        tags.append([])
        continue
      }
      if let values = declared.values {
        tags.append(declared.isRequired ? [] : values)
        continue
      }
      let implicit = reference.text.split(separator: "/").last.map(String.init) ?? reference.text
      let own = mapped.filter { $0.target == reference.text || $0.target == implicit }.map(\.tag)
      tags.append(own.isEmpty ? [implicit] : own)
    }
    guard tags.contains(where: { !$0.isEmpty }) else { return nil }
    return UnionDiscriminator(node: node, name: name, tags: tags)
  }

  /// The declaration of a discriminator's property in a schema.
  private struct TagDeclaration {
    /// The texts that the schema lists; `nil` without a list, and empty for a list of others.
    var values: [String]?
    var isRequired = false
  }

  /// Returns what a schema says about a property; `nil` if it does not declare it.
  private mutating func declaration(of name: String, in start: SchemaID) -> TagDeclaration? {
    var result: TagDeclaration?
    var isRequired = false
    var pending = [start]
    var count = 0
    while let id = pending.popLast() {
      count += 1
      guard count <= Self.mostParts else { return nil }
      let schema = object(at: id)
      isRequired = isRequired || schema.names(.required).contains(name)
      for property in schema.schemas(.properties) where tree.name(of: property.node) == name {
        result = result ?? TagDeclaration()
        if let values = listedTexts(of: property) { result?.values = values }
      }
      pending += targets(of: schema) + schema.schemas(.allOf)
    }
    result?.isRequired = isRequired
    return result
  }

  /// The texts that a schema lists; `nil` if it lists no values, and empty if not all are texts.
  private mutating func listedTexts(of start: SchemaID) -> [String]? {
    var id = start
    for _ in 0..<Self.mostParts {
      let schema = object(at: id)
      for keyword in [Keyword.const, .enum] {
        guard case .values(let values)? = schema[keyword]?.value else { continue }
        let texts = values.compactMap { tree.string($0) }
        return texts.count == values.count ? texts : []
      }
      guard let next = targets(of: schema).first else { return nil }
      id = next
    }
    return []
  }

  private func targets(of schema: SchemaObject) -> [SchemaID] {
    schema.references.compactMap { reference in
      if case .value(let target, _) = reference.target { SchemaID(target) } else { nil }
    }
  }
}
