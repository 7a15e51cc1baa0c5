import IndexedTables
import SchemaDocuments

/// The results of schemas for values, with those of 64 neighbouring schemas together.
///
/// Each of many schemas may be evaluated for each of many values, so a result takes a few bits.
struct OutcomeTable {
  /// Neighbouring schemas, and a value.
  private struct Place: Hashable {
    let value: ContentPlace
    let schemas: UInt32
    let isCount: Bool

    init(_ pair: Pair) {
      value = pair.place
      schemas = UInt32(pair.schema.value / 64)
      isCount = pair.isCount
    }
  }

  /// The results of neighbouring schemas for a value, with a bit for each schema.
  private struct Bits {
    private var known: UInt64 = 0
    private var failed: UInt64 = 0
    private var open: UInt64 = 0

    func isKnown(_ bit: UInt64) -> Bool { known & bit != 0 }
    func hasFailed(_ bit: UInt64) -> Bool { failed & bit != 0 }
    func isOpen(_ bit: UInt64) -> Bool { open & bit != 0 }

    mutating func set(_ bit: UInt64, _ outcome: Outcome?) {
      known &= ~bit
      failed &= ~bit
      open &= ~bit
      guard let outcome else { return }
      known |= bit
      if outcome.cost > 0 { failed |= bit }
      if outcome.isOpen { open |= bit }
    }
  }

  private var bits: [Place: Bits] = [:]

  /// The numbers of violations above 1, where they count.
  private var costs: [Pair: Int] = [:]

  /// The result of a schema for a value; `nil` if it is not known.
  ///
  /// If only the verdict counts, any number of violations is kept as 1.
  subscript(pair: Pair) -> Outcome? {
    get {
      let bit = Self.bit(of: pair)
      guard let bits = bits[Place(pair)], bits.isKnown(bit) else { return nil }
      let cost = bits.hasFailed(bit) ? costs[pair] ?? 1 : 0
      return Outcome(cost: cost, isOpen: bits.isOpen(bit))
    }
    set {
      bits[Place(pair), default: Bits()].set(Self.bit(of: pair), newValue)
      guard pair.isCount else { return }
      costs[pair] = newValue.flatMap { $0.cost > 1 ? $0.cost : nil }
    }
  }

  private static func bit(of pair: Pair) -> UInt64 { 1 << (pair.schema.value % 64) }
}
