import ContentStorage

/// The memory in which matchers of one grammar work: stacks and masks that were found before.
///
/// Matchers on one thread share a workspace, and so find each other's masks. It is not safe to use
/// on two threads at once; nothing in it has a lock.
@safe
final class MaskWorkspace {
  let tables: GrammarTables
  let vocabulary: VocabularyTables

  // The parts of the vocabulary that each step reads, where only this thread counts references; see
  // ``FixedTable``.
  private let tokenBytes: UnsafePointer<UInt8>
  private let tokenOffsets: UnsafePointer<UInt32>
  let stringMasks: UnsafePointer<UInt64>
  let strings: StringTables
  let endTokens: [Int]
  let wordCount: Int
  let tokenCount: Int

  /// The places to return to; see ``push(_:onto:)``.
  let stacks = GrowingTable<StackNode>(capacity: 64)
  let stackNumbers = ItemTable<StackNode>()
  /// The stacks that came from other workspaces; see ``isFull``.
  var adoptedStacks = 0
  static let initialStackLimit = 1 << 16

  /// Sets of items, one after the other; ``outputStart`` is where the one begins that is being
  /// made.
  let items = GrowingTable<Item>(capacity: 256)
  var outputStart: Int {
    get { output.start }
    set { output.start = newValue }
  }
  /// Indicates whether a set had more than ``maximumItems``.
  var hasOverflowed: Bool {
    get { output.hasOverflowed }
    set { output.hasOverflowed = newValue }
  }
  // Private, so that the compiler leaves out checks for exclusive access; see ``GrowingTable``.
  private var output = (start: 0, hasOverflowed: false)
  static let maximumItems = 1 << 10

  // The masks of items so far; see ``MaskWorkspace/mask(of:)``.
  let maskNumbers = ItemTable<StoredMask>()
  let masks = GrowingTable<StoredMask>()
  let tokens = GrowingTable<Int32>(capacity: 1024)
  let denseWords = GrowingTable<UInt64>(capacity: 1)
  let leafMaskNumbers = ItemTable<LeafMask>()
  let leafMasks = GrowingTable<LeafMask>()
  let leafExits = GrowingTable<StringTables.Exit>()
  let suffixNumbers = ItemTable<UInt64>()
  let suffixBits = GrowingTable<UInt64>()
  let groupNumbers = ItemTable<LeafGroups>()
  let leafGroups = GrowingTable<LeafGroups>()
  let acceptedGroups = GrowingTable<UInt64>()

  // Reused by the walks.
  let frames = GrowingTable<WalkFrame>(capacity: 256)
  let visits = GrowingTable<Visit>(capacity: 256)
  let found = GrowingTable<Int32>(capacity: 1024)
  /// Indices in ``Subtrees/list``.
  let foundSubtrees = GrowingTable<EntryIndex<Subtrees.Subtree>>()
  /// For each token with a quote, 1 if it is accepted; all 0 between two masks.
  let acceptedExits = GrowingTable<UInt8>()
  let maskBuffer = GrowingTable<UInt64>()

  init(_ tables: GrammarTables) {
    self.tables = tables
    vocabulary = tables.vocabulary
    unsafe tokenBytes = vocabulary.bytes.base
    unsafe tokenOffsets = vocabulary.offsets.base
    strings = vocabulary.strings
    unsafe stringMasks = strings.masks.base
    // A copy: an assigned array shares its storage, and so its reference count, with all threads.
    endTokens = vocabulary.endTokens.map { $0 }
    wordCount = vocabulary.wordCount
    tokenCount = vocabulary.count
    stacks.append(StackNode(position: .end, parent: .empty))
  }

  /// The bytes of a token of the vocabulary; none if it does not stand for text.
  func bytes(of token: Int) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe Int(tokenOffsets[token])
    let end = unsafe Int(tokenOffsets[token + 1])
    return unsafe UnsafeBufferPointer(start: tokenBytes + start, count: end - start)
  }

  /// The item before any text.
  var start: Item { Item(position: tables.layout.start, stack: .empty) }

  /// Adds an item to the set that is being made.
  func emit(_ position: Position, _ stack: StackIndex) {
    let item = Item(position: position, stack: stack)
    var index = outputStart
    while index < items.count {
      if items[index] == item { return }
      index += 1
    }
    guard items.count - outputStart < Self.maximumItems else {
      hasOverflowed = true
      return
    }
    items.append(item)
  }

  func emit(_ item: Item) { emit(item.position, item.stack) }
}
