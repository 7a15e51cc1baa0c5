/// A walk over all values of some content, in order.
///
/// It uses a list of open containers instead of recursion.
///
///     var walk = ContentWalk(content)
///     while let step = walk.next() { … }
package struct ContentWalk {
  /// One step.
  ///
  /// ``appendText(to:)`` appends the text of a number, string or key.
  package enum Step {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number that is stored as text.
    case number
    case string
    /// A key, followed by the steps of its value.
    case key
    case beginArray, endArray
    case beginObject, endObject
  }

  private struct Level {
    /// The end of the container.
    let end: Int
    let isObject: Bool
    /// `true` if an incomplete string follows the entries.
    var hasPending: Bool
  }

  private let content: StoredContent
  private var index: Int
  /// The place of the text of the last step, if the step has a text.
  private var text = ContentPlace(0, isOpen: false)
  /// The innermost container; `nil` if no container is open.
  private var level: Level?
  /// The containers that enclose ``level``, the outermost first.
  private var outerLevels: [Level] = []
  /// The containers without an end that the walk has not reached yet, the outermost last.
  private var openContainers: [Int] = []
  /// `true` if the value of a key comes next.
  private var isValueDue = false
  private var isBegun = false

  /// Begins a walk.
  ///
  /// - Complexity: O(1), or O(depth) for content that is not complete.
  package init(_ content: StoredContent) {
    self.content = content
    let root = content.place
    index = root.index
    guard let buffer = content.buffer, root.isOpen, !buffer.isPending(root) else { return }
    var index = buffer.openEnd.container ?? root.index
    while index > root.index {
      openContainers.append(index)
      index -= buffer.word(index).parentDistance
    }
    openContainers.append(root.index)
  }

  /// Returns the next step, or `nil` after the last one.
  package mutating func next() -> Step? {
    guard isBegun else {
      isBegun = true
      return value()
    }
    guard let level else { return nil }
    if isValueDue {
      isValueDue = false
      return value()
    }
    if index < level.end {
      guard level.isObject, let buffer = content.buffer else { return value() }
      isValueDue = true
      let key = index
      index += buffer.word(key).scalarSize
      return textStep(.key, key)
    }
    if level.hasPending { return value() }
    self.level = outerLevels.popLast()
    return level.isObject ? .endObject : .endArray
  }

  /// Appends the text of the last step, which was a number, a string or a key.
  package func appendText(to output: inout [UInt8]) {
    guard let buffer = content.buffer else { return }
    withExtendedLifetime(buffer) { unsafe output.append(contentsOf: buffer.textBytes(text)) }
  }

  private mutating func textStep(_ step: Step, _ index: Int) -> Step {
    text = ContentPlace(index, isOpen: false)
    return step
  }

  private mutating func value() -> Step {
    guard let buffer = content.buffer else { return scalarStep(content.scalar) }
    guard index < buffer.wordCount else {
      level?.hasPending = false
      return textStep(.string, index)
    }
    let start = index
    let word = buffer.word(start)
    guard word.isContainer else {
      index += word.scalarSize
      switch word.tag {
      case .wideInteger: return .integer(Int64(bitPattern: buffer.secondWord(start)))
      case .number, .wideNumber: return textStep(.number, start)
      case .string, .wideString: return textStep(.string, start)
      default: return scalarStep(word)
      }
    }
    if let level { outerLevels.append(level) }
    let isObject = word.isTag(.object)
    if openContainers.last == start {
      openContainers.removeLast()
      level = Level(
        end: buffer.wordCount, isObject: isObject,
        hasPending: buffer.hasPendingText(in: start))
    } else {
      level = Level(
        end: start + buffer.word(start + 2).span, isObject: isObject, hasPending: false)
    }
    index = start + ContentWord.containerSize
    return isObject ? .beginObject : .beginArray
  }

  private func scalarStep(_ word: ContentWord) -> Step {
    switch word.tag {
    case .true: .bool(true)
    case .false: .bool(false)
    case .integer: .integer(word.integer)
    default: .null
    }
  }
}
