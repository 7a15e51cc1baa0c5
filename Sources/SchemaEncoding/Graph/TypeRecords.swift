/// The records of types, by identity.
///
/// The types of an ordinary schema are few, and are found in a list. To set up the first dictionary
/// of its kind, the runtime looks for a conformance among those of all modules, which takes about a
/// third of a process's first encoding.
struct TypeRecords {
  private struct Entry {
    let type: ObjectIdentifier
    var record: Int
  }

  private var few: [Entry] = []
  private var many: [ObjectIdentifier: Int] = [:]

  init() {
    few.reserveCapacity(16)
  }

  subscript(type: ObjectIdentifier) -> Int? {
    get {
      many.isEmpty ? few.first { $0.type == type }?.record : many[type]
    }
    set {
      if many.isEmpty, few.count < 16 || newValue == nil {
        if let known = few.firstIndex(where: { $0.type == type }) { few.remove(at: known) }
        if let newValue { few.append(Entry(type: type, record: newValue)) }
        return
      }
      for entry in few { many[entry.type] = entry.record }
      few = []
      many[type] = newValue
    }
  }
}
