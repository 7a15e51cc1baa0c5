extension StoredContent {
  /// The greatest number of containers inside each other in content that is converted to values.
  ///
  /// A type that contains itself is made of content by recursion, and so is what encoders and
  /// decoders do. With this limit, types of ordinary size do not overflow a stack of 512 KB.
  package static let maximumNesting = 128

  /// The same content, if it nests no deeper than ``maximumNesting``, else `nil`.
  ///
  /// Parts of the result are known to be within the limit.
  ///
  /// - Complexity: O(1), unless the content around it nests deeper; then O(n) in the size of the
  ///   content.
  package var withinMaximumNesting: StoredContent? {
    guard let buffer, buffer.nesting > Self.maximumNesting else { return self }
    guard !buffer.isPending(node), buffer.word(node.index).isContainer else { return self }
    let nesting = buffer.nesting(of: node)
    guard nesting <= Self.maximumNesting else { return nil }
    return StoredContent(buffer.limited(to: nesting), node, id: id)
  }

  /// Whether this content, and the content around it, is known to nest no deeper than
  /// ``maximumNesting``.
  package var isKnownToBeShallow: Bool { buffer.map { $0.nesting <= Self.maximumNesting } ?? true }
}

extension ContentBuffer {
  /// The number of levels of containers in a container, itself included.
  ///
  /// - Complexity: O(n) in the size of the container.
  func nesting(of container: ContentNode) -> Int {
    // The open containers in it, the innermost last: these have no end yet.
    var open: [Int] = []
    if container.isOpen {
      var index = self.open
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
