#if Automerge
/// Chunks of files and messages.
extension DocumentCore {
  /// Reads a file into an empty document.
  ///
  /// `verify`: Whether the hashes of a document chunk are computed and compared.
  mutating func load(_ bytes: [UInt8], verify: Bool) throws(AutomergeError) {
    let startsWithDocument = try read(bytes, verify: verify)
    if !startsWithDocument, let change = queue.changes.first {
      let missing = change.header.dependencies.first { graph.indices[$0] == nil }
      throw AutomergeError(
        .missingDependencies,
        "The data lack the change \(missing.map(\.description) ?? "") that \(change.hash) "
          + "depends on; load a document first and then apply them.")
    }
    savedCount = graph.count
    savedQueue = Set(queue.hashes)
  }

  /// Reads chunks of any kind and applies the changes in them.
  ///
  /// If one of them is damaged or invalid, the document stays as it is.
  ///
  /// - Returns: Whether the first chunk is a document.
  @discardableResult
  mutating func read(_ bytes: [UInt8], verify: Bool) throws(AutomergeError) -> Bool {
    var reader = ByteReader(bytes)
    var budget = self.budget
    budget.receive(bytes.count)
    var loaded: DocumentCore?
    var changes: [DecodedChange] = []
    var startsWithDocument = bytes.isEmpty
    var isFirst = true
    while !reader.isAtEnd {
      let chunk = try Chunk(&reader, inflating: &budget)
      switch chunk.kind {
      case .document:
        if isFirst { startsWithDocument = true }
        if isFirst, isEmpty {
          loaded = try withDocument(chunk.body, charging: &budget, verify: verify)
        } else {
          changes += try changesOfDocument(chunk.body, charging: budget)
        }
      case .change, .compressedChange:
        changes.append(try DecodedChange(body: chunk.body, hash: chunk.hash))
      }
      isFirst = false
    }
    if var core = loaded {
      try core.complete(with: changes, charging: &budget)
      self = core
    } else {
      try complete(with: changes, charging: &budget)
    }
    self.budget = budget
    return startsWithDocument
  }

  private mutating func complete(
    with changes: [DecodedChange], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    guard !changes.isEmpty else { return }
    try completeHistory(charging: &budget)
    try apply(changes, charging: &budget)
  }

  private var isEmpty: Bool {
    graph.count == 0 && pending == nil && queue.isEmpty && set.rows.isEmpty
  }

  /// This document, which is empty, with the content of a document chunk.
  private func withDocument(
    _ body: [UInt8], charging budget: inout LoadBudget, verify: Bool
  ) throws(AutomergeError) -> DocumentCore {
    var loader = DocumentLoader(set: OpSet(textEncoding: set.textEncoding))
    try loader.load(body, charging: &budget)
    var loaded = self
    loaded.set = loader.set
    loaded.graph = loader.graph
    if verify { try loaded.completeHistory(charging: &budget) }
    return loaded
  }

  /// The changes of a document chunk, for a document that already has some.
  ///
  /// What the other document claims is free again when its changes are applied.
  private func changesOfDocument(
    _ body: [UInt8], charging budget: LoadBudget
  ) throws(AutomergeError) -> [DecodedChange] {
    var budget = budget
    let empty = DocumentCore(actor: actor, textEncoding: set.textEncoding, limits: limits)
    let other = try empty.withDocument(body, charging: &budget, verify: true)
    return try decodedChanges(other.graph.records)
  }
}
#endif
