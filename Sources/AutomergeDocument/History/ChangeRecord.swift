/// What the history knows of one change.
struct ChangeRecord {
  let actor: UInt32
  let sequence: UInt64
  /// The counter of the last operation; for a change without operations that of the one before.
  let maximumOperation: UInt32
  /// Seconds since 1970.
  let time: Int64
  let message: String?
  /// The changes that this one directly depends on, by index.
  let dependencies: [UInt32]
  /// Bytes that a later version of the format may have appended.
  let extra: [UInt8]
  /// The counter of the first operation; `nil` until the history of a loaded document is rebuilt.
  var firstOperation: UInt32?
  var hash: ChangeHash?
  /// The body of the chunk; `nil` until the history of a loaded document is rebuilt.
  var body: [UInt8]?
}
