/// The changes that wait for their dependencies.
///
/// Changes are found by their first missing dependency, so an arriving change only visits the
/// changes that wait for it.
struct ChangeQueue {
  private struct Entry {
    let change: DecodedChange
    /// The number of the arrival.
    let number: UInt64
    let missing: ChangeHash
  }

  private var entries: [ChangeHash: Entry] = [:]
  /// The changes that wait for a change, by its hash.
  private var waiting: [ChangeHash: Set<ChangeHash>] = [:]
  private var byActor: [ActorId: Set<ChangeHash>] = [:]
  private var nextNumber: UInt64 = 0
  /// The total size of the bodies, in bytes.
  private(set) var byteCount = 0

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  func contains(_ hash: ChangeHash) -> Bool { entries[hash] != nil }

  /// Returns the change with a hash; `nil` if it doesn't wait.
  func change(_ hash: ChangeHash) -> DecodedChange? { entries[hash]?.change }

  /// The changes in the order of their arrival.
  var changes: [DecodedChange] { Self.ordered(Array(entries.values)) }

  private static func ordered(_ entries: [Entry]) -> [DecodedChange] {
    entries.sorted { $0.number < $1.number }.map(\.change)
  }

  var hashes: some Sequence<ChangeHash> { entries.keys }

  /// Returns the changes whose first missing dependency has a hash, in the order of their arrival.
  func changes(waitingFor hash: ChangeHash) -> [DecodedChange] {
    Self.ordered((waiting[hash] ?? []).compactMap { entries[$0] })
  }

  /// Adds a change, or records that a queued change now waits for another dependency.
  mutating func insert(_ change: DecodedChange, missing: ChangeHash) {
    let number: UInt64
    if let earlier = take(change.hash) {
      number = earlier.number
    } else {
      number = nextNumber
      nextNumber += 1
    }
    entries[change.hash] = Entry(change: change, number: number, missing: missing)
    byActor[change.header.actor, default: []].insert(change.hash)
    waiting[missing, default: []].insert(change.hash)
    byteCount += change.body.count
  }

  /// Removes a change, if it is in the queue.
  mutating func remove(_ hash: ChangeHash) { _ = take(hash) }

  /// Removes the changes of an actor whose numbers are not greater than the number of its last
  /// applied change, and returns their hashes.
  ///
  /// Such a change can never be applied.
  mutating func removeChanges(of actor: ActorId, upTo sequence: UInt64) -> [ChangeHash] {
    let obsolete = (byActor[actor] ?? []).filter { hash in
      entries[hash].map { $0.change.header.sequence <= sequence } ?? false
    }
    for hash in obsolete { remove(hash) }
    return Array(obsolete)
  }

  private mutating func take(_ hash: ChangeHash) -> Entry? {
    guard let entry = entries.removeValue(forKey: hash) else { return nil }
    byteCount -= entry.change.body.count
    waiting[entry.missing]?.remove(hash)
    if waiting[entry.missing]?.isEmpty == true { waiting[entry.missing] = nil }
    let actor = entry.change.header.actor
    byActor[actor]?.remove(hash)
    if byActor[actor]?.isEmpty == true { byActor[actor] = nil }
    return entry
  }
}
