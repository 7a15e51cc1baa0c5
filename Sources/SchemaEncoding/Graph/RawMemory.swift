#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Memory for what grows, from the C library.
///
/// Swift's own pointers cannot be resized. `realloc` need not copy what is large: on Linux the pages
/// are moved instead, so that none of them is touched anew.
enum RawMemory {
  static func allocate<Element>(_ count: Int, of _: Element.Type) -> UnsafeMutablePointer<Element> {
    resize(nil, to: count)
  }

  /// Makes room for more elements, or for fewer, and keeps those that fit.
  ///
  /// They are moved as bytes, which only weak references do not allow. The memory is aligned to what
  /// `malloc` aligns to, which suffices for all that is no vector of numbers.
  static func resize<Element>(
    _ memory: UnsafeMutablePointer<Element>?, to count: Int
  ) -> UnsafeMutablePointer<Element> {
    let size = max(count, 1) * MemoryLayout<Element>.stride
    guard let resized = realloc(memory, size) else {
      // As Swift does where no memory is left.
      fatalError("There is no memory for \(count) elements.")
    }
    askForLargePages(for: resized, size)
    return resized.assumingMemoryBound(to: Element.self)
  }

  /// From how many bytes on memory is worth large pages: two of those that most processors have.
  private static let largeSize = 4 << 20

  /// Asks for large pages for memory of some bytes that is to be filled, if it is large and the system
  /// is set to give them to who asks.
  ///
  /// Memory that was not used before is given page by page, and what each costs is most of what the
  /// first use costs.
  static func askForLargePages(for memory: UnsafeMutableRawPointer, _ size: Int) {
    #if os(Linux)
    guard size >= largeSize else { return }
    let pageSize = 4096
    let start = (Int(bitPattern: memory) + pageSize - 1) / pageSize * pageSize
    let end = (Int(bitPattern: memory) + size) / pageSize * pageSize
    guard let first = UnsafeMutableRawPointer(bitPattern: start) else { return }
    madvise(first, end - start, MADV_HUGEPAGE)
    #endif
  }

  static func deallocate<Element>(_ memory: UnsafeMutablePointer<Element>) {
    free(memory)
  }
}
