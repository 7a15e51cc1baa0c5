extension ContentBuilder {
  /// Adds a copy of some content as the next value.
  ///
  /// Incomplete content stays incomplete, and so do all containers that contain it. Ids are not
  /// copied: a part of a stream gets its id from its place.
  ///
  /// - Complexity: O(n) in the size of the content, without recursion.
  package mutating func append(_ content: StoredContent) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    guard let buffer = content.buffer else {
      let word = content.scalar
      return appendScalar(word, isIncomplete: word.tag == .null && word.isIncompleteScalar)
    }
    // Only the last child of an open container can be open, so a loop replaces recursion. It
    // descends from open child to open child, copies the closed values, and closes all containers
    // at the end.
    let outerDepth = depth
    var place = content.place
    while place.isOpen, !buffer.isPending(place) {
      let isObject = buffer.tag(place) == .object
      isObject ? beginObject() : beginArray()
      var children = buffer.children(of: place)
      var openChild: ContentPlace?
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
      place = child
    }
    if place.isOpen {
      appendPending(place, of: buffer)
    } else {
      appendClosed(place, of: buffer)
    }
    closeContainers(downTo: outerDepth)
  }

  /// Adds a copy of the value at a place.
  package mutating func append(_ places: ContentPlaces, at place: ContentPlace) {
    guard places.isStored, !place.isOpen, state == .value else {
      return append(places.stored(at: place))
    }
    appendClosed(place, of: places.buffer)
  }

  /// Adds copies of consecutive complete members of an object.
  package mutating func append(
    _ places: ContentPlaces, from key: ContentPlace, through value: ContentPlace, count: Int
  ) {
    guard places.isStored else { return recordMisuse(.unexpectedKey) }
    let buffer = places.buffer
    let start = key.index
    let end = buffer.end(ofClosed: value.index)
    appendMembers(start..<end, of: buffer, count: count)
  }

  /// Adds a key with the text of the string at a place.
  ///
  /// - Parameters:
  ///   - places: The places of the content.
  ///   - place: The place of the string.
  ///   - log: The keys of the objects so far.
  ///   - firstKey: The index in the log of this object's first key.
  /// - Returns: `true` if the object did not have the key. Otherwise the content of the builder is
  ///   not usable, and nothing more may be added.
  package mutating func key(
    _ places: ContentPlaces, at place: ContentPlace, distinctIn log: inout KeyLog,
    after firstKey: Int
  ) -> Bool {
    key(places, at: place)
    // The log reads eight bytes of a key, even if the key is shorter.
    guard state == .value, reserve(text: 8) else { return false }
    return log.insertKey(of: self, after: firstKey)
  }

  /// Adds a key with the text of the string at a place.
  package mutating func key(_ places: ContentPlaces, at place: ContentPlace) {
    guard places.isStored else { return }
    withExtendedLifetime(places.buffer) {
      unsafe key(places.buffer.textBytes(place).span)
    }
  }

  private mutating func closeContainers(downTo outerDepth: Int) {
    while depth > outerDepth { endContainer(isIncomplete: true) }
  }
}
