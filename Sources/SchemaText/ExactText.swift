/// A string that is equal to another if and only if both have the same bytes, as in JSON.
///
/// `String` itself compares by canonical equivalence: "é" is equal to "e" with a combining accent.
@usableFromInline
package struct ExactText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  @usableFromInline
  package static func == (first: ExactText, second: ExactText) -> Bool {
    guard first.text.utf8.count == second.text.utf8.count else { return false }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return first.text.withBytes { one in
        second.text.withBytes { two in one.indices.allSatisfy { one[$0] == two[$0] } }
      }
    }
    // Older systems copy the texts in `withBytes`.
    return first.text.utf8.elementsEqual(second.text.utf8)
  }

  /// Returns `true` if the bytes of the first text come before the bytes of the second.
  @usableFromInline
  package static func < (first: ExactText, second: ExactText) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    // `String` gives canonically equivalent texts the same hash, so a sender could choose names
    // that collide.
    text.withBytes { bytes in
      var word: UInt64 = 0
      for index in bytes.indices {
        word = word << 8 | UInt64(bytes[index])
        if index & 7 == 7 {
          hasher.combine(word)
          word = 0
        }
      }
      hasher.combine(word)
      hasher.combine(bytes.count)
    }
  }
}

extension ExactText {
  /// Returns the first name that has the same bytes as an earlier name.
  ///
  /// - Complexity: O(*n*) on average.
  package static func firstDuplicate(in names: [String]) -> String? {
    // Comparing few names takes less time than hashing them.
    guard names.count > 8 else {
      return names.indices.first { index in
        names[..<index].contains { ExactText($0) == ExactText(names[index]) }
      }.map { names[$0] }
    }
    // `String` hashes faster, and names that are not canonically equivalent have different bytes.
    guard Set(names).count < names.count else { return nil }
    var seen = Set<ExactText>(minimumCapacity: names.count)
    return names.first { !seen.insert(ExactText($0)).inserted }
  }
}

extension String {
  /// Calls a function with the bytes of the text as a span.
  ///
  /// Older systems copy the bytes first.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return body(utf8.span)
    }
    return body(Array(utf8).span)
  }

  /// Creates a string from bytes of UTF-8.
  package init(copying bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    self.init(decoding: copy, as: UTF8.self)
  }
}
