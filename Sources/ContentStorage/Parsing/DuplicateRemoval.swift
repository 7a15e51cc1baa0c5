/// Makes a copy of content in which each name occurs once in an object, and every container keeps
/// its id.
struct DuplicateRemoval: ~Copyable {
  /// A container that is being copied.
  private struct Level {
    let isComplete: Bool
    /// The parts that remain to be copied.
    var rest: Array<(name: String?, content: StoredContent)>.Iterator
  }

  private let keepsLast: Bool
  private var builder: ContentBuilder
  private var levels: [Level] = []
  /// The indices of the containers in the copy, and in the original.
  private var origins: [(copy: Int, original: Int)] = []

  /// Copies the content of a builder, with the last value of each name or the first.
  static func copy(of builder: borrowing ContentBuilder, keepsLast: Bool) -> ContentBuilder {
    var copy = DuplicateRemoval(builder, keepsLast: keepsLast)
    copy.add(builder.storedSnapshot)
    return copy.finish()
  }

  private init(_ original: borrowing ContentBuilder, keepsLast: Bool) {
    self.keepsLast = keepsLast
    builder = ContentBuilder(
      stream: original.stream, words: original.wordCount, textBytes: original.textCount)
    builder.promiseDistinctKeys()
  }

  private consuming func finish() -> ContentBuilder {
    if builder.stream != .absent { builder.setOrigins(ContentOrigins(origins)) }
    return builder
  }

  private mutating func add(_ content: StoredContent) {
    begin(content)
    while var level = levels.popLast() {
      if let (name, content) = level.rest.next() {
        levels.append(level)
        if let name { builder.key(name) }
        begin(content)
      } else {
        builder.endContainer(isIncomplete: !level.isComplete)
      }
    }
  }

  private mutating func begin(_ content: StoredContent) {
    let index = builder.wordCount
    switch content.shape {
    case .array: builder.beginArray()
    case .object: builder.beginObject()
    default: return builder.append(content)
    }
    origins.append((index, content.place.index))
    levels.append(Level(isComplete: content.isComplete, rest: parts(of: content).makeIterator()))
  }

  /// Returns the elements or properties to keep.
  ///
  /// A value has the position of the first occurrence of its name.
  private func parts(of content: StoredContent) -> [(name: String?, content: StoredContent)] {
    var kept: [(name: String?, content: StoredContent)] = []
    var elements = StoredChildren(content, of: .array)
    while let element = elements.nextElement() { kept.append((nil, element)) }
    // The keys are bytes, because Swift considers canonically equivalent texts equal.
    var positions: [[UInt8]: Int] = [:]
    var properties = StoredChildren(content, of: .object)
    while let (name, content) = properties.nextProperty() {
      let key = Array(name.utf8)
      if let position = positions[key] {
        if keepsLast { kept[position].content = content }
      } else {
        positions[key] = kept.count
        kept.append((name, content))
      }
    }
    return kept
  }
}
