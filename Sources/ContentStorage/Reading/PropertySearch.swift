import SchemaText

/// Finds the properties of an object one after the other.
///
/// A search begins after the property that was found last, and continues at the beginning of the
/// object when it reaches the end. A property that is requested in the order of the object is
/// therefore found in one step.
///
/// The search stores pointers to the buffer's memory, and the buffer, which keeps the memory alive.
/// Generated code calls these functions directly, because reading 50 KB by calls through
/// `SchemaModel` takes 4 % longer.
@safe @usableFromInline package struct PropertySearch: ~Copyable {
  package let content: StoredContent
  // `nil` if the content is not an object, or if a search must begin at the first property.
  private let words: UnsafePointer<UInt64>?
  private let text: UnsafePointer<UInt8>?
  /// The index of the first key, or the end if there is no key.
  private let start: Int
  private let end: Int
  private let openChild: OpenChild
  /// The index of the key at which the next search begins.
  private var next: Int
  /// The index of the key that was found last.
  private var found: Int

  package init(_ content: StoredContent) {
    self.content = content
    let place = content.place
    guard let buffer = content.buffer, buffer.hasDistinctKeys, !buffer.isPending(place),
      buffer.word(place.index).isTag(.object)
    else {
      unsafe words = nil
      unsafe text = nil
      start = 0
      end = 0
      openChild = OpenChild()
      next = 0
      found = 0
      return
    }
    unsafe words = buffer.words
    unsafe text = buffer.text
    start = place.index &+ ContentWord.containerSize
    next = start
    found = start
    if place.isOpen {
      end = buffer.wordCount
      openChild = buffer.openChild(of: place.index)
    } else {
      end = place.index &+ buffer.word(place.index &+ 2).span
      openChild = OpenChild()
    }
  }

  /// Returns the value of a property, or `nil` if there is none.
  package mutating func value(_ property: StaticString) -> StoredContent? {
    guard unsafe words != nil, let buffer = content.buffer, property.hasPointerRepresentation,
      property.utf8CodeUnitCount < ContentWord.shortTextLimit
    else { return content.property(named: property.description) }
    guard let value = find(property) else { return nil }
    let isOpen = openChild.isAt(value) || value >= end
    return StoredContent(part: ContentPlace(value, isOpen: isOpen), of: buffer)
  }

  // MARK: Plain values

  // These functions read the usual values of properties without making content first. For an
  // unusual value they return `nil`, and the next search finds the same property in one step.

  /// Returns the string of a property, if it is complete and of ordinary length.
  @usableFromInline
  package mutating func string(_ name: StaticString) -> String? {
    let word = plainWord(name)
    guard word.isTag(.string), !word.isIncompleteScalar, let bytes = unsafe bytes(of: word)
    else { return goBack() }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the integer of a property, if it fits one word.
  @usableFromInline
  package mutating func integer(_ name: StaticString) -> Int? {
    let word = plainWord(name)
    guard word.isTag(.integer), let value = Int(exactly: word.integer) else { return goBack() }
    return value
  }

  /// Returns the number of a property as the nearest double.
  @usableFromInline
  package mutating func double(_ name: StaticString) -> Double? {
    let word = plainWord(name)
    if word.isTag(.integer) { return Double(word.integer) }
    guard word.isTag(.number), let bytes = unsafe bytes(of: word),
      let value = NumberScan.double(unsafe bytes.span)
    else { return goBack() }
    return value
  }

  /// Returns the boolean of a property.
  @usableFromInline
  package mutating func bool(_ name: StaticString) -> Bool? {
    switch plainWord(name).tag {
    case .true: return true
    case .false: return false
    default: return goBack()
    }
  }

  // MARK: Searching

  /// Makes the next search begin at the property that was found last.
  private mutating func goBack<Value>() -> Value? {
    next = found
    return nil
  }

  private func bytes(of word: ContentWord) -> UnsafeBufferPointer<UInt8>? {
    guard let text = unsafe text else { return nil }
    return unsafe UnsafeBufferPointer(
      start: text + word.shortTextOffset, count: word.shortTextLength)
  }

  /// Returns the only word of a property's value if it is closed and not a container; otherwise
  /// null.
  private mutating func plainWord(_ name: StaticString) -> ContentWord {
    guard let words = unsafe words, name.hasPointerRepresentation else { return ContentWord(.null) }
    guard let value = find(name), value < end else { return ContentWord(.null) }
    return unsafe ContentWord(rawValue: words[value])
  }

  /// Returns the index of the value of a property, or `nil` if there is none.
  private mutating func find(_ name: StaticString) -> Int? {
    let bytes = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    guard let words = unsafe words, let text = unsafe text,
      bytes.count < ContentWord.shortTextLimit
    else { return nil }
    let wanted =
      ContentWord(shortText: .string, offset: 0, length: bytes.count, isIncomplete: false).rawValue
    let first = next
    var key = first
    var limit = end
    var hasBegunAgain = false
    while true {
      while key < limit {
        let word = unsafe ContentWord(rawValue: words[key])
        let isShort = word.isTag(.string)
        let value = key &+ (isShort ? 1 : 2)
        let isFound =
          unsafe isShort && word.rawValue & ContentWord.lengthAndTagMask == wanted
          && haveSameBytes(text + word.shortTextOffset, bytes)
        let after = unsafe self.end(ofValueAt: value, words)
        if isFound {
          found = key
          next = after
          return value
        }
        key = after
      }
      guard !hasBegunAgain else { return nil }
      hasBegunAgain = true
      key = start
      limit = first
    }
  }

  private func end(ofValueAt value: Int, _ words: UnsafePointer<UInt64>) -> Int {
    if value >= end || openChild.isAt(value) { return end }
    let word = unsafe ContentWord(rawValue: words[value])
    if word.isContainer { return unsafe value &+ ContentWord(rawValue: words[value &+ 2]).span }
    return word.scalarSize == 1 ? value &+ 1 : value &+ 2
  }
}
