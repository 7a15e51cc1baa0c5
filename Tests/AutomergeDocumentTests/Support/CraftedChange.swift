@testable import AutomergeDocument

/// A change that is written column by column, so that it can state what no replica would.
struct CraftedChange {
  typealias Column = ColumnSpecification.Operation

  var dependencies: [ChangeHash] = []
  var actor: [UInt8] = [1]
  var sequence: UInt64 = 1
  var firstOperation: UInt64 = 1
  var message = ""
  var otherActors: [[UInt8]] = []
  var columns: [UInt64: [UInt8]] = [:]

  /// Creates a change without operations.
  init() {}

  /// Creates a change that sets keys of the root to null, one after the other.
  init(settingKeys keys: [String]) {
    columns = [
      Column.keyString: Self.keys(keys), Column.insert: Self.booleans(false, keys.count),
      Column.action: Self.run(OpAction.set, keys.count),
      Column.valueMetadata: Self.run(0, keys.count),
      Column.predecessorGroup: Self.run(0, keys.count),
    ]
  }

  /// A change whose checksum is right, and whose last operation replaces one that is not at its
  /// place.
  static var failingAtTheEnd: CraftedChange {
    var change = CraftedChange(settingKeys: (0..<100).map { "key \($0)" })
    change.actor = [7]
    var group = RunEncoder<UInt64>()
    for place in 0..<100 { group.append(place == 99 ? 1 : 0) }
    change.columns[Column.predecessorGroup] = group.finish()
    change.columns[Column.predecessorActor] = [0x7F, 0]
    change.columns[Column.predecessorCounter] = [0x7F, 51]
    return change
  }

  /// A column of strings.
  static func keys(_ keys: [String]) -> [UInt8] {
    var strings = RunEncoder<RunString>()
    for key in keys { strings.append(RunString(bytes: Array(key.utf8))) }
    return strings.finish()
  }

  /// A run of equal numbers.
  static func run(_ value: UInt64, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendSLEB(count == 1 ? -1 : Int64(count))
    bytes.appendULEB(value)
    return bytes
  }

  /// A run of one action.
  static func run(_ action: OpAction, _ count: Int) -> [UInt8] {
    run(UInt64(action.rawValue), count)
  }

  /// A run of equal differences.
  static func run(difference: Int64, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendSLEB(count == 1 ? -1 : Int64(count))
    bytes.appendSLEB(difference)
    return bytes
  }

  /// A run of equal truth values.
  static func booleans(_ value: Bool, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = value ? [0] : []
    bytes.appendULEB(UInt64(count))
    return bytes
  }

  /// The body of the chunk.
  var body: [UInt8] {
    var body: [UInt8] = []
    body.appendHashes(dependencies.sorted())
    body.appendPrefixed(actor)
    body.appendULEB(sequence)
    body.appendULEB(firstOperation)
    body.appendSLEB(0)
    body.appendPrefixed(Array(message.utf8))
    body.appendULEB(UInt64(otherActors.count))
    for other in otherActors { body.appendPrefixed(other) }
    var writer = ColumnWriter()
    for (specification, bytes) in columns { writer.add(specification, bytes) }
    let written = writer.finish(deflating: false)
    return body + written.metadata + written.data
  }

  var hash: ChangeHash { Chunk.hash(.change, body) }

  /// The change as a chunk.
  var chunk: [UInt8] {
    var bytes: [UInt8] = []
    Chunk.write(.change, body, to: &bytes)
    return bytes
  }
}
