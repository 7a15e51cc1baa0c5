import IndexedTables

/// An object or an array of a grammar, whose values contain the values of other nodes.
enum GrammarContainer<Object, List> {
  case object(EntryIndex<Object>)
  case array(EntryIndex<List>)
}

struct GrammarContainerTable<Object, List, Entry> {
  private let objectCount: Int
  /// The entries of all objects, followed by the entries of all arrays.
  private(set) var entries: [Entry]

  init(objects: [Entry], arrays: [Entry]) {
    objectCount = objects.count
    entries = objects + arrays
  }

  /// Creates a table with the same entry for all objects and arrays.
  init(repeating entry: Entry, objectCount: Int, arrayCount: Int) {
    self.objectCount = objectCount
    entries = Array(repeating: entry, count: objectCount + arrayCount)
  }

  subscript(container: GrammarContainer<Object, List>) -> Entry {
    get { entries[position(of: container)] }
    _modify { yield &entries[position(of: container)] }
  }

  /// Returns the position of an object or an array in ``entries``.
  func position(of container: GrammarContainer<Object, List>) -> Int {
    switch container {
    case .object(let index): index.value
    case .array(let index): objectCount + index.value
    }
  }

  func map<Other>(_ transform: (Entry) -> Other) -> GrammarContainerTable<Object, List, Other> {
    .init(
      objects: entries[..<objectCount].map(transform),
      arrays: entries[objectCount...].map(transform))
  }
}
