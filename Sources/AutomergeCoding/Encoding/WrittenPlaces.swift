import AutomergeDocument

/// The containers that a call of an encoder has written, and the written places in them.
struct WrittenPlaces {
  /// The containers in the order of encoding.
  private var containers: [ObjId] = []
  /// The written keys of each map.
  private var keys: [ObjId: Set<Prop>] = [:]
  /// The number of written elements of each list.
  private var counts: [ObjId: UInt64] = [:]

  /// Adds a map or a list, which may stay empty.
  mutating func insert(_ container: ObjId, _ type: ObjType) {
    guard keys[container] == nil, counts[container] == nil else { return }
    containers.append(container)
    if type == .Map { keys[container] = [] } else { counts[container] = 0 }
  }

  /// Adds a place, if its container was added.
  mutating func insert(_ place: CodingPlace) {
    switch place.prop {
    case .Key: keys[place.object]?.insert(place.prop)
    case .Index(let index):
      guard let count = counts[place.object] else { return }
      counts[place.object] = max(count, index + 1)
    }
  }

  func removeOthers(from document: Document) throws {
    for container in containers {
      if let keys = keys[container] {
        for key in document.keys(obj: container) where !keys.contains(.Key(key)) {
          try document.delete(obj: container, key: key)
        }
      } else if let count = counts[container] {
        while document.length(obj: container) > count {
          let last = document.length(obj: container) - 1
          try document.delete(obj: container, index: last)
        }
      }
    }
  }
}
