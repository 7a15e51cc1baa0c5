/// One 64-bit word of a content tape.
///
/// Content is stored as a tape in pre-order: a container's entry comes before its children. In an
/// object, each child is a key (a string entry) and a value. The lowest four bits of an entry's
/// first word are its tag. In the pictures below the lowest bits are on the right.
///
///     null, false, true   [ 0 ........................ | incomplete 1 | tag 4 ]
///     integer             [ value, signed 60                          | tag 4 ]
///     wide integer        [ 0 .......................... | tag 4 ] [ value, signed 64 ]
///     number, string      [ offset 36 | length 23      | incomplete 1 | tag 4 ]
///     wide number/string  [ length 59                  | incomplete 1 | tag 4 ] [ offset 64 ]
///     array, object       [ distance back to the parent 60            | tag 4 ]
///                         [ position 23 | wide key 1 | distance to an ancestor 40 ]
///                         [ span 40 | count 23 | incomplete 1                 ]
///
/// Offsets are indices in the text arena. Distances and spans are counts of words, so that a closed
/// subtree can be copied into another tape by changing only its offsets. A position is the number
/// of values before the container in its parent. The key of a container is wide if its entry has
/// two words. Both are read only for open containers. The third word of a container is written
/// once, when the container is closed. It is the only word that changes after it was appended;
/// ``ContentBuffer`` explains why this is safe.
@usableFromInline
struct ContentWord: RawRepresentable, BitwiseCopyable {
  /// The kind of an entry.
  @usableFromInline
  enum Tag: UInt64 {
    case null, `false`, `true`
    case integer, wideInteger
    case number, wideNumber
    case string, wideString
    case array, object
  }

  @usableFromInline static let tagMask: UInt64 = 15
  @usableFromInline static let incompleteBit: UInt64 = 16
  @usableFromInline static let containerSize = 3
  /// The smallest length of a text that needs a wide entry.
  @usableFromInline static let shortTextLimit = 1 << 23
  /// The limit of an arena's size.
  ///
  /// Every offset below it fits a short entry.
  static let arenaLimit: Int64 = 1 << 36
  /// The stored count that stands for this number of values or more.
  @usableFromInline static let countLimit = (1 << 23) - 1

  /// The bits of the length and the tag of a short text, without an offset.
  ///
  /// They are compared first, because few other names have the same length as the wanted name.
  static let lengthAndTagMask: UInt64 = 1 << 28 - 1

  @usableFromInline let rawValue: UInt64

  @inlinable
  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ tag: Tag, isIncomplete: Bool = false) {
    rawValue = tag.rawValue | (isIncomplete ? ContentWord.incompleteBit : 0)
  }

  /// Creates an integer entry of one word, or returns `nil` if the value needs a wide entry.
  init?(integer value: Int64) {
    guard (value << 4) >> 4 == value else { return nil }
    rawValue = UInt64(bitPattern: value << 4) | Tag.integer.rawValue
  }

  init(shortText tag: Tag, offset: Int, length: Int, isIncomplete: Bool) {
    rawValue =
      UInt64(truncatingIfNeeded: offset) << 28 | UInt64(truncatingIfNeeded: length) << 5
      | (isIncomplete ? ContentWord.incompleteBit : 0) | tag.rawValue
  }

  init(wideText tag: Tag, length: Int, isIncomplete: Bool) {
    rawValue =
      UInt64(truncatingIfNeeded: length) << 5
      | (isIncomplete ? ContentWord.incompleteBit : 0) | tag.rawValue
  }

  init(container tag: Tag, parentDistance: Int) {
    rawValue = UInt64(truncatingIfNeeded: parentDistance) << 4 | tag.rawValue
  }

  init(jumpDistance: Int, position: Int, hasWideKey: Bool) {
    rawValue =
      UInt64(truncatingIfNeeded: min(position, ContentWord.countLimit)) << 41
      | (hasWideKey ? 1 << 40 : 0) | UInt64(truncatingIfNeeded: jumpDistance) & (1 << 40 - 1)
  }

  init(span: Int, count: Int, isIncomplete: Bool) {
    rawValue =
      UInt64(truncatingIfNeeded: span) << 24
      | UInt64(truncatingIfNeeded: min(count, ContentWord.countLimit)) << 1
      | (isIncomplete ? 1 : 0)
  }

  /// The kind of the entry that begins with this word.
  ///
  /// Only the eleven values of ``Tag`` are written; any other value reads as null. The switch
  /// replaces `Tag(rawValue:)`, which is not inlined. This property is read for each step over the
  /// tape.
  @inlinable
  var tag: Tag {
    switch rawValue & ContentWord.tagMask {
    case 1: .false
    case 2: .true
    case 3: .integer
    case 4: .wideInteger
    case 5: .number
    case 6: .wideNumber
    case 7: .string
    case 8: .wideString
    case 9: .array
    case 10: .object
    default: .null
    }
  }

  /// The number of words of the entry, unless it is a container.
  @inlinable
  var scalarSize: Int {
    let wideTags: UInt64 = 1 << 4 | 1 << 6 | 1 << 8
    return 1 + Int(truncatingIfNeeded: (wideTags >> (rawValue & ContentWord.tagMask)) & 1)
  }

  @inlinable
  func isTag(_ tag: Tag) -> Bool { rawValue & ContentWord.tagMask == tag.rawValue }

  @inlinable
  var isContainer: Bool { rawValue & ContentWord.tagMask >= Tag.array.rawValue }

  /// `true` for an incomplete null or text.
  ///
  /// In other scalars the bit has another meaning.
  @inlinable
  var isIncompleteScalar: Bool { rawValue & ContentWord.incompleteBit != 0 }

  @inlinable
  var integer: Int64 { Int64(bitPattern: rawValue) >> 4 }

  @inlinable
  var shortTextOffset: Int { Int(truncatingIfNeeded: rawValue >> 28) }

  @inlinable
  var shortTextLength: Int {
    Int(truncatingIfNeeded: (rawValue >> 5) & UInt64(ContentWord.shortTextLimit - 1))
  }

  @inlinable
  var wideTextLength: Int { Int(truncatingIfNeeded: rawValue >> 5) }

  var parentDistance: Int { Int(truncatingIfNeeded: rawValue >> 4) }

  var jumpDistance: Int { Int(truncatingIfNeeded: rawValue & (1 << 40 - 1)) }

  var hasWideKey: Bool { rawValue & (1 << 40) != 0 }

  var position: Int { Int(truncatingIfNeeded: rawValue >> 41) }

  @inlinable
  var span: Int { Int(truncatingIfNeeded: rawValue >> 24) }

  @inlinable
  var count: Int { Int(truncatingIfNeeded: (rawValue >> 1) & UInt64(ContentWord.countLimit)) }

  @inlinable
  var isIncompleteContainer: Bool { rawValue & 1 != 0 }
}
