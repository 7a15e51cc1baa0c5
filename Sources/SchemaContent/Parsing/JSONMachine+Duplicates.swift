import SchemaModel

// Keys that occur twice, where the options say which value to keep.
extension JSONMachine {
  /// Builds the content anew without the values that have to go, if there are any.
  ///
  /// What was shown while the text arrived is left alone: other snapshots still use it.
  mutating func removeDuplicates() {
    guard state != .failed, hasDuplicates else { return }
    hasDuplicates = false
    var copy = DuplicateRemoval(
      id: id, keepsLast: options.duplicateKeys == .keepLast, words: builder.wordCount,
      textBytes: builder.textCount)
    copy.add(builder.snapshot())
    builder = copy.builder
  }
}

/// A copy of content in which each name of an object occurs once.
private struct DuplicateRemoval: ~Copyable {
  private enum Level {
    case array(GeneratedContent.Elements.Iterator, isComplete: Bool)
    case object(Array<(name: String, content: GeneratedContent)>.Iterator, isComplete: Bool)
  }

  private let keepsLast: Bool
  var builder: ContentBuilder
  private var levels: [Level] = []

  init(id: GenerationID?, keepsLast: Bool, words: Int, textBytes: Int) {
    self.keepsLast = keepsLast
    builder = ContentBuilder(id: id, words: words, textBytes: textBytes)
    builder.hasDistinctKeys = true
  }

  mutating func add(_ content: GeneratedContent) {
    begin(content)
    while let level = levels.popLast() {
      switch level {
      case .array(var elements, let isComplete):
        if let element = elements.next() {
          levels.append(.array(elements, isComplete: isComplete))
          begin(element)
        } else {
          builder.endContainer(isIncomplete: !isComplete)
        }
      case .object(var properties, let isComplete):
        if let (name, content) = properties.next() {
          levels.append(.object(properties, isComplete: isComplete))
          builder.key(name)
          begin(content)
        } else {
          builder.endContainer(isIncomplete: !isComplete)
        }
      }
    }
  }

  private mutating func begin(_ content: GeneratedContent) {
    switch content.container {
    case .array:
      builder.beginArray()
      levels.append(.array(content.elements.makeIterator(), isComplete: content.isComplete))
    case .object:
      builder.beginObject()
      levels.append(.object(properties(of: content).makeIterator(), isComplete: content.isComplete))
    case nil:
      builder.append(content)
    }
  }

  /// The properties to keep: each value that is kept stands where its name was first.
  private func properties(
    of content: GeneratedContent
  ) -> [(name: String, content: GeneratedContent)] {
    var kept: [(name: String, content: GeneratedContent)] = []
    // By bytes: Swift takes two spellings of one text for the same string.
    var places: [[UInt8]: Int] = [:]
    for property in content.properties {
      let place = places[Array(property.name.utf8)]
      if let place {
        if keepsLast { kept[place].content = property.content }
      } else {
        places[Array(property.name.utf8)] = kept.count
        kept.append(property)
      }
    }
    return kept
  }
}
