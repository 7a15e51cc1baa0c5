package import SchemaText

extension StoredContent {
  /// The path to the end of the content, or `nil` if it is complete.
  ///
  /// The path leads to the innermost value that has begun and not ended. If several parts are
  /// incomplete, as in content that was built from other content, the path leads to the first.
  ///
  /// - Complexity: O(depth) in a snapshot of a stream; otherwise linear in the size of the content
  ///   before the place.
  package var unfinishedComponents: [SchemaPath.Component]? {
    guard !isComplete else { return nil }
    guard let buffer, !buffer.isPending(place) else { return [] }
    if place.isOpen {
      guard let innermost = buffer.openEnd.container else { return [] }
      var path = buffer.steps(from: place.index, to: innermost)
      if let step = buffer.pendingStep { path.append(step) }
      return path
    }
    var path: [SchemaPath.Component] = []
    var place = place
    while let (step, child) = buffer.firstIncompleteChild(of: place) {
      path.append(step)
      place = child
    }
    return path
  }

  /// A difference at one place between two snapshots of a stream.
  package struct StreamChange: Sendable {
    package let path: SchemaPath
    package let content: StoredContent
    /// `true` if the earlier snapshot has nothing at the place.
    package let isNew: Bool
    /// `true` if a string has become longer.
    package let hasGrown: Bool
    /// `true` if all of the content has arrived.
    package let isComplete: Bool
  }

  /// Returns the changes since an earlier snapshot of the same stream, or `nil` for a snapshot of
  /// another stream.
  ///
  /// The change of a new value includes the new values inside it.
  ///
  /// - Complexity: Linear in the number of new and of ended values, and the depth.
  package func streamChanges(since older: StoredContent) -> [StreamChange]? {
    guard let new = buffer, let old = older.buffer, new.continues(old),
      place.index == older.place.index
    else { return nil }
    // Closed content never changes.
    guard older.place.isOpen else { return [] }
    if old.isPending(older.place) {
      return new.changes(ofString: place, at: [], since: old.openEnd.text?.count ?? 0)
    }
    return new.changes(of: place.index, since: old)
  }

  /// Returns `true` if this snapshot shows nothing more than an earlier one of the same stream.
  ///
  /// - Complexity: O(1).
  package func looksLike(_ older: StoredContent) -> Bool {
    guard let new = buffer, let old = older.buffer else { return buffer == nil && older == self }
    return new.isOfSameBuilder(as: old) && rawValue == older.rawValue
      && new.wordCount == old.wordCount && new.openEnd.container == old.openEnd.container
      && new.openEnd.text?.count == old.openEnd.text?.count
  }
}

extension ContentBuffer {
  /// Returns `true` if another snapshot is of the same builder, and is not a later snapshot.
  func continues(_ old: ContentBuffer) -> Bool {
    guard isOfSameBuilder(as: old) else { return false }
    if old.wordCount != wordCount { return old.wordCount < wordCount }
    // No value has begun in between, so containers can only have ended.
    if let container = openEnd.container {
      guard let other = old.openEnd.container, container <= other else { return false }
    }
    guard let oldText = old.openEnd.text else { return true }
    guard let text = openEnd.text, openEnd.container == old.openEnd.container else { return false }
    return text.count >= oldText.count
  }

  fileprivate func isOfSameBuilder(as other: ContentBuffer) -> Bool {
    origin.lineage.map { $0 === other.origin.lineage } ?? false
  }

  // MARK: Paths

  /// Returns the steps from an open container to an open container inside it.
  fileprivate func steps(from outer: Int, to inner: Int) -> [SchemaPath.Component] {
    var steps: [SchemaPath.Component] = []
    var index = inner
    while index > outer {
      let parent = index - word(index).parentDistance
      let links = word(index + 1)
      if word(parent).isTag(.object) {
        steps.append(.key(name(at: index - (links.hasWideKey ? 2 : 1))))
      } else if links.position < ContentWord.countLimit {
        steps.append(.index(links.position))
      } else {
        steps.append(.index(position(of: index, in: parent)))
      }
      index = parent
    }
    steps.reverse()
    return steps
  }

  /// The step from the innermost open container to the incomplete string; `nil` if one of them is
  /// missing.
  fileprivate var pendingStep: SchemaPath.Component? {
    guard openEnd.text != nil, let container = openEnd.container else { return nil }
    return word(container).isTag(.object) ? .key(name(at: openEnd.key)) : .index(openEnd.count)
  }

  /// Returns the number of values before an open value in an array.
  ///
  /// The function counts the values, because their number may not fit the word.
  private func position(of index: Int, in array: Int) -> Int {
    var children = children(of: ContentPlace(array, isOpen: true))
    var position = 0
    while let child = children.next(in: self), child.index < index { position += 1 }
    return position
  }

  /// Returns the first child of a closed container that is incomplete, with the step to it.
  fileprivate func firstIncompleteChild(
    of container: ContentPlace
  ) -> (SchemaPath.Component, ContentPlace)? {
    guard word(container.index).isContainer else { return nil }
    let isObject = tag(container) == .object
    var children = children(of: container)
    var position = 0
    while true {
      let key = isObject ? children.nextKey(in: self) : nil
      guard let child = children.next(in: self) else { return nil }
      if !isComplete(child) {
        return (key.map { .key(name(at: $0)) } ?? .index(position), child)
      }
      position += 1
    }
  }

  // MARK: Changes

  /// Returns the changes of a string that was incomplete.
  fileprivate func changes(
    ofString place: ContentPlace, at path: SchemaPath, since length: Int
  ) -> [StoredContent.StreamChange] {
    let hasGrown = withText(place) { $0.count } > length
    let isComplete = isComplete(place)
    guard hasGrown || isComplete else { return [] }
    return [
      StoredContent.StreamChange(
        path: path, content: StoredContent(part: place, of: self), isNew: false,
        hasGrown: hasGrown, isComplete: isComplete)
    ]
  }

  /// Returns the changes of a container that was open.
  ///
  /// New values are at the ends of the containers that were open. The walk goes from the innermost
  /// container outward, up to the first container that is still open.
  fileprivate func changes(
    of root: Int, since old: ContentBuffer
  ) -> [StoredContent.StreamChange] {
    var changes: [StoredContent.StreamChange] = []
    var container = old.openEnd.container ?? root
    var path = SchemaPath(old.steps(from: root, to: container))
    var index = old.wordCount
    var position = old.openEnd.count
    var pending = old.pendingStep
    while true {
      let place = ContentPlace(container, isOpen: isOpen(container))
      let isObject = word(container).isTag(.object)
      var children = ContentChildren(self, place, from: index)
      while true {
        if let step = pending {
          pending = nil
          guard let child = children.next(in: self) else { break }
          changes += self.changes(
            ofString: child, at: path.appending(step), since: old.openEnd.text?.count ?? 0)
        } else {
          let key = isObject ? children.nextKey(in: self) : nil
          guard let child = children.next(in: self) else { break }
          // The key of an incomplete string is the last entry.
          let step: SchemaPath.Component =
            isObject ? .key(name(at: key ?? openEnd.key)) : .index(position)
          changes.append(
            StoredContent.StreamChange(
              path: path.appending(step), content: StoredContent(part: child, of: self),
              isNew: true, hasGrown: false, isComplete: isComplete(child)))
        }
        position += 1
      }
      guard !place.isOpen else { return changes }
      if isComplete(place) {
        changes.append(
          StoredContent.StreamChange(
            path: path, content: StoredContent(part: place, of: self), isNew: false,
            hasGrown: false, isComplete: true))
      }
      guard container > root, let step = path.last, let parent = path.parent else {
        return changes
      }
      path = parent
      if case .index(let index) = step { position = index + 1 }
      index = end(ofClosed: container)
      container -= old.word(container).parentDistance
    }
  }
}
