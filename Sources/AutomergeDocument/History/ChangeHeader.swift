/// What a change states besides its operations.
struct ChangeHeader {
  var dependencies: [ChangeHash]
  let actor: ActorId
  let sequence: UInt64
  let firstOperation: UInt32
  /// Seconds since 1970.
  let time: Int64
  let message: String?
  var extra: [UInt8] = []
}
