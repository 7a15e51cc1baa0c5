/// The actors of a chunk while it is written.
///
/// A chunk lists its actors, and its columns refer to them by their numbers, which are the
/// positions in this list.
struct ChunkActors {
  /// The actors in the order of their numbers.
  private(set) var list: [ActorIndex] = []
  /// The number of each actor of the document; `nil` for actors that are not in the list.
  private var numbers: [UInt64?] = []

  /// The number of an actor; `nil` if the chunk does not have the actor.
  subscript(actor: ActorIndex) -> UInt64? { actor.value < numbers.count ? numbers[of: actor] : nil }

  /// Adds an actor at the end, unless the chunk already has the actor.
  mutating func insert(_ actor: ActorIndex) {
    guard self[actor] == nil else { return }
    let missing = actor.value + 1 - numbers.count
    if missing > 0 { numbers.append(contentsOf: repeatElement(nil, count: missing)) }
    numbers[of: actor] = UInt64(list.count)
    list.append(actor)
  }

  /// Sorts the actors from a position on by their bytes, and numbers them again.
  mutating func sort(from start: Int, by actors: ActorTable) {
    list[start...].sort(by: actors.precedes)
    for number in start..<list.count { numbers[of: list[number]] = UInt64(number) }
  }

  /// Removes all actors, in time linear in their number.
  mutating func removeAll() {
    for actor in list { numbers[of: actor] = nil }
    list.removeAll(keepingCapacity: true)
  }
}
