/// The comparison of contents that are not from one stream.
///
/// It uses a list of pending comparisons instead of recursion.
enum ContentDifference {
  /// A comparison or a report that is still to be made.
  private enum Task {
    case compare(WalkedPath.Place, GeneratedContent, GeneratedContent)
    case report(WalkedPath.Place, ContentChange.Kind, isComplete: Bool)
  }

  /// Returns the differences in the order of the later content; removed values are last on their
  /// level.
  static func changes(from older: GeneratedContent, to newer: GeneratedContent) -> [ContentChange] {
    var changes: [ContentChange] = []
    var walked = WalkedPath()
    var tasks: [Task] = [.compare(.root, older, newer)]
    while let task = tasks.popLast() {
      switch task {
      case .report(let place, let kind, let isComplete):
        walked.move(to: place)
        changes.append(ContentChange(path: walked.path, kind: kind, isComplete: isComplete))
      case .compare(let place, let old, let new):
        walked.move(to: place)
        let inner: [Task]
        switch (old.shape, new.shape) {
        case (.object, .object): inner = properties(at: place, old, new)
        case (.array, .array): inner = elements(at: place, old, new)
        default: inner = []
        }
        if let kind = kind(of: new, since: old) {
          tasks.append(.report(place, kind, isComplete: new.isComplete))
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
    at place: WalkedPath.Place, _ old: GeneratedContent, _ new: GeneratedContent
  ) -> [Task] {
    var tasks: [Task] = []
    var olders = old.elements.makeIterator()
    var newers = new.elements.makeIterator()
    var index = 0
    while true {
      let part = place.appending(.index(index))
      switch (olders.next(), newers.next()) {
      case (let old?, let new?): tasks.append(.compare(part, old, new))
      case (nil, let new?): tasks.append(.report(part, .added, isComplete: new.isComplete))
      case (let old?, nil): tasks.append(.report(part, .removed, isComplete: old.isComplete))
      case (nil, nil): return tasks
      }
      index += 1
    }
  }

  /// Returns the tasks for the properties of two objects.
  private static func properties(
    at place: WalkedPath.Place, _ old: GeneratedContent, _ new: GeneratedContent
  ) -> [Task] {
    // If a name occurs twice, the first value is used, as everywhere in content.
    let olders = firstValues(old)
    let newers = firstValues(new)
    var tasks: [Task] = []
    for (name, content) in newers.list {
      let part = place.appending(.key(name))
      if let index = olders.indices[ExactText(name)] {
        tasks.append(.compare(part, olders.list[index].content, content))
      } else {
        tasks.append(.report(part, .added, isComplete: content.isComplete))
      }
    }
    for (name, content) in olders.list where newers.indices[ExactText(name)] == nil {
      tasks.append(
        .report(place.appending(.key(name)), .removed, isComplete: content.isComplete))
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
