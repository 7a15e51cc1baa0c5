/// A point in the history: for each actor the greatest counter that belongs to it.
struct Clock {
  /// By index of the actor; actors beyond the end have no operation in the past that is meant.
  var counters: [UInt32]

  func covers(_ id: OpID) -> Bool {
    Int(id.actor) < counters.count && id.counter <= counters[Int(id.actor)]
  }
}
