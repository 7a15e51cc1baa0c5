#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Memory for what grows.
///
/// Small pieces are the C library's. On Linux a large one is a range of addresses many times as long
/// as what it holds: the system gives memory where it is used, so that to grow takes nothing, nothing
/// is ever copied, and what is no longer needed goes back at once instead of lying among other blocks.
enum RawMemory {
  /// - Parameters:
  ///   - count: For how many elements there has to be room.
  ///   - _: The type of the elements.
  /// - Returns: The memory, not initialised, to be given to ``deallocate(_:of:)``, and for how many
  ///   elements there is room.
  static func allocate<Element>(
    _ count: Int, of _: Element.Type
  ) -> (memory: UnsafeMutablePointer<Element>, capacity: Int) {
    let size = max(count, 1) * MemoryLayout<Element>.stride
    guard size >= largeSize else { return (bound(malloc(size), size), count) }
    let (memory, length) = reserve(size)
    return (bound(memory, size), length / MemoryLayout<Element>.stride)
  }

  /// Makes room for more elements, and keeps those that are there.
  ///
  /// They are moved as bytes, which only weak references do not allow. The memory is aligned to what
  /// `malloc` aligns to, which suffices for all that is no vector of numbers.
  ///
  /// - Parameters:
  ///   - memory: What ``allocate(_:of:)`` gave.
  ///   - capacity: For how many elements there is room; receives for how many there is now.
  ///   - count: For how many there has to be room.
  /// - Returns: The memory that takes the place of the other.
  static func grow<Element>(
    _ memory: UnsafeMutablePointer<Element>, of capacity: inout Int, to count: Int
  ) -> UnsafeMutablePointer<Element> {
    let size = count * MemoryLayout<Element>.stride
    guard size >= largeSize else {
      capacity = count
      return bound(realloc(memory, size), size)
    }
    let grown = allocate(count, of: Element.self)
    memcpy(grown.memory, memory, capacity * MemoryLayout<Element>.stride)
    deallocate(memory, of: capacity)
    capacity = grown.capacity
    return grown.memory
  }

  /// Gives back addresses that nothing will be written to.
  ///
  /// - Parameters:
  ///   - memory: What ``allocate(_:of:)`` or ``grow(_:of:to:)`` gave.
  ///   - capacity: For how many elements there is room; receives for how many there is now.
  ///   - count: For how many there still has to be room.
  static func trim<Element>(
    _ memory: UnsafeMutablePointer<Element>, of capacity: inout Int, to count: Int
  ) {
    #if os(Linux)
    let stride = MemoryLayout<Element>.stride
    let kept = pages(max(count * stride, largeSize + stride))
    let length = pages(capacity * stride)
    guard capacity * stride >= largeSize, kept < length else { return }
    munmap(UnsafeMutableRawPointer(memory) + kept, length - kept)
    capacity = kept / stride
    #endif
  }

  static func deallocate<Element>(_ memory: UnsafeMutablePointer<Element>, of capacity: Int) {
    let size = capacity * MemoryLayout<Element>.stride
    #if os(Linux)
    if size >= largeSize {
      munmap(memory, pages(size))
      return
    }
    #endif
    free(memory)
  }

  private static func bound<Element>(
    _ memory: UnsafeMutableRawPointer?, _ size: Int
  ) -> UnsafeMutablePointer<Element> {
    // As Swift does where no memory is left.
    guard let memory else { fatalError("There is no memory for \(size) bytes.") }
    return memory.assumingMemoryBound(to: Element.self)
  }
}

// MARK: - Large memory

extension RawMemory {
  #if os(Linux)
  /// From how many bytes on memory is mapped: two of the large pages that most processors have.
  private static let largeSize = 4 << 20

  /// Up to how many bytes more is reserved than what is asked for, on processors of 64 bits.
  private static let reservedSize = MemoryLayout<Int>.size < 8 ? largeSize : 1 << 30

  /// A multiple of all sizes of pages in use, at least as large as a size.
  private static func pages(_ size: Int) -> Int { (size + 0xFFFF) & ~0xFFFF }

  /// Maps memory, and some times as many addresses behind it unless there are none to be had.
  private static func reserve(_ size: Int) -> (memory: UnsafeMutableRawPointer?, length: Int) {
    for wanted in [max(size * 2, min(size * 64, reservedSize)), size] {
      let length = pages(wanted)
      let mapped = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      guard let mapped, mapped != MAP_FAILED else { continue }
      // What was not used before is given page by page, which is most of what its first use costs.
      madvise(mapped, length, MADV_HUGEPAGE)
      return (mapped, length)
    }
    return (nil, 0)
  }
  #else
  /// Memory of all sizes comes from the C library, which on Darwin moves the pages of what is large.
  private static let largeSize = Int.max

  private static func reserve(_ size: Int) -> (memory: UnsafeMutableRawPointer?, length: Int) {
    (nil, 0)
  }
  #endif
}
