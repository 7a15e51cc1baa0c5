/// Chunks of files and messages.
extension DocumentCore {
  /// Reads a file into an empty document.
  ///
  /// `verify`: Whether the hashes of a document chunk are computed and compared.
  mutating func load(_ bytes: [UInt8], verify: Bool) throws(AutomergeError) {
    let startsWithDocument = try read(bytes, verify: verify)
    if !startsWithDocument, let change = queue.first {
      let missing = change.header.dependencies.first { graph.indices[$0] == nil }
      throw AutomergeError(
        .missingDependencies,
        "The data lack the change \(missing.map(\.description) ?? "") that \(change.hash) "
          + "depends on; load a document first and then apply them.")
    }
    savedCount = graph.count
    savedQueue = Set(queue.map(\.hash))
  }

  /// Reads chunks of any kind and applies the changes in them.
  ///
  /// - Returns: Whether the first chunk is a document.
  @discardableResult
  mutating func read(_ bytes: [UInt8], verify: Bool) throws(AutomergeError) -> Bool {
    var reader = ByteReader(bytes)
    var budget = LoadBudget(limits, inputBytes: bytes.count)
    var changes: [DecodedChange] = []
    var startsWithDocument = bytes.isEmpty
    var isFirst = true
    while !reader.isAtEnd {
      let chunk = try Chunk(&reader, inflating: &budget)
      switch chunk.kind {
      case .document:
        if isFirst { startsWithDocument = true }
        if isFirst, isEmpty {
          try loadDocument(chunk.body, charging: &budget, verify: verify)
        } else {
          changes += try changesOfDocument(chunk.body, charging: &budget)
        }
      case .change, .compressedChange:
        changes.append(try DecodedChange(body: chunk.body, hash: chunk.hash))
      }
      isFirst = false
    }
    if !changes.isEmpty {
      try completeHistory()
      try apply(changes)
    }
    return startsWithDocument
  }

  private var isEmpty: Bool {
    graph.count == 0 && pending == nil && queue.isEmpty && set.rows.isEmpty
  }

  private mutating func loadDocument(
    _ body: [UInt8], charging budget: inout LoadBudget, verify: Bool
  ) throws(AutomergeError) {
    var loader = DocumentLoader(set: OpSet(textEncoding: set.textEncoding))
    try loader.load(body, charging: &budget)
    var loaded = self
    loaded.set = loader.set
    loaded.graph = loader.graph
    if verify { try loaded.completeHistory() }
    self = loaded
  }

  /// The changes of a document chunk, for a document that already has some.
  private func changesOfDocument(
    _ body: [UInt8], charging budget: inout LoadBudget
  ) throws(AutomergeError) -> [DecodedChange] {
    var other = DocumentCore(actor: actor, textEncoding: set.textEncoding, limits: limits)
    try other.loadDocument(body, charging: &budget, verify: true)
    var changes: [DecodedChange] = []
    for record in other.graph.records {
      guard let body = record.body, let hash = record.hash else { continue }
      changes.append(try DecodedChange(body: body, hash: hash))
    }
    return changes
  }
}
