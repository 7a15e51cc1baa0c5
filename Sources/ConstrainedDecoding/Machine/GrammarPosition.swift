import IndexedTables

/// A place in a grammar.
///
/// It determines how the next byte is read.
///
/// A place is stored in one word, so that it is compared and hashed as a number. Four bits are its
/// kind. The kind determines which of the other properties are valid.
struct GrammarPosition: Hashable, Sendable, BitwiseCopyable {
  enum Kind: UInt8 {
    /// The text is complete.
    case end
    /// In a ``leaf``, in the state ``leafState``.
    case leaf
    /// In a string without a pattern, whose length may be bounded; see ``need``, ``room`` and
    /// ``content``.
    case text
    /// In a string with a pattern and a bounded length; see ``counter``, ``counted`` and
    /// ``characters``.
    case counted
    /// Before a value of a ``node``.
    case value
    /// After the opening brace of an object in the state ``objectState``.
    case objectStart
    /// After the comma between properties of an object in the state ``objectState``.
    case keyQuote
    /// In the name of a property of an object in the state ``objectState``; see ``name``.
    case key
    /// After the name of a property. ``objectState`` is the state after the property's value, and
    /// ``valueNode`` describes this value.
    case colon
    /// After the value of a property of an object in the state ``objectState``.
    case objectAfter
    /// After the opening bracket of an ``array``.
    case arrayStart
    /// After an element of an ``array``; see ``elementCount``.
    case arrayAfter
    /// The properties that an object may still have, if they come in any order. This kind occurs
    /// only on the stack. See ``remaining``, ``firstRemaining`` and
    /// ``GrammarMachine/pushProperties(of:onto:)``.
    case remaining
  }

  let rawValue: UInt64

  /// The part of a property's name that was read.
  enum Name {
    /// The part is not the beginning of a declared name. `content` is the state of
    /// ``StringContent`` after the part.
    case free(content: UInt8)
    /// The part is a node in the tree of declared names.
    case declared(EntryIndex<GrammarTables.KeyNode>)
  }

  // The largest values of the fields `index` and `number` of the initializer.
  private static let largestIndex = 1 << 22 - 1
  private static let largestNumber = 1 << 26 - 1

  /// The largest number of nodes, and of arrays, in a grammar.
  ///
  /// The number of leaves is limited by their memory.
  static let nodeLimit = largestIndex
  static let objectStateLimit = largestIndex
  /// The largest number of properties of objects.
  static let propertyLimit = largestIndex
  /// The largest number of elements of an array that are counted.
  static let elementLimit = largestNumber
  /// The largest number of nodes in the trees of names.
  ///
  /// A ``name`` is such a node or a state of ``StringContent``.
  static let keyNodeLimit = largestNumber / 2
  static let needLimit = 1 << 22 - 1
  /// The largest bounded number of characters that a string can still have.
  static let roomLimit: Int64 = 1 << 33 - 2
  /// The value of ``room`` for a string without a maximum length.
  static let unlimited: Int64 = 1 << 33 - 1

  /// The largest number of string counters in a grammar.
  static let counterLimit = 1 << 21 - 1
  /// The largest number of characters that are counted.
  static let characterLimit = 1 << 22 - 2

  static let end = GrammarPosition(.end, 0)

  /// `blanks`: The white space that may be read, in 12 bits; see ``Blanks``.
  private init(_ kind: Kind, _ index: Int, _ number: Int = 0, blanks: Int = 0) {
    rawValue =
      UInt64(kind.rawValue) << 60 | UInt64(truncatingIfNeeded: index) << 38
      | UInt64(truncatingIfNeeded: number) << 12 | UInt64(truncatingIfNeeded: blanks)
  }

  private var index: Int { Int(truncatingIfNeeded: rawValue >> 38 & 0x3F_FFFF) }
  private var number: Int { Int(truncatingIfNeeded: rawValue >> 12 & 0x3FF_FFFF) }

  static func leaf(_ leaf: EntryIndex<GrammarTables.Leaf>, state: Int = 0) -> GrammarPosition {
    GrammarPosition(.leaf, leaf.value, state)
  }

  static func value(_ node: EntryIndex<GrammarTables.Node>, blanks: Int = 0) -> GrammarPosition {
    GrammarPosition(.value, node.value, blanks: blanks)
  }

  static func objectStart(_ state: EntryIndex<GrammarTables.ObjectState>, blanks: Int)
    -> GrammarPosition
  {
    GrammarPosition(.objectStart, state.value, blanks: blanks)
  }

  static func keyQuote(_ state: EntryIndex<GrammarTables.ObjectState>, blanks: Int)
    -> GrammarPosition
  {
    GrammarPosition(.keyQuote, state.value, blanks: blanks)
  }

  static func key(_ state: EntryIndex<GrammarTables.ObjectState>, name: Name) -> GrammarPosition {
    switch name {
    case .free(let content): GrammarPosition(.key, state.value, Int(content))
    case .declared(let node):
      GrammarPosition(.key, state.value, StringContent.shared.stateCount + node.value)
    }
  }

  static func colon(
    next state: EntryIndex<GrammarTables.ObjectState>, value node: EntryIndex<GrammarTables.Node>,
    blanks: Int
  ) -> GrammarPosition {
    GrammarPosition(.colon, state.value, node.value, blanks: blanks)
  }

  static func objectAfter(_ state: EntryIndex<GrammarTables.ObjectState>, blanks: Int)
    -> GrammarPosition
  {
    GrammarPosition(.objectAfter, state.value, blanks: blanks)
  }

  static func arrayStart(_ array: EntryIndex<GrammarTables.Array>, blanks: Int) -> GrammarPosition {
    GrammarPosition(.arrayStart, array.value, blanks: blanks)
  }

  static func arrayAfter(_ array: EntryIndex<GrammarTables.Array>, count: Int, blanks: Int)
    -> GrammarPosition
  {
    GrammarPosition(.arrayAfter, array.value, count, blanks: blanks)
  }

  /// Creates a place in a string.
  ///
  /// `need`: The smallest number of characters that must follow. `room`: The largest number of
  /// characters that may follow, or ``unlimited``. `content`: The state of ``StringContent``.
  init(need: Int, room: Int64, content: UInt8) {
    rawValue =
      UInt64(Kind.text.rawValue) << 60 | UInt64(bitPattern: room) << 27
      | UInt64(truncatingIfNeeded: need) << 5 | UInt64(content)
  }

  /// Creates a place in a string whose characters are counted.
  ///
  /// `counter`: The index of the ``StringCounter``. `state`: The state of the string's leaf, in 17
  /// bits. `characters`: The number of characters so far, up to the largest number that makes a
  /// difference.
  init(counter: EntryIndex<StringCounter>, state: Int, characters: Int) {
    rawValue =
      UInt64(Kind.counted.rawValue) << 60 | UInt64(truncatingIfNeeded: counter.value) << 39
      | UInt64(truncatingIfNeeded: state) << 22 | UInt64(truncatingIfNeeded: characters)
  }

  /// Creates a place for the properties that an object may still have.
  ///
  /// `remaining`: The properties, as bits. `property`: The index of the property for the lowest
  /// bit.
  init(remaining: UInt32, from property: EntryIndex<GrammarTables.Property>) {
    rawValue =
      UInt64(Kind.remaining.rawValue) << 60 | UInt64(truncatingIfNeeded: property.value) << 38
      | UInt64(remaining)
  }

  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: rawValue >> 60)) ?? .end }

  var leaf: EntryIndex<GrammarTables.Leaf> { EntryIndex(index) }
  var leafState: Int { number }

  var node: EntryIndex<GrammarTables.Node> { EntryIndex(index) }

  var objectState: EntryIndex<GrammarTables.ObjectState> { EntryIndex(index) }
  var valueNode: EntryIndex<GrammarTables.Node> { EntryIndex(number) }

  var name: Name {
    let node = number - StringContent.shared.stateCount
    return node < 0 ? .free(content: UInt8(truncatingIfNeeded: number)) : .declared(.init(node))
  }

  var array: EntryIndex<GrammarTables.Array> { EntryIndex(index) }
  var elementCount: Int { number }

  var blanks: Int { Int(truncatingIfNeeded: rawValue & 0xFFF) }

  var need: Int { Int(truncatingIfNeeded: rawValue >> 5 & 0x3F_FFFF) }
  var room: Int64 { Int64(truncatingIfNeeded: rawValue >> 27 & 0x1_FFFF_FFFF) }
  var content: UInt8 { UInt8(truncatingIfNeeded: rawValue & 0x1F) }

  var counter: EntryIndex<StringCounter> {
    EntryIndex(Int(truncatingIfNeeded: rawValue >> 39 & 0x1F_FFFF))
  }
  var counted: Int { Int(truncatingIfNeeded: rawValue >> 22 & 0x1_FFFF) }
  var characters: Int { Int(truncatingIfNeeded: rawValue & 0x3F_FFFF) }

  /// The properties that an object may still have, as bits.
  var remaining: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
  /// The index of the property for the lowest bit of ``remaining``.
  var firstRemaining: EntryIndex<GrammarTables.Property> { EntryIndex(index) }

  /// Returns the place with another amount of allowed white space.
  ///
  /// Do not call this function for a place in a string or a place of the kind `remaining`.
  func with(blanks: Int) -> GrammarPosition { GrammarPosition(kind, index, number, blanks: blanks) }
}

/// The white space that may be read at a place, as a number.
enum Blanks {
  /// Exactly one space must be read.
  static let oneSpace = 1 << 11
  /// The largest number of blanks that can be allowed.
  static let limit = oneSpace - 1

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the white space that is allowed after a blank; `nil` if the blank may not be read.
  static func after(_ byte: UInt8, _ allowed: Int) -> Int? {
    if allowed == oneSpace { return byte == 0x20 ? 0 : nil }
    return allowed > 0 ? allowed - 1 : nil
  }

  static let bytes = ByteSet([0x20, 0x0A, 0x0D, 0x09])
  static let space = ByteSet([0x20])
}

/// One way to read the text so far: the current place, and the stack of places to return to.
struct Item: Hashable, Sendable, SetItem {
  var position: GrammarPosition
  var stack: StackIndex

  func goesOn(like other: Item) -> Bool { self == other }

  var continuationHash: Int { hashValue }
}

/// A place to return to after a value, and the rest of the stack.
struct StackNode: BitwiseCopyable, Sendable {
  var position: GrammarPosition
  var parent: StackIndex
}

/// A stack of places to return to, by the index of its top.
typealias StackIndex = EntryIndex<StackNode>

extension StackIndex {
  /// The stack of the outermost value.
  static var empty: StackIndex { StackIndex(0) }
}
