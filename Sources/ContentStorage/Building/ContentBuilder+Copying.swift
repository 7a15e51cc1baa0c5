extension ContentBuilder {
  /// Adds a copy of some content as the next value.
  ///
  /// Incomplete content stays incomplete, and so does every container around it. Ids are not
  /// copied: a part of a stream gets its id from its place.
  ///
  /// - Complexity: O(n) in the size of the content, without recursion.
  package mutating func append(_ content: StoredContent) {
    guard state == .value else { return note(.unexpectedValue) }
    guard let buffer = content.buffer else {
      let word = content.scalar
      reserve(words: 1)
      unsafe words[wordCount] = word.rawValue
      wordCount += 1
      return valueIsDone(isIncomplete: word.tag == .null && word.isIncompleteScalar)
    }
    // Only the last child of an open container can be open, so a loop can replace recursion: go
    // down that line, copy the closed values on the way, and close all containers at the end.
    let outerDepth = depth
    var node = content.node
    while node.isOpen, !buffer.isPending(node) {
      let isObject = buffer.tag(node) == .object
      isObject ? beginObject() : beginArray()
      var children = buffer.children(of: node)
      var openChild: ContentNode?
      while true {
        if isObject {
          guard let key = children.nextKey(in: buffer) else { break }
          unsafe self.key(buffer.textBytes(at: key).span)
        }
        guard let child = children.next(in: buffer) else { break }
        if child.isOpen {
          openChild = child
          break
        }
        appendClosed(child, of: buffer)
      }
      guard let child = openChild else { return closeContainers(downTo: outerDepth) }
      node = child
    }
    if node.isOpen {
      let offset = textCount
      guard unsafe appendBytes(buffer.textBytes(node).span) else { return }
      appendText(entry: .string, offset: offset, isIncomplete: true)
      valueIsDone(isIncomplete: true)
    } else {
      appendClosed(node, of: buffer)
    }
    closeContainers(downTo: outerDepth)
  }

  /// Adds a copy of the value at a place.
  package mutating func append(_ places: ContentPlaces, at place: Int) {
    let node = ContentNode(rawValue: place)
    guard places.isStored, !node.isOpen, state == .value else {
      return append(places.stored(at: place))
    }
    appendClosed(node, of: places.buffer)
  }

  /// Adds copies of consecutive complete members of an object.
  ///
  /// - Parameters:
  ///   - places: The places of the content.
  ///   - key: The place of the first key.
  ///   - value: The place of the last value.
  ///   - count: The number of these members.
  package mutating func append(
    _ places: ContentPlaces, from key: Int, through value: Int, count: Int
  ) {
    guard state == .keyOrEnd, places.isStored else { return note(.unexpectedKey) }
    let buffer = places.buffer
    let key = ContentNode(rawValue: key).index
    let end = buffer.end(ofClosed: ContentNode(rawValue: value).index)
    var index = key
    while depth + buffer.nesting > nesting, index < end {
      index += buffer.word(index).scalarSize
      addNesting(of: ContentNode(index, isOpen: false), in: buffer)
      index = buffer.end(ofClosed: index)
    }
    guard appendWords(key..<end, of: buffer) else { return }
    top.count += count
  }

  /// Adds a key with the text of the string at a place.
  ///
  /// - Parameters:
  ///   - places: The places of the content.
  ///   - place: The place of the string.
  ///   - log: The keys of the objects so far.
  ///   - firstKey: The index in the log of this object's first key.
  /// - Returns: `true` if the object did not have the key. Otherwise nothing more should be added.
  package mutating func key(
    _ places: ContentPlaces, at place: Int, distinctIn log: inout KeyLog, after firstKey: Int
  ) -> Bool {
    key(places, at: place)
    // The log reads eight bytes of a key, even of a shorter one.
    guard state == .value, reserve(text: 8) else { return false }
    return log.insertKey(of: self, after: firstKey)
  }

  /// Adds a key with the text of the string at a place.
  package mutating func key(_ places: ContentPlaces, at place: Int) {
    guard places.isStored else { return }
    withExtendedLifetime(places.buffer) {
      unsafe key(places.buffer.textBytes(ContentNode(rawValue: place)).span)
    }
  }

  /// Records the nesting depth of a closed value.
  ///
  /// It is counted only if it could be too deep, since counting takes as long as copying.
  private mutating func addNesting(of node: ContentNode, in buffer: ContentBuffer) {
    guard depth + buffer.nesting > nesting, buffer.word(node.index).isContainer else { return }
    let bound = depth + buffer.nesting
    nesting = max(
      nesting, bound <= StoredContent.maximumNesting ? bound : depth + buffer.nesting(of: node))
  }

  private mutating func closeContainers(downTo outerDepth: Int) {
    while depth > outerDepth { end(isIncomplete: true) }
  }

  /// Copies a closed subtree: its words with new offsets, and its text in one piece.
  ///
  /// Text is in the order of the tape, so the text of a subtree is one range of the arena. The
  /// upward links of inner containers are not changed, since they are only used for open
  /// containers.
  private mutating func appendClosed(_ node: ContentNode, of buffer: ContentBuffer) {
    addNesting(of: node, in: buffer)
    guard appendWords(node.index..<buffer.end(ofClosed: node.index), of: buffer) else { return }
    valueIsDone(isIncomplete: !buffer.isComplete(node))
  }

  /// Copies consecutive closed entries.
  ///
  /// - Returns: `true` if there was room for the text.
  private mutating func appendWords(_ range: Range<Int>, of buffer: ContentBuffer) -> Bool {
    let end = range.upperBound
    reserve(words: range.count)
    var source = range.lowerBound
    var target = wordCount
    var firstOffset = -1
    var lastOffset = 0
    var shift = 0
    while source < end {
      let word = buffer.word(source)
      switch word.tag {
      case .string, .number:
        if firstOffset < 0 {
          firstOffset = word.shortTextOffset
          shift = textCount - firstOffset
        }
        lastOffset = word.shortTextOffset + word.shortTextLength
        unsafe words[target] = word.rawValue &+ UInt64(truncatingIfNeeded: shift) << 28
        source += 1
        target += 1
      case .wideString, .wideNumber:
        let offset = Int(truncatingIfNeeded: buffer.secondWord(source))
        if firstOffset < 0 {
          firstOffset = offset
          shift = textCount - firstOffset
        }
        lastOffset = offset + word.wideTextLength
        unsafe words[target] = word.rawValue
        unsafe words[target + 1] = UInt64(truncatingIfNeeded: offset + shift)
        source += 2
        target += 2
      case .wideInteger:
        unsafe words[target] = word.rawValue
        unsafe words[target + 1] = buffer.secondWord(source)
        source += 2
        target += 2
      case .array, .object:
        unsafe words[target] = word.rawValue
        unsafe words[target + 1] = buffer.secondWord(source)
        unsafe words[target + 2] = buffer.word(source + 2).rawValue
        source += ContentWord.containerSize
        target += ContentWord.containerSize
      case .null, .false, .true, .integer:
        unsafe words[target] = word.rawValue
        source += 1
        target += 1
      }
    }
    if firstOffset >= 0 {
      let bytes = unsafe UnsafeBufferPointer(
        start: buffer.text + firstOffset, count: lastOffset - firstOffset)
      guard unsafe appendBytes(bytes.span) else { return false }
    }
    wordCount = target
    return true
  }
}
