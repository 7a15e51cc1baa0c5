/// A place in a buffer: the index of an entry, and `isOpen` if its value is incomplete.
///
/// An incomplete string has no entry yet. Its place is open and has the index of the end of the
/// tape.
@usableFromInline
package struct ContentPlace: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let rawValue: Int

  @inlinable
  init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable
  init(_ index: Int, isOpen: Bool) { rawValue = index << 1 | (isOpen ? 1 : 0) }

  @inlinable
  var index: Int { rawValue >> 1 }

  @inlinable
  var isOpen: Bool { rawValue & 1 != 0 }

  // The compiler's versions of the next two functions would not be inlined into other modules.

  @inlinable
  package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The kind of a piece of content, without its value.
@usableFromInline package enum ContentShape: Sendable {
  /// Content of which nothing has arrived.
  case nothing
  case null
  case bool
  case number
  case string
  case array
  case object
}

extension ContentWord.Tag {
  /// The kind of an entry with the tag.
  @inlinable
  var shape: ContentShape {
    switch self {
    case .null: .null
    case .false, .true: .bool
    case .integer, .wideInteger, .number, .wideNumber: .number
    case .string, .wideString: .string
    case .array: .array
    case .object: .object
    }
  }
}
