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

  /// The places to return to.
  let stacks = StackTable()
  /// The number of stacks that came from other workspaces; see ``isFull``.
  private var adoptedStacks = 0
  private static let initialStackLimit = 1 << 16

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

  /// The masks that were found so far; see ``MaskWorkspace/mask(of:)``.
  let stored: FoundMasks

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
    stored = FoundMasks(tables)
    vocabulary = tables.vocabulary
    unsafe tokenBytes = vocabulary.bytes.base
    unsafe tokenOffsets = vocabulary.offsets.base
    strings = vocabulary.strings
    unsafe stringMasks = strings.masks.base
    // A copy: an assigned array shares its storage, and so its reference count, with all threads.
    endTokens = vocabulary.endTokens.map { $0 }
    wordCount = vocabulary.wordCount
    tokenCount = vocabulary.count
  }

  /// The bytes of a token of the vocabulary; none if it does not stand for text.
  func bytes(of token: Int) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe Int(tokenOffsets[token])
    let end = unsafe Int(tokenOffsets[token + 1])
    return unsafe UnsafeBufferPointer(start: tokenBytes + start, count: end - start)
  }

  // MARK: Stacks

  /// The stack that has one more place to return to.
  func push(_ position: Position, onto parent: StackIndex) -> StackIndex {
    stacks.push(position, onto: parent)
  }

  /// The item after a value.
  func popped(_ stack: StackIndex) -> Item { stacks.popped(stack) }

  /// Indicates whether there are so many stacks that another workspace is due.
  var isFull: Bool { stacks.count >= max(Self.initialStackLimit, 2 * adoptedStacks) }

  /// Takes over items of another workspace of the same grammar.
  ///
  /// The stacks taken over are in use. As many stacks more may follow, so that this does not
  /// happen again at each token of a deep text.
  ///
  /// - Complexity: O(*n*) in the stacks of the other workspace.
  func adopt(_ items: inout [Item], from other: MaskWorkspace) {
    let before = stacks.count
    stacks.adopt(&items, from: other.stacks)
    adoptedStacks += stacks.count - before
  }

  // MARK: Items

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
