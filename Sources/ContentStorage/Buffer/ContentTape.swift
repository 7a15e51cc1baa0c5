/// The memory of a snapshot, for reading words and text without counting references.
///
/// Code that stores a tape also stores the ``ContentBuffer``, which keeps the memory alive. The
/// functions of a tape are inlined into other modules. Validating the instances of MaskBench takes
/// a quarter less time with tapes.
@safe @usableFromInline
struct ContentTape: BitwiseCopyable {
  @usableFromInline let words: UnsafePointer<UInt64>
  @usableFromInline let text: UnsafePointer<UInt8>

  init(words: UnsafePointer<UInt64>, text: UnsafePointer<UInt8>) {
    unsafe self.words = unsafe words
    unsafe self.text = unsafe text
  }

  @inlinable
  func word(_ index: Int) -> ContentWord { unsafe ContentWord(rawValue: words[index]) }

  /// Returns the bytes of the string or number whose entry is at an index; empty for other entries.
  @inlinable
  func textBytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let first = word(index)
    switch first.tag {
    case .string, .number:
      return unsafe UnsafeBufferPointer(
        start: text + first.shortTextOffset, count: first.shortTextLength)
    case .wideString, .wideNumber:
      return unsafe UnsafeBufferPointer(
        start: text + Int(truncatingIfNeeded: words[index + 1]), count: first.wideTextLength)
    default:
      return unsafe UnsafeBufferPointer(start: text, count: 0)
    }
  }

  /// Returns the index after a closed entry.
  @inlinable
  func end(ofClosed index: Int) -> Int {
    let first = word(index)
    return index + (first.isContainer ? word(index + 2).span : first.scalarSize)
  }

  /// Returns `true` if all of a value has arrived, and nothing in it is marked as incomplete.
  @inlinable
  func isComplete(_ place: ContentPlace) -> Bool {
    guard !place.isOpen else { return false }
    let first = word(place.index)
    switch first.tag {
    case .array, .object: return !word(place.index + 2).isIncompleteContainer
    case .null, .string, .wideString: return !first.isIncompleteScalar
    default: return true
    }
  }

  /// Returns the integer at an index, if the number is stored as an integer.
  @inlinable
  func integer(at index: Int) -> Int64? {
    let word = word(index)
    if word.isTag(.integer) { return word.integer }
    return unsafe word.isTag(.wideInteger) ? Int64(bitPattern: words[index + 1]) : nil
  }
}
