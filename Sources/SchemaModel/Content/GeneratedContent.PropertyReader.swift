extension GeneratedContent {
  /// Reads the properties of a structure one after the other.
  ///
  /// It gives what `GeneratedContent.value(_:forProperty:)` gives, and is made for initialisers:
  ///
  ///     init(_ content: GeneratedContent) throws {
  ///       var properties = GeneratedContent.PropertyReader(content)
  ///       name = try properties.value(forProperty: "name")
  ///       grams = try properties.value(forProperty: "grams")
  ///     }
  ///
  /// Where the properties are asked for in the order in which they came, as models keep to that of
  /// the schema, all of them together take time in proportion to their number: a search begins
  /// after the property that was found last, goes on to the end, and then from the beginning to
  /// where it began. If a name occurs twice, the first one is found.
  public struct PropertyReader: ~Copyable {
    @usableFromInline
    let content: GeneratedContent
    // Copied from the content's buffer, which lives as long as the content does. There are none if
    // this is not a structure, or if a search may not begin anywhere.
    private let words: UnsafePointer<UInt64>?
    private let text: UnsafePointer<UInt8>
    /// Where the first key stands, or would.
    private let start: Int
    private let end: Int
    private let openChild: Int
    /// Where the key stands at which the next search begins.
    private var next: Int
    /// Where the key stands that was found last.
    private var found: Int

    /// Creates a reader.
    ///
    /// - Parameter content: The structure; of other content every reading fails.
    public init(_ content: GeneratedContent) {
      self.content = content
      let node = content.node
      guard let buffer = content.buffer, buffer.hasDistinctKeys, !buffer.isPending(node),
        buffer.word(node.index).isTag(.object)
      else {
        words = nil
        text = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        start = 0
        end = 0
        openChild = -1
        next = 0
        found = 0
        return
      }
      words = buffer.words
      text = buffer.text
      start = node.index &+ ContentWord.containerSize
      next = start
      found = start
      if node.isOpen {
        end = buffer.wordCount
        openChild = buffer.openChild(of: node.index)
      } else {
        end = node.index &+ buffer.word(node.index &+ 2).span
        openChild = -1
      }
    }

    /// Reads a property that must be there.
    ///
    /// - Parameters:
    ///   - type: The type of the value; usually it follows from where the result goes.
    ///   - property: The name of the property.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if this is not a structure, if the property is missing or null, or
    ///   if it does not describe such a value. The error's path leads to the place.
    /// - Complexity: O(1) if the property follows the one that was found last, else O(n) in the
    ///   number of properties; plus what making the value costs.
    @inlinable
    public mutating func value<Value: ConvertibleFromGeneratedContent>(
      _ type: Value.Type = Value.self, forProperty property: StaticString
    ) throws -> Value {
      if let value = plainValue(Value.self, property) { return value }
      guard let part = part(property) else {
        throw content.absence(of: property.description, for: Value.self)
      }
      do {
        return try Value(part)
      } catch {
        throw ConversionError.locating(error, in: .key(property.description))
      }
    }

    /// Reads a property that may be absent.
    ///
    /// A property that is still arriving is read as far as it goes. If it cannot be read yet (a
    /// date, or the name of an enum's case), it counts as absent.
    ///
    /// - Parameters:
    ///   - type: The type of the value; usually it follows from where the result goes.
    ///   - property: The name of the property.
    /// - Returns: The value, or `nil` if the property is missing, null, or not ready.
    /// - Throws: ``ConversionError`` if this is not a structure, or if the property has arrived and
    ///   does not describe such a value. The error's path leads to the place.
    /// - Complexity: O(1) if the property follows the one that was found last, else O(n) in the
    ///   number of properties; plus what making the value costs.
    @inlinable
    public mutating func value<Value: ConvertibleFromGeneratedContent>(
      _ type: Value?.Type = Value?.self, forProperty property: StaticString
    ) throws -> Value? {
      if let value = plainValue(Value.self, property) { return value }
      guard let part = part(property) else {
        if content.mayHaveProperties { return nil }
        throw content.absence(of: property.description, for: Value.self)
      }
      if part.isNull { return nil }
      do {
        return try Value(part.forPartialReading)
      } catch {
        try content.check(property.description, error)
        return nil
      }
    }
  }
}

extension GeneratedContent {
  /// Throws why a property cannot be read, unless that is because it is still arriving.
  ///
  /// The property is found again: to keep its content would count a reference each time.
  @usableFromInline
  func check(_ property: String, _ error: any Error) throws {
    if !isComplete, let part = part(ofProperty: property), !part.isComplete { return }
    throw ConversionError.locating(error, in: .key(property))
  }
}

// MARK: - Searching

extension GeneratedContent.PropertyReader {
  /// Where the value of a property stands, or -1 if there is none.
  @inline(__always)
  private mutating func find(
    _ name: UnsafePointer<UInt8>, _ count: Int, _ words: UnsafePointer<UInt64>
  ) -> Int {
    // Tag and length in one word: two names of one length are rarely met before the right one.
    let lengthAndTag = UInt64(1) << 28 - 1
    let wanted =
      ContentWord(shortText: .string, offset: 0, length: count, isIncomplete: false).rawValue
    guard count < ContentWord.shortTextLimit else { return -1 }
    let bytes = UnsafeBufferPointer(start: name, count: count)
    let first = next
    var key = first
    var limit = end
    var hasBegunAgain = false
    while true {
      while key < limit {
        let word = ContentWord(rawValue: words[key])
        let isShort = word.isTag(.string)
        let value = key &+ (isShort ? 1 : 2)
        let isFound =
          isShort && word.rawValue & lengthAndTag == wanted
          && haveSameBytes(text + word.shortTextOffset, bytes)
        let after = self.end(ofValueAt: value, words)
        if isFound {
          found = key
          next = after
          return value
        }
        key = after
      }
      guard !hasBegunAgain else { return -1 }
      hasBegunAgain = true
      key = start
      limit = first
    }
  }

  @inline(__always)
  private func end(ofValueAt value: Int, _ words: UnsafePointer<UInt64>) -> Int {
    if value >= end || value == openChild { return end }
    let word = ContentWord(rawValue: words[value])
    if word.isContainer { return value &+ ContentWord(rawValue: words[value &+ 2]).span }
    return word.scalarSize == 1 ? value &+ 1 : value &+ 2
  }

  /// The only word of a property's value that is closed and no container, or 0.
  ///
  /// Zero is null, which is none of the plain values.
  @inline(__always)
  private mutating func plainWord(
    _ name: UnsafePointer<UInt8>, _ count: Int
  ) -> ContentWord {
    guard let words else { return ContentWord(rawValue: 0) }
    let value = find(name, count, words)
    return ContentWord(rawValue: value >= 0 && value < end ? words[value] : 0)
  }

  /// Has the next search begin where the last one ended, for the general way to find it at once.
  @inline(__always)
  private mutating func goBack() { next = found }

  /// The value of a property, or `nil` if there is none.
  @usableFromInline
  mutating func part(_ property: StaticString) -> GeneratedContent? {
    guard let words, let buffer = content.buffer, property.hasPointerRepresentation,
      property.utf8CodeUnitCount < ContentWord.shortTextLimit
    else { return content.part(ofProperty: property.description) }
    let value = find(property.utf8Start, property.utf8CodeUnitCount, words)
    guard value >= 0 else { return nil }
    let isOpen = value == openChild || value >= end
    return GeneratedContent(part: ContentNode(value, isOpen: isOpen), of: buffer)
  }

  // MARK: Plain values

  // What most properties have is read without making content of it first. All of these give `nil`
  // where anything is out of the ordinary; the general way is taken then.

  //
  // No function here is inlined by force: without the optimiser all of it would lie on the stack while
  // values are read that nest deep.

  @inlinable
  mutating func plainValue<Value>(_ type: Value.Type, _ name: StaticString) -> Value? {
    guard name.hasPointerRepresentation else { return nil }
    let start = name.utf8Start
    let count = name.utf8CodeUnitCount
    if type == String.self, let value = plainString(start, count) { return value as? Value }
    if type == Int.self, let value = plainInteger(start, count) { return value as? Value }
    if type == Double.self, let value = plainDouble(start, count) { return value as? Value }
    if type == Bool.self, let value = plainBool(start, count) { return value as? Value }
    return nil
  }

  @usableFromInline
  mutating func plainString(_ name: UnsafePointer<UInt8>, _ count: Int) -> String? {
    let word = plainWord(name, count)
    guard word.isTag(.string), !word.isIncompleteScalar else {
      goBack()
      return nil
    }
    let bytes = UnsafeBufferPointer(start: text + word.shortTextOffset, count: word.shortTextLength)
    return String(decoding: bytes, as: UTF8.self)
  }

  @usableFromInline
  mutating func plainInteger(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    let word = plainWord(name, count)
    guard word.isTag(.integer), let value = Int(exactly: word.integer) else {
      goBack()
      return nil
    }
    return value
  }

  @usableFromInline
  mutating func plainDouble(_ name: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    let word = plainWord(name, count)
    if word.isTag(.integer) { return Double(word.integer) }
    if word.isTag(.number) {
      let bytes = UnsafeBufferPointer(
        start: text + word.shortTextOffset, count: word.shortTextLength)
      if let value = NumberScan.double(bytes.span) { return value }
    }
    goBack()
    return nil
  }

  @usableFromInline
  mutating func plainBool(_ name: UnsafePointer<UInt8>, _ count: Int) -> Bool? {
    switch plainWord(name, count).tag {
    case .true: return true
    case .false: return false
    default:
      goBack()
      return nil
    }
  }
}
