import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// Patches are exact: applied to the plain content of the old state, they give that of the new one.
struct RandomPatchTests {
  private static let encodings: [TextEncoding] = [
    .unicodeScalar, .utf8, .utf16, .graphemeCluster,
  ]

  /// Edits that other random tests don't make: wide elements, values and objects in texts, and
  /// elements of texts that are set anew.
  private func edit(_ document: Document, _ replicas: inout RandomReplicas) throws {
    for (object, container) in try PlainTree(document).containers.sorted(by: {
      $0.key.description < $1.key.description
    }) {
      guard case .text(let units) = container, replicas.below(3) == 0 else { continue }
      let index = UInt64(replicas.below(units.count + 1))
      switch replicas.below(8) {
      case 0: try document.insert(obj: object, index: index, value: .String("wide é"))
      case 1: try document.insert(obj: object, index: index, value: .Int(7))
      case 2: try document.insert(obj: object, index: index, value: .String(""))
      case 3:
        let map = try document.insertObject(obj: object, index: index, ty: .Map)
        try document.put(obj: map, key: "k", value: .Counter(1))
      case 4 where index < units.count:
        try document.put(obj: object, index: index, value: .String("é\u{301}"))
      case 5 where index < units.count: try document.putObject(obj: object, index: index, ty: .Text)
      case 6 where !units.isEmpty:
        let start = UInt64(replicas.below(units.count))
        try document.mark(
          obj: object, start: start,
          end: start + 1 + UInt64(replicas.below(units.count - Int(start))),
          expand: [.both, .none, .after, .before][replicas.below(4)],
          name: ["bold", "link", "note"][replicas.below(3)],
          value: [.Boolean(true), .Int(2), .Null][replicas.below(3)])
      default: try document.spliceText(obj: object, start: index, delete: 1, value: "\u{301}")
      }
    }
  }

  @Test(arguments: encodings, 1...8)
  func `differences since the last step give the next state, and those to it give it back`(
    encoding: TextEncoding, seed: UInt64
  ) throws {
    var replicas = try RandomReplicas(seed: seed, count: 3, encoding: encoding)
    var trees = replicas.documents.map { _ in PlainTree(encoding: encoding) }
    var heads: [Set<ChangeHash>] = trees.map { _ in [] }
    var past: [[Set<ChangeHash>]] = trees.map { _ in [[]] }
    for step in 0..<40 {
      try replicas.run(3)
      try edit(replicas.documents[step % 3], &replicas)
      for (place, document) in replicas.documents.enumerated() {
        let comment: Comment = "seed \(seed), \(encoding), step \(step), replica \(place)"
        let earlier = trees[place]
        try trees[place].apply(document.difference(since: heads[place]))
        try #require(try trees[place] == PlainTree(document), comment)
        var back = trees[place]
        try back.apply(document.difference(to: heads[place]))
        try #require(back == earlier, comment)
        heads[place] = document.heads()
        past[place].append(heads[place])
      }
    }
    for (place, document) in replicas.documents.enumerated() {
      for _ in 0..<12 {
        let old = past[place][replicas.below(past[place].count)]
        let new = past[place][replicas.below(past[place].count)]
        var tree = try PlainTree(document, heads: old)
        try tree.apply(document.difference(from: old, to: new))
        try #require(
          try tree == PlainTree(document, heads: new), "seed \(seed), \(encoding), \(old) to \(new)"
        )
      }
    }
  }

  @Test(arguments: encodings, 1...6)
  func `patches of merges, changes and messages give the new state`(
    encoding: TextEncoding, seed: UInt64
  ) throws {
    var replicas = try RandomReplicas(seed: seed &+ 100, count: 3, encoding: encoding)
    for step in 0..<12 {
      try replicas.run(12)
      for document in replicas.documents { try edit(document, &replicas) }
      let comment: Comment = "seed \(seed), \(encoding), step \(step)"
      let document = replicas.documents[step % 3]
      let other = replicas.documents[(step + 1) % 3]
      let copies = try (0..<3).map { _ in try document.fork() }
      let tree = try PlainTree(document)

      var merged = tree
      try merged.apply(copies[0].mergeWithPatches(other: other))
      try #require(try merged == PlainTree(copies[0]), comment)

      var changed = tree
      let changes = try other.encodeChangesSince(heads: step % 2 == 0 ? [] : document.heads())
      try changed.apply(copies[1].applyEncodedChangesWithPatches(encoded: changes))
      try #require(try changed == PlainTree(copies[1]), comment)

      var synced = tree
      let (mine, theirs) = (SyncState(), SyncState())
      for _ in 0..<10 {
        if let message = try copies[2].generateSyncMessage(state: mine) {
          try other.receiveSyncMessage(state: theirs, message: message)
        }
        if let message = try other.generateSyncMessage(state: theirs) {
          try synced.apply(copies[2].receiveSyncMessageWithPatches(state: mine, message: message))
        }
      }
      try #require(try synced == PlainTree(copies[2]), comment)
      try #require(try synced == PlainTree(other), comment)
    }
  }

  @Test(arguments: encodings, 1...6)
  func `a sequence of patches follows edits, transactions, rollbacks and merges`(
    encoding: TextEncoding, seed: UInt64
  ) async throws {
    var replicas: RandomReplicas? = try RandomReplicas(
      seed: seed &+ 200, count: 2, encoding: encoding)
    var final: [PlainTree] = []
    var started: [(PlainTree, AsyncStream<[Patch]>)] = []
    for document in replicas?.documents ?? [] {
      started.append((try PlainTree(document), document.patches()))
    }
    for _ in 0..<25 {
      try replicas?.run(3)
      for document in replicas?.documents ?? [] {
        switch replicas?.below(4) {
        case 0:
          // The random steps know the objects that they have made, so their edits stay.
          try document.commitWith()
          try change(document)
          try document.rollback()
        case 1:
          try? document.transaction {
            try change(document)
            try? document.transaction {
              try change(document)
              throw AutomergeError(.corruptData, "the inner transaction fails")
            }
            try document.increment(obj: .ROOT, key: "n", by: 2)
            if document.pendingEdits % 2 == 0 { throw AutomergeError(.corruptData, "it fails") }
          }
        default: try change(document)
        }
      }
    }
    for document in replicas?.documents ?? [] { final.append(try PlainTree(document)) }
    replicas = nil
    for (place, (tree, stream)) in started.enumerated() {
      var tree = tree
      for await patches in stream { try tree.apply(patches) }
      #expect(tree == final[place], "seed \(seed), \(encoding), replica \(place)")
    }
  }

  /// Changes values that the random steps use, too.
  private func change(_ document: Document) throws {
    if try document.get(obj: .ROOT, key: "n") == nil {
      try document.put(obj: .ROOT, key: "n", value: .Counter(1))
    }
    let list = try document.putObject(obj: .ROOT, key: "a", ty: .List)
    try document.splice(obj: list, start: 0, delete: 0, values: [.Int(1), .Int(2), .Null])
    try document.delete(obj: list, index: 1)
    if case .Object(let text, .Text)? = try document.get(obj: .ROOT, key: "text") {
      try document.updateText(obj: text, value: "\(document.pendingEdits) e\u{301} \u{1F600}")
    }
  }
}
