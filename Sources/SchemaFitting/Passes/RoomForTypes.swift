import IndexedTables
import SchemaEncoding
import SchemaGuides

/// The room for copies of types in a document.
struct RoomForTypes {
  private var sizes: [NodeID: Amount] = [:]
  private let limits: DocumentLimits
  private let maximumSize: Int
  private var used = Amount()

  /// An amount of room.
  private struct Amount {
    var bytes = 0
    var counts = LimitMeter.Counts()
  }

  /// The number of bytes for JSON text in place of a type, without its schema.
  ///
  /// `textGrowth` is the difference from the size of a reference.
  private static let textSize = 50
  private static let textGrowth = 32

  /// Creates the room that a dialect's limits and the size of the declared document leave.
  init(for bodies: [NodeID], in editor: GraphEditor) throws {
    let graph = editor.graph
    limits = graph.rules.limits
    let current = graph.graph()
    let counts = graph.encoder.counts(of: bodies, in: current)
    let bytes = try graph.encoder.sizes(of: current)
    for (body, counts) in zip(bodies, counts) {
      // Each reference may become JSON text.
      let texts = graph.references(in: body).count * Self.textGrowth
      sizes[body] = Amount(bytes: bytes[body] + texts, counts: counts)
    }
    maximumSize = try graph.maximumSize() - editor.room.schemas
  }

  /// Reserves the room for a type, if there is enough room.
  mutating func take(_ body: NodeID) -> Bool {
    guard let size = sizes[body] else { return false }
    var sum = used
    sum.bytes += max(0, size.bytes - Self.textSize)
    sum.counts.add(size.counts)
    // If the declared types already exceed a limit, only the growth by this copy counts.
    guard sum.bytes <= maximumSize, sum.counts.isWithin(limits, growingFrom: used.counts) else {
      return false
    }
    used = sum
    return true
  }

  /// Reserves the room for a type that is written in any case.
  mutating func takeDeclared(_ body: NodeID) {
    guard let size = sizes[body] else { return }
    used.bytes += size.bytes
    used.counts.add(size.counts)
  }
}
