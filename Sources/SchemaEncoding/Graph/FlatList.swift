/// A growing list of plain values in raw memory, with one owner.
///
/// An array would do, at a cost that shows: each type of element has its array storage made by the
/// runtime on first use, and each access checks whether the storage is shared.
struct FlatList<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 4)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

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

  @inline(__always)
  mutating func removeLast() {
    assert(count > 0)
    count &-= 1
  }

  @inline(never)
  private mutating func grow(_ needed: Int) {
    let size = max(capacity * 2, needed)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = size
  }
}

// The memory has one owner, and changes only through it.
extension FlatList: @unchecked Sendable where Element: Sendable {}
