/// The way from the value that is coded down to a part of it, sharing what parts have in common.
indirect enum CodingPath {
  case root
  case key(any CodingKey, in: CodingPath)
  case index(Int, in: CodingPath)

  /// The keys from the outermost on.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while true {
      switch path {
      case .root:
        keys.reverse()
        return keys
      case .key(let key, in: let outer):
        keys.append(key)
        path = outer
      case .index(let index, in: let outer):
        keys.append(ContentCodingKey(index: index))
        path = outer
      }
    }
  }
}

/// A coding key that belongs to no type: an index, a name of content, or "super".
struct ContentCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = intValue.description
    self.intValue = intValue
  }

  /// The key of an element, spelled as Foundation's coders do.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static var `super`: ContentCodingKey { ContentCodingKey(stringValue: "super") }
}

/// The name of a property, the same as another if its bytes are.
struct PropertyName: Hashable {
  let text: String

  static func == (one: PropertyName, two: PropertyName) -> Bool {
    let first = one.text.utf8
    let second = two.text.utf8
    return first.count == second.count && first.elementsEqual(second)
  }

  func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
    hasher.combine(UInt8(0xFF))
  }

  /// Fewer names than this are found faster one by one.
  static let fewNames = 16
}

/// A dictionary, whose keys the coders have to know about.
protocol CodedDictionary {
  /// Whether the keys are strings: these are data, which no key strategy changes.
  static var hasStringKeys: Bool { get }
}

extension Dictionary: CodedDictionary {
  static var hasStringKeys: Bool { Key.self == String.self }
}
