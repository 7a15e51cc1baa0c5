/// A stored operation.
///
/// Rows are in one flat array and refer to each other by index. A deletion has no row; it is a
/// successor of the operation that it deletes.
///
/// The order of the properties leaves no gaps between them, so a row takes 44 bytes instead of 64.
/// These are more properties than other types have: seven are the parts of an operation in the
/// format, and three change with other operations.
/// Only a ``RowTable`` changes rows.
struct OpRow {
  let value: StoredValue
  let action: OpAction
  let isInsert: Bool
  let expand: Bool
  /// `true` if a successor hides the row from readers.
  ///
  /// Increments of counters don't hide it.
  var isReplaced = false
  let id: OpID
  let object: ObjectIndex
  /// The key or the element that the operation changes.
  ///
  /// For an insertion, it is the element before the new one.
  let key: ObjectKey
  /// The next row of the register, in the order of identities.
  @OptionalIndex var next: RowIndex?
  /// The first operation that replaces this one; ``RowTable/successors(of:)`` returns all.
  var successor = OpID.none

  var isCounter: Bool { action == .set && value.code == StoredValue.Code.counter }

  /// `true` if the operation sets a value or makes an object.
  ///
  /// Readers never see other rows.
  var hasValue: Bool { action == .set || action.makesObject }

  /// `true` if readers see the row in the current state.
  var isVisible: Bool { hasValue && !isReplaced }
}

/// The successors of rows after the first successor; few rows have several.
struct SuccessorLists {
  private var lists: [RowIndex: [OpID]] = [:]
  /// The number of successors in all lists.
  private var count = 0

  /// The memory of the lists, in bytes.
  var memory: Int { lists.count * 96 + count * 8 }

  /// Returns the successors of a row after the first.
  subscript(row: RowIndex) -> [OpID] { lists.isEmpty ? [] : lists[row] ?? [] }

  mutating func append(_ successor: OpID, to row: RowIndex) {
    lists[row, default: []].append(successor)
    count += 1
  }

  /// Adds successors after the first to a row that has no entry yet.
  mutating func append(_ successors: ArraySlice<OpID>, to row: RowIndex) {
    guard !successors.isEmpty else { return }
    lists[row] = Array(successors)
    count += successors.count
  }

  /// Removes the last successor of a row.
  ///
  /// - Returns: `false` if the row has at most one successor, which is not stored here.
  mutating func removeLast(of row: RowIndex) -> Bool {
    guard lists[row]?.popLast() != nil else { return false }
    count -= 1
    if lists[row]?.isEmpty == true { lists[row] = nil }
    return true
  }
}

/// The identity of an operation within one document: its counter, and its actor as an index into
/// the document's ``ActorTable``.
///
/// Identities are ordered by their counters, and then by the bytes of their actors, so a comparison
/// needs the table.
struct OpID: Hashable {
  let counter: UInt32
  let actor: ActorIndex

  /// The identity of the root object, and of the beginning of a sequence.
  static let none = OpID(counter: 0, actor: ActorIndex(0))

  var isNone: Bool { counter == 0 }
}

/// The action of an operation, by its code in the format.
enum OpAction: UInt8 {
  case makeMap = 0
  case set = 1
  case makeList = 2
  case delete = 3
  case makeText = 4
  case increment = 5
  case makeTable = 6
  case mark = 7

  /// `true` if the operation makes an object.
  var makesObject: Bool { objectType != nil }

  var objectType: ObjType? {
    switch self {
    case .makeMap, .makeTable: .Map
    case .makeList: .List
    case .makeText: .Text
    case .set, .delete, .increment, .mark: nil
    }
  }

  init(making type: ObjType) {
    switch type {
    case .Map: self = .makeMap
    case .List: self = .makeList
    case .Text: self = .makeText
    }
  }
}

/// A point in the history: the greatest included counter of each actor.
struct Clock {
  private enum Extent {
    /// The counters by index of the actor; actors beyond the end have no operation before the
    /// point.
    case counters([UInt32])
    /// The counters of the actors that have later operations.
    case limits([ActorIndex: UInt32])
  }

  private let extent: Extent

  init(_ counters: [UInt32]) { extent = .counters(counters) }

  /// Creates the point before the operations of some actors that have greater counters than the
  /// limits.
  ///
  /// The size of this point is in proportion to what is new, not to the number of all actors.
  init(limits: [ActorIndex: UInt32]) { extent = .limits(limits) }

  func covers(_ id: OpID) -> Bool {
    switch extent {
    case .counters(let counters):
      id.actor.value < counters.count && id.counter <= counters[of: id.actor]
    case .limits(let limits): limits[id.actor].map { id.counter <= $0 } ?? true
    }
  }
}
