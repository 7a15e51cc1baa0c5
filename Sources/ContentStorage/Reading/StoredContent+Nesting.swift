extension StoredContent {
  /// The largest nesting depth of containers in content that is converted to values.
  ///
  /// A value of a type that contains itself is created by recursion. Encoders and decoders also
  /// recurse. With this limit, types of ordinary size do not overflow a stack of 512 KB.
  package static let maximumNesting = 128

  /// The content, if its nesting depth is at most ``maximumNesting``; otherwise `nil`.
  ///
  /// Parts of the result are known to be within the limit.
  ///
  /// - Complexity: O(1), unless the content that contains it nests deeper; then O(n) in the size of
  ///   the content.
  package var withinMaximumNesting: StoredContent? {
    guard let buffer, buffer.nesting > Self.maximumNesting else { return self }
    guard !buffer.isPending(place), buffer.word(place.index).isContainer else { return self }
    let nesting = buffer.nesting(of: place)
    guard nesting <= Self.maximumNesting else { return nil }
    return StoredContent(buffer.limited(to: nesting), place, id: id)
  }

  /// `true` if it is known that the content of the complete buffer nests at most ``maximumNesting``
  /// deep.
  package var isKnownToBeShallow: Bool { buffer.map { $0.nesting <= Self.maximumNesting } ?? true }
}

extension ContentBuffer {
  /// Returns the number of levels of containers in a container, itself included.
  ///
  /// - Complexity: O(n) in the size of the container.
  func nesting(of container: ContentPlace) -> Int {
    // The open containers inside the container, the innermost last. They have no end yet.
    var open: [Int] = []
    if container.isOpen {
      var index = openEnd.container ?? container.index
      while index > container.index {
        open.append(index)
        index -= word(index).parentDistance
      }
      open.append(container.index)
      open.reverse()
    }
    let limit = container.isOpen ? wordCount : end(ofClosed: container.index)
    var nextOpen = 0
    var ends: [Int] = []
    var deepest = 0
    var index = container.index
    while index < limit {
      while let end = ends.last, end <= index { ends.removeLast() }
      let word = word(index)
      guard word.isContainer else {
        index += word.scalarSize
        continue
      }
      if nextOpen < open.count, open[nextOpen] == index {
        nextOpen += 1
        ends.append(limit)
      } else {
        ends.append(end(ofClosed: index))
      }
      deepest = max(deepest, ends.count)
      index += ContentWord.containerSize
    }
    return deepest
  }
}
