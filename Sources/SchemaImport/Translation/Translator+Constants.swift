import SchemaDocuments
import SchemaEncoding

/// Objects and arrays that `enum` or `const` lists: each becomes a closed object, or a tuple, of the
/// values in it.
extension Translator {
  /// The values of a list with objects or arrays, of some types.
  ///
  /// - Returns: `nil` if there is no such list; if there are other keywords, which the values would
  ///   have to satisfy; or if copying the values takes too much.
  mutating func constants(
    of conjunction: Conjunction, _ types: ValueTypes, _ place: Place, at schema: SchemaID
  ) throws(SchemaImportError) -> Content? {
    let lists = conjunction.parts.flatMap(\.choices)
    guard let values = lists.first?.values, lists.count == 1, place.limits.isEmpty,
      source.lists.list(values, in: document) == nil,
      conjunction.parts.allSatisfy(\.constrainedTypes.isEmpty)
    else { return nil }
    let listed = values.filter { types.contains(ValueTypes(document.content($0))) }
    var nodes = listed
    var position = 0
    while position < nodes.count {
      nodes += document.children(of: nodes[position])
      position += 1
    }
    guard allowsCopies(nodes.count) else { return nil }
    // The values in a container come after it.
    var references: [Int: GenerationSchema.Reference] = [:]
    for node in nodes.dropFirst(listed.count).reversed() {
      references[node] = append(constant(node, references), at: schema)
    }
    let scalars = listed.compactMap { document.content($0).scalar }
    var contents = listed.filter { document.content($0).scalar == nil }
      .map { constant($0, references) }
    if !scalars.isEmpty { contents.insert(Self.content(of: scalars), at: 0) }
    guard let first = contents.first else {
      throw noValue(schema, "No value of the list satisfies the other keywords.")
    }
    if contents.count == 1 { return first }
    return (.anyOf(contents.map { append($0, at: schema) }), [])
  }

  /// The schema of one value, by those of the values in it.
  private func constant(
    _ node: Int, _ references: [Int: GenerationSchema.Reference]
  ) -> Content {
    if let scalar = document.content(node).scalar { return Self.content(of: [scalar]) }
    let children = document.children(of: node)
    guard document.shape(node) == .object else {
      return (.tuple(children.compactMap { references[$0] }), [])
    }
    let properties = children.compactMap { child in
      references[child].map {
        GenerationSchema.Property(
          name: document.name(of: child), reference: $0, isOptional: false)
      }
    }
    return (.object(properties, additional: nil), [])
  }

  private static func content(of scalars: [SchemaScalar]) -> Content {
    if scalars.allSatisfy({ $0 == .null }) { return (.null, []) }
    let texts = scalars.compactMap(\.string)
    let guide = GuideValue(texts.count == scalars.count ? .choices(texts) : .scalars(scalars))
    return (.enumeration(of: scalars), [guide])
  }
}
