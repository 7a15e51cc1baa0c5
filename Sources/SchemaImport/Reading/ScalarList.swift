import SchemaDocuments

/// The scalars that an `enum`, a `const`, or an alternative of an `if` allows.
struct ScalarList {
  let values: [SchemaScalar]
  /// The document's values with these scalars; `nil` if the document has no such list.
  let nodes: Range<ValueID>?
}

/// The scalars that a document lists, each list read once.
struct ScalarLists {
  /// The lists by their values in the document; `nil` for lists with arrays or objects.
  private var known: [Range<ValueID>: ScalarList?] = [:]
  private var positions: [Range<ValueID>: [SchemaScalar: Int]] = [:]

  /// The scalars of a list; `nil` if the list has an array or an object.
  mutating func list(_ nodes: Range<ValueID>, in document: DocumentTree) -> ScalarList? {
    if let list = known[nodes] { return list }
    let values = nodes.compactMap { document.content($0).scalar }
    let list = values.count == nodes.count ? ScalarList(values: values, nodes: nodes) : nil
    known[nodes] = .some(list)
    return list
  }

  /// The values that all lists have, each once, in the order of the first list.
  ///
  /// A single list is returned unchanged. The result is `nil` if there are no lists.
  ///
  /// - Complexity: Linear in the length of the shortest list, once the others are known.
  mutating func intersection(of lists: [ScalarList]) -> ScalarList? {
    guard lists.count > 1, var shortest = lists.first else { return lists.first }
    for list in lists where list.values.count < shortest.values.count { shortest = list }
    var values = shortest.values
    for list in lists where shortest.nodes == nil || list.nodes != shortest.nodes {
      let positions = positions(of: list)
      values.removeAll { positions[$0] == nil }
    }
    let order = positions(of: lists[0])
    var seen: Set<SchemaScalar> = []
    values.removeAll { !seen.insert($0).inserted }
    values.sort { order[$0] ?? 0 < order[$1] ?? 0 }
    return ScalarList(values: values, nodes: nil)
  }

  private mutating func positions(of list: ScalarList) -> [SchemaScalar: Int] {
    if let nodes = list.nodes, let known = positions[nodes] { return known }
    let numbered = list.values.enumerated().map { ($0.element, $0.offset) }
    let result = Dictionary(numbered) { first, _ in first }
    if let nodes = list.nodes { positions[nodes] = result }
    return result
  }
}
