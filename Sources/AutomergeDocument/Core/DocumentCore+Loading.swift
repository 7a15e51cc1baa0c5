/// Reading the chunks of files and messages.
extension DocumentCore {
  /// The changes of several chunks.
  private struct Batch {
    /// The changes in the order of their chunks.
    ///
    /// An empty document ends a segment, and the wait of its changes; see ``SavedState``.
    private(set) var segments: [[DecodedChange]] = [[]]
    var hashes: Set<ChangeHash> = []
    /// The hashes of the document chunks that were read; a repeated chunk is skipped.
    var documents: Set<ChangeHash> = []
    /// The memory that is claimed for the changes of document chunks, until they are applied.
    var claimed = 0
    /// The memory that reading the remaining document chunks may take in total.
    ///
    /// Without this limit, each document chunk of a few bytes could take the time that the whole
    /// budget allows.
    var reading: LoadBudget

    mutating func append(_ change: DecodedChange) { segments[segments.count - 1].append(change) }

    mutating func endSegment() { segments.append([]) }
  }

  /// Reads chunks of any kind and applies the changes in them.
  ///
  /// - Returns: `true` if there are no bytes, or one of the chunks is a document.
  mutating func read(
    _ bytes: [UInt8], verify: Bool, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> Bool {
    var reader = ByteReader(bytes)
    var loaded: DocumentCore?
    var batch = Batch(reading: budget)
    var hasDocument = bytes.isEmpty
    var isFirst = true
    while !reader.isAtEnd {
      let chunk = try Chunk(&reader, inflating: &budget)
      if chunk.kind == .document { hasDocument = true }
      switch chunk.kind {
      case .document where !isFirst && chunk.body == Chunk.emptyDocument:
        batch.endSegment()
      case .document:
        guard batch.documents.insert(chunk.hash).inserted else { continue }
        if isFirst, isEmpty {
          loaded = try withDocument(chunk.body, charging: &budget, verify: verify)
        } else {
          if loaded != nil {
            try loaded?.completeHistory(charging: &budget)
          } else {
            try completeHistory()
          }
          try (loaded ?? self).addDocument(chunk.body, to: &batch, charging: &budget)
        }
      case .change, .compressedChange:
        batch.hashes.insert(chunk.hash)
        batch.append(try DecodedChange(body: chunk.body, hash: chunk.hash))
      }
      isFirst = false
    }
    // Each change claims its memory again when the change is applied.
    budget.release(batch.claimed)
    if batch.segments.allSatisfy(\.isEmpty) {
      if let loaded { self = loaded }
    } else if var core = loaded {
      try core.completeHistory(charging: &budget)
      try core.replay(batch.segments, charging: &budget)
      self = core
    } else {
      try completeHistory()
      if hasDocument {
        try replay(batch.segments, charging: &budget)
      } else {
        try apply(batch.segments.flatMap(\.self), charging: &budget)
      }
    }
    return hasDocument
  }

  private var isEmpty: Bool {
    history.count == 0 && history.waitingCount == 0 && pending.edits == nil && set.rows.isEmpty
  }

  /// Returns this empty document with the content of a document chunk.
  private func withDocument(
    _ body: [UInt8], charging budget: inout LoadBudget, verify: Bool
  ) throws(AutomergeError) -> DocumentCore {
    var loader = DocumentLoader(set: OpSet(textEncoding: set.textEncoding))
    try loader.load(body, charging: &budget)
    var loaded = with(loader.set, loader.graph)
    if verify { try loaded.completeHistory(charging: &budget) }
    return loaded
  }

  /// Adds the changes of a document chunk that are neither in this document nor in the batch.
  private func addDocument(
    _ body: [UInt8], to batch: inout Batch, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let empty = DocumentCore(
      actor: pending.actor, textEncoding: set.textEncoding, limits: history.allowance.limits)
    // The memory of the other document is only claimed until its changes are copied.
    let earlier = budget.limited(to: batch.reading)
    var rest = earlier
    let other = try empty.withDocument(body, charging: &rest, verify: true)
    try batch.reading.claim(of: earlier.memory - rest.memory, for: "documents")
    for record in other.history.records {
      guard let body = record.body?.bytes, let hash = record.hash, !history.contains(hash),
        batch.hashes.insert(hash).inserted
      else { continue }
      let change = try DecodedChange(body: body, hash: hash)
      let size = ChangeRecord.memory(of: change.header) + body.count
      try budget.claim(of: size, for: "changes of received documents")
      batch.claimed += size
      batch.append(change)
    }
  }
}
