import AutomergeDocument

/// The values that counters and texts had before the current call of an encoder changed them.
///
/// A bound counter or text reads its value from the document. If it moves, as where an element is
/// inserted before it, its old place may be written before it is encoded itself.
struct FormerValues {
  private var texts: [ObjId: String] = [:]
  private var counters: [Counter.Place: Int64] = [:]

  /// Keeps a counter or a text before it is written over, but not what this call wrote.
  mutating func keep(_ value: Value, at place: CodingPlace, in document: Document) throws {
    switch value {
    case .Object(let object, .Text):
      if texts[object] == nil { texts[object] = try document.text(obj: object) }
    case .Scalar(.Counter(let number)):
      let place = try Counter.Binding(document, at: place).place
      if counters[place] == nil { counters[place] = number }
    default: return
    }
  }

  /// The value of a counter before the call.
  func value(of counter: Counter, in document: Document) -> Int64 {
    guard let binding = counter.binding, binding.document === document else { return counter.value }
    return counters[binding.place] ?? counter.value
  }

  /// The value of a text before the call.
  func value(of text: AutomergeText, in document: Document) -> String {
    guard let binding = text.binding, binding.document === document else { return text.value }
    return texts[binding.place] ?? text.value
  }
}
