/// The path from the coded value to a part of it.
///
/// Paths with a common beginning share its storage.
indirect enum CodingPath {
  case root
  case key(any CodingKey, in: CodingPath)
  case index(Int, in: CodingPath)

  /// The keys, outermost first.
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

extension SchemaPath {
  /// The steps as coding keys.
  var codingKeys: [any CodingKey] {
    components.map { component in
      switch component {
      case .key(let name): ContentCodingKey(stringValue: name)
      case .index(let index): ContentCodingKey(index: index)
      }
    }
  }
}

/// A dictionary.
///
/// Encoders sort its properties, because it has no order.
protocol CodedDictionary {
  /// `true` if the keys are strings. Such keys are data, and key strategies do not change them.
  static var hasStringKeys: Bool { get }
}

extension Dictionary: CodedDictionary {
  static var hasStringKeys: Bool { Key.self == String.self }
}
