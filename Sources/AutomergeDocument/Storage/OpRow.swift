/// A stored operation.
///
/// Rows lie in one flat array and refer to each other by index. Deletions have no row: they are in
/// the successors of the operation that they delete.
struct OpRow {
  /// Stands for "no row": the end of a register, and the beginning of a sequence.
  static let none = UInt32.max

  let id: OpID
  /// The index of the object.
  let object: UInt32
  /// In a map the index of the key; in a sequence the row of the element: for an insertion the
  /// element before, else the element that the operation changes.
  let key: UInt32
  /// The next row of the register, in the order of identities.
  var next = OpRow.none
  /// The leaf of the sequence that holds the element.
  var leaf: UInt32 = 0
  /// The first operation that replaces this one; more are in ``OpSet/successorLists``.
  var successor = OpID.none
  /// Whether a successor hides the row from readers at present, which increments of counters don't.
  var isReplaced = false
  let value: StoredValue
  let action: OpAction
  let isInsert: Bool
  let expand: Bool

  var isCounter: Bool { action == .set && value.code == StoredValue.Code.counter }

  /// Whether the row is of a kind that readers can see.
  var hasValue: Bool { action == .set || action.makesObject }

  /// Whether readers see the row at present.
  var isVisible: Bool { hasValue && !isReplaced }
}

/// The identity of an operation within one document: its counter, and its actor as an index into
/// the document's ``ActorTable``.
///
/// The order of identities is that of the counters, then of the actors' bytes, so comparing needs
/// the table.
struct OpID: Hashable {
  var counter: UInt32
  var actor: UInt32

  /// The identity of the root object, and of the beginning of a sequence.
  static let none = OpID(counter: 0, actor: 0)

  var isNone: Bool { counter == 0 }
}

/// The action of an operation.
enum OpAction: UInt8 {
  case makeMap = 0
  case set = 1
  case makeList = 2
  case delete = 3
  case makeText = 4
  case increment = 5
  case makeTable = 6
  case mark = 7

  /// Whether the operation makes an object.
  var makesObject: Bool { objectType != nil }

  /// The type of the object that the operation makes.
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

/// The state of one object, apart from its operations.
struct ObjectState {
  let id: OpID
  let type: ObjType
  /// The operation that made the object; none for the root.
  let row: UInt32
  /// The keys of a map that have a register, including those without a visible value.
  var keys: [UInt32] = []
  var keysAreSorted = true
  /// Whether marks begin or end in the text, which makes insertions look for them.
  var hasMarks = false
  /// The elements of a list or text.
  var sequence: SequenceTree?
}

/// A point in the history: for each actor the greatest counter that belongs to it.
struct Clock {
  /// By index of the actor; actors beyond the end have no operation in the past that is meant.
  var counters: [UInt32]

  func covers(_ id: OpID) -> Bool {
    Int(id.actor) < counters.count && id.counter <= counters[Int(id.actor)]
  }
}
