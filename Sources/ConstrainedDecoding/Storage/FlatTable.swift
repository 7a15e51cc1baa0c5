/// An immutable array that is read without checks of bounds.
///
/// All indices come from the tables of this module, never from a caller. Debug builds check them.
@safe
struct FlatTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Frees the elements with the last copy of the table.
  @safe
  private final class Owner {
    let base: UnsafeMutablePointer<Element>

    init(_ base: UnsafeMutablePointer<Element>) { unsafe self.base = base }

    deinit { unsafe base.deallocate() }
  }

  // Unchecked, since a pointer is not Sendable: nothing writes to the elements after `init`.
  private let owner: Owner
  private let base: UnsafePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    for (index, element) in elements.enumerated() {
      unsafe (copy + index).initialize(to: element)
    }
    count = elements.count
    unsafe owner = Owner(copy)
    unsafe base = UnsafePointer(copy)
  }

  subscript(index: Int) -> Element {
    assert(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Copies elements to memory that has room for them.
  func copy(from first: Int, count: Int, to target: UnsafeMutablePointer<Element>) {
    assert(first >= 0 && count >= 0 && first + count <= self.count)
    unsafe target.update(from: base + first, count: count)
  }

  var indices: Range<Int> { 0..<count }

  /// The size in bytes.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}
