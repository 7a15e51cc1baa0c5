/// The identity of an operation within one document: its counter, and its actor as an index into
/// the document's ``ActorTable``.
///
/// The order of identities is that of the counters, then of the actors' bytes, so comparing needs
/// the table.
struct OpID: Hashable {
  var counter: UInt32
  var actor: UInt32

  /// What stands for the root object, and for the beginning of a sequence.
  static let none = OpID(counter: 0, actor: 0)

  var isNone: Bool { counter == 0 }
}
