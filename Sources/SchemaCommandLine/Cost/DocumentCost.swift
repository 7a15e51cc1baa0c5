import SchemaKit

/// The costs of the parts of a written schema.
struct DocumentCost {
  /// A description in the document.
  struct Description {
    /// The names of the properties on the path to it.
    let path: SchemaPath
    let text: String
    /// Its estimated tokens, in hundredths.
    let hundredths: Int
  }

  /// The estimated tokens of the whole document, in hundredths.
  let hundredths: Int

  /// The estimated tokens of each property's schema, and of its name in all lists, in hundredths,
  /// by the path of the property.
  private(set) var properties: [SchemaPath: Int] = [:]

  /// The number of occurrences of each property name in the document.
  private(set) var mentions: [[UInt8]: Int] = [:]

  /// The descriptions, in the order of the document.
  private(set) var descriptions: [Description] = []

  private let pieces: [TokenEstimator.Piece]
  /// The costs of all pieces before each.
  private var sums: [Int] = [0]

  /// Estimates a document.
  ///
  /// - Parameters:
  ///   - schema: The document.
  ///   - graph: The graph that it was written from, which has the places of the definitions.
  init(_ schema: EncodedSchema, of graph: SchemaGraph) {
    pieces = TokenEstimator.pieces(of: schema.jsonString())
    for piece in pieces { sums.append((sums.last ?? 0) + piece.hundredths) }
    hundredths = sums.last ?? 0
    let paths = graph.definitions.map(\.body.path)
    var pending: [(node: EncodedSchema.Node, names: [String])] = [(schema.root, [])]
    while let (node, names) = pending.popLast() {
      var inside: [(node: EncodedSchema.Node, names: [String])] = []
      for keyword in node.keywords.members {
        switch (keyword.name, keyword.value) {
        case ("properties", .namedSchemas(let properties)):
          for property in properties {
            let path = names + [property.name]
            note(property.name, 1, at: path, adding: cost(of: property.schema.range))
            inside.append((property.schema, path))
          }
        case ("$defs", .namedSchemas(let definitions)):
          for (index, definition) in definitions.enumerated() {
            let isKnown = definitions.count == paths.count
            inside.append((definition.schema, isKnown ? paths[index].names : [definition.name]))
          }
        case ("description", .string(let text)):
          descriptions.append(
            Description(
              path: SchemaPath(names), text: text,
              hundredths: TokenEstimator.hundredths(of: text)))
        case ("enum", _), ("examples", _): break
        case (_, .array(let values)):
          // Lists of names: those required, and those in order.
          for case .string(let name) in values { note(name, 1, at: names + [name], adding: 0) }
        case (_, .schema(let schema)): inside.append((schema, names))
        case (_, .schemas(let schemas)):
          for (position, schema) in schemas.enumerated() {
            let name = schema.reference == nil && schemas.count > 1 ? ["\(position)"] : []
            inside.append((schema, names + name))
          }
        default: break
        }
      }
      pending += inside.reversed()
    }
  }

  /// Counts an occurrence of a name, with punctuation on each side.
  private mutating func note(_ name: String, _ times: Int, at path: [String], adding cost: Int) {
    mentions[Array(name.utf8), default: 0] += times
    properties[SchemaPath(path), default: 0] +=
      cost + times * (TokenEstimator.hundredths(of: name) + 100)
  }

  /// The cost of the pieces that begin in a range of bytes.
  private func cost(of range: Range<Int>) -> Int {
    sums[index(of: range.upperBound)] - sums[index(of: range.lowerBound)]
  }

  /// The number of the first piece that begins at an offset or after it.
  private func index(of offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
