import AutomergeDocument

/// What the counters and texts of a document had before one call of an encoder wrote over them.
///
/// Those that are bound to the document read their values from it. One that moves to another place,
/// as where an element is inserted before it, may be encoded after its own place was written.
struct FormerValues {
  private struct CounterPlace: Hashable {
    private enum Place: Hashable {
      /// The bytes of the key: keys with equal characters may differ in them.
      case key([UInt8])
      case element(Cursor)
    }

    private let object: ObjId
    private let place: Place

    init(_ binding: Counter.Binding) {
      object = binding.object
      switch binding.place {
      case .key(let key): place = .key(Array(key.utf8))
      case .element(let cursor): place = .element(cursor)
      }
    }
  }

  private var texts: [ObjId: String] = [:]
  private var counters: [CounterPlace: Int64] = [:]

  /// Keeps a counter or a text before it is written over, but not what this call wrote.
  mutating func keep(_ value: Value, at place: CodingPlace, in document: Document) throws {
    switch value {
    case .Object(let object, .Text):
      if texts[object] == nil { texts[object] = try document.text(obj: object) }
    case .Scalar(.Counter(let number)):
      let place = CounterPlace(try Counter.Binding(document, at: place))
      if counters[place] == nil { counters[place] = number }
    default: return
    }
  }

  /// The value of a counter before the call.
  func value(of counter: Counter, in document: Document) -> Int64 {
    guard let binding = counter.binding, binding.document === document else { return counter.value }
    return counters[CounterPlace(binding)] ?? counter.value
  }

  /// The value of a text before the call.
  func value(of text: AutomergeText, in document: Document) -> String {
    guard let binding = text.binding, binding.document === document else { return text.value }
    return texts[binding.object] ?? text.value
  }
}
