/// The comparison of contents that are not from one stream.
///
/// It uses a list of pending comparisons instead of recursion.
enum ContentDifference {
  /// A comparison or a report that is still to be made.
  private enum Task {
    case compare(SchemaPath, GeneratedContent, GeneratedContent)
    case report(SchemaPath, ContentChange.Kind, isComplete: Bool)
  }

  /// Returns the differences in the order of the later content; removed values are last on their
  /// level.
  static func changes(from older: GeneratedContent, to newer: GeneratedContent) -> [ContentChange] {
    var changes: [ContentChange] = []
    var tasks: [Task] = [.compare([], older, newer)]
    while let task = tasks.popLast() {
      switch task {
      case .report(let path, let kind, let isComplete):
        changes.append(
          ContentChange(path: path, kind: kind, isComplete: isComplete))
      case .compare(let path, let old, let new):
        let inner: [Task]
        switch (old.shape, new.shape) {
        case (.object, .object): inner = properties(at: path, old, new)
        case (.array, .array): inner = elements(at: path, old, new)
        default: inner = []
        }
        if let kind = kind(of: new, since: old) {
          tasks.append(.report(path, kind, isComplete: new.isComplete))
        }
        tasks.append(contentsOf: inner.reversed())
      }
    }
    return changes
  }

  /// Returns the change of a value itself, without the values inside it.
  private static func kind(
    of new: GeneratedContent, since old: GeneratedContent
  ) -> ContentChange.Kind? {
    switch (old.shape, new.shape) {
    case (.nothing, .nothing): return nil
    case (.nothing, _): return .added
    case (.object, .object), (.array, .array):
      if old.isComplete == new.isComplete { return nil }
      return new.isComplete ? .completed : .replaced
    case (.string, .string):
      guard let before = old.text, let after = new.text else { return .replaced }
      if before.utf8.elementsEqual(after.utf8) {
        if old.isComplete == new.isComplete { return nil }
        return new.isComplete ? .completed : .replaced
      }
      return !old.isComplete && after.utf8.starts(with: before.utf8) ? .grown : .replaced
    default:
      return old == new ? nil : .replaced
    }
  }

  /// Returns the tasks for the elements of two arrays.
  private static func elements(
    at path: SchemaPath, _ old: GeneratedContent, _ new: GeneratedContent
  ) -> [Task] {
    var tasks: [Task] = []
    var olders = old.elements.makeIterator()
    var newers = new.elements.makeIterator()
    var index = 0
    while true {
      let place = path.appending(.index(index))
      switch (olders.next(), newers.next()) {
      case (let old?, let new?): tasks.append(.compare(place, old, new))
      case (nil, let new?): tasks.append(.report(place, .added, isComplete: new.isComplete))
      case (let old?, nil): tasks.append(.report(place, .removed, isComplete: old.isComplete))
      case (nil, nil): return tasks
      }
      index += 1
    }
  }

  /// Returns the tasks for the properties of two objects.
  private static func properties(
    at path: SchemaPath, _ old: GeneratedContent, _ new: GeneratedContent
  ) -> [Task] {
    // The first value under a name is used, as everywhere in content.
    let olders = firstValues(old)
    let newers = firstValues(new)
    var tasks: [Task] = []
    for (name, content) in newers.list {
      let place = path.appending(.key(name))
      if let index = olders.indices[ExactText(name)] {
        tasks.append(.compare(place, olders.list[index].content, content))
      } else {
        tasks.append(.report(place, .added, isComplete: content.isComplete))
      }
    }
    for (name, content) in olders.list where newers.indices[ExactText(name)] == nil {
      tasks.append(
        .report(path.appending(.key(name)), .removed, isComplete: content.isComplete))
    }
    return tasks
  }

  private typealias Properties = (
    list: [(name: String, content: GeneratedContent)], indices: [ExactText: Int]
  )

  private static func firstValues(_ content: GeneratedContent) -> Properties {
    var properties: Properties = ([], [:])
    for (name, content) in content.properties
    where properties.indices[ExactText(name)] == nil {
      properties.indices[ExactText(name)] = properties.list.count
      properties.list.append((name, content))
    }
    return properties
  }
}
