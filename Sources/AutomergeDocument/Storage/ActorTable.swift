#if Automerge
/// The actors of a document in order of arrival, so that an index never changes.
struct ActorTable {
  private(set) var actors: [ActorId] = []
  private var indices: [ActorId: UInt32] = [:]
  /// The place of each actor in the order of their bytes.
  private(set) var ranks: [UInt32] = []

  /// The index of an actor, which is added if it is new.
  mutating func index(of actor: ActorId) -> UInt32 {
    if let index = indices[actor] { return index }
    let index = UInt32(actors.count)
    let rank = UInt32(actors.count { $0 < actor })
    for other in ranks.indices where ranks[other] >= rank { ranks[other] += 1 }
    actors.append(actor)
    ranks.append(rank)
    indices[actor] = index
    return index
  }

  /// The index of an actor; `nil` if the document has no operation of it.
  func existingIndex(of actor: ActorId) -> UInt32? {
    indices[actor]
  }

  subscript(index: UInt32) -> ActorId { actors[Int(index)] }

  /// Whether an operation comes before another in the total order.
  func precedes(_ first: OpID, _ second: OpID) -> Bool {
    if first.counter != second.counter { return first.counter < second.counter }
    return first.actor != second.actor && ranks[Int(first.actor)] < ranks[Int(second.actor)]
  }
}
#endif
