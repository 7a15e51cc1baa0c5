/// A growing list in raw memory, with one owner.
///
/// An array would do, at a cost that shows: each type of element has its array storage made by the
/// runtime on first use, and each access checks whether the storage is shared.
struct FlatList<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    (base, self.capacity) = RawMemory.allocate(max(capacity, 4), of: Element.self)
  }

  /// A list of one element, a number of times.
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    append(element, count: count)
  }

  deinit {
    // One by one, which needs no metadata of the element's type, unlike all at once.
    if !_isPOD(Element.self) {
      for index in 0..<count { (base + index).deinitialize(count: 1) }
    }
    RawMemory.deallocate(base, of: capacity)
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    _modify {
      assert(index >= 0 && index < count)
      yield &base[index]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(count + 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Adds an element a number of times.
  mutating func append(_ element: Element, count times: Int) {
    if count + times > capacity { grow(count + times) }
    (base + count).initialize(repeating: element, count: times)
    count += times
  }

  /// The same elements once more.
  func copy() -> FlatList {
    var copy = FlatList(capacity: count)
    copy.base.initialize(from: base, count: count)
    copy.count = count
    return copy
  }

  @inline(__always)
  mutating func removeLast() {
    assert(count > 0)
    count &-= 1
    (base + count).deinitialize(count: 1)
  }

  @inline(never)
  private mutating func grow(_ needed: Int) {
    base = RawMemory.grow(base, of: &capacity, to: max(capacity * 2, needed))
  }

  /// Gives back the room for more elements, if it is large.
  mutating func trim() {
    RawMemory.trim(base, of: &capacity, to: count)
  }
}

// The memory has one owner, and changes only through it.
extension FlatList: @unchecked Sendable where Element: Sendable {}
