/// The actors of a document in order of arrival, so that an index never changes.
struct ActorTable {
  private(set) var actors: [ActorId] = []
  private var indices: [ActorId: ActorIndex] = [:]
  /// The actors in the order of their bytes.
  private var order = SortedIndices<ActorIndex>()
  /// The rank of each actor.
  ///
  /// Ranks are in the order of the actors' bytes, with gaps for later actors.
  private(set) var ranks: [UInt64] = []

  /// The largest number of new actors for which ``indices(of:)`` inserts each separately.
  private static let fewActors = 16
  /// The binary logarithm of the smallest gap between the ranks of a part that is one block wide.
  private static let gapExponent = 16

  /// Returns the indices of actors, and adds the new actors.
  ///
  /// - Complexity: O(*n* log *n*) for *n* actors, and linear in the number of earlier actors.
  mutating func indices(of wanted: [ActorId]) -> [ActorIndex] {
    let new = wanted.filter { indices[$0] == nil }
    if new.count > Self.fewActors { add(new) }
    return wanted.map { index(of: $0) }
  }

  /// Adds many actors together; inserting each of them separately would take quadratic time.
  private mutating func add(_ new: [ActorId]) {
    let first = actors.count
    for actor in new where indices[actor] == nil {
      indices[actor] = ActorIndex(actors.count)
      actors.append(actor)
    }
    let added = (first..<actors.count).sorted { actors[$0] < actors[$1] }
    var merged: [ActorIndex] = []
    merged.reserveCapacity(actors.count)
    var earlier = order.all[...]
    for index in added {
      while let next = earlier.first, self[next] < actors[index] {
        merged.append(next)
        earlier.removeFirst()
      }
      merged.append(ActorIndex(index))
    }
    order = SortedIndices(merged + earlier)
    ranks += Array(repeating: 0, count: added.count)
    spreadRanks(of: order.all, between: 0, and: .max)
  }

  /// Returns the index of an actor, and adds the actor if it is new.
  mutating func index(of actor: ActorId) -> ActorIndex {
    if let index = indices[actor] { return index }
    let index = ActorIndex(actors.count)
    let position = order.firstPosition { self[$0] > actor }
    let before = order.index(before: position).map { ranks[of: $0] } ?? 0
    let after = order[position].map { ranks[of: $0] } ?? .max
    order.insert(index, at: position)
    actors.append(actor)
    indices[actor] = index
    // Actors often arrive in the order of their bytes, so a rank leaves a large gap after it.
    ranks.append(before + min((after - before) / 2, 1 << 32))
    if after - before < 2 { makeRoom(at: position) }
    return index
  }

  /// Removes the actors from index `count` on.
  mutating func truncate(to count: Int) {
    guard count < actors.count else { return }
    for actor in actors[count...] { indices[actor] = nil }
    order = SortedIndices(order.all.filter { $0.value < count })
    actors.removeLast(actors.count - count)
    ranks.removeLast(ranks.count - count)
  }

  /// Gives the actors around a position new ranks with equal gaps, when the gap at the position is
  /// full.
  ///
  /// The part of the order around the position is doubled until its ranks have enough room. A wider
  /// part needs a wider gap, so that its ranks are spread more rarely. This bounds the average
  /// cost: when *n* actors are added in any order, each rank changes O(log *n*) times on average.
  private mutating func makeRoom(at position: SortedIndices<ActorIndex>.Position) {
    var width = 1
    while true {
      let part = order.part(around: position, blocks: width)
      let before = part.before.map { ranks[of: $0] } ?? 0
      let after = part.after.map { ranks[of: $0] } ?? .max
      let gap = (after - before) / UInt64(part.indices.count + 1)
      if gap >> Self.gapExponent >= width || part.indices.count == actors.count {
        return spreadRanks(of: part.indices, between: before, and: after)
      }
      width *= 2
    }
  }

  /// Gives adjacent actors ranks with equal gaps.
  private mutating func spreadRanks(
    of part: [ActorIndex], between before: UInt64, and after: UInt64
  ) {
    let step = (after - before) / UInt64(part.count + 1)
    for (place, actor) in part.enumerated() { ranks[of: actor] = before + step * UInt64(place + 1) }
  }

  /// Returns the index of an actor; `nil` if the table does not contain the actor.
  ///
  /// `hint`: An index that the actor may have, which makes a search unnecessary.
  func existingIndex(of actor: ActorId, hint: ActorIndex? = nil) -> ActorIndex? {
    if let hint, hint.value < actors.count, self[hint] == actor { return hint }
    return indices[actor]
  }

  subscript(index: ActorIndex) -> ActorId { actors[index] }

  /// Returns `true` if an actor comes before another in the order of their bytes.
  func precedes(_ first: ActorIndex, _ second: ActorIndex) -> Bool {
    ranks[of: first] < ranks[of: second]
  }

  /// Returns `true` if an operation comes before another in the total order.
  func precedes(_ first: OpID, _ second: OpID) -> Bool {
    if first.counter != second.counter { return first.counter < second.counter }
    return first.actor != second.actor && precedes(first.actor, second.actor)
  }
}
