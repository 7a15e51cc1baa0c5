import AutomergeDocument

/// The values of counters and texts before the current call of an encoder changed them.
///
/// A bound counter or text reads its value from the document. If it moves to another place, for
/// example because an element is inserted before it, the old place may be overwritten before the
/// counter or text is encoded.
struct FormerValues {
  private var texts: [ObjId: String] = [:]
  private var counters: [Counter.Place: Int64] = [:]

  /// Saves the value of a counter or a text before the call first overwrites it.
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
  func value(of counter: Bindable<Int64, Counter.Place>, in document: Document) -> Int64 {
    guard let binding = counter.binding, binding.document === document,
      let value = counters[binding.place]
    else { return counter.value }
    return value
  }

  /// The value of a text before the call.
  func value(of text: Bindable<String, ObjId>, in document: Document) -> String {
    guard let binding = text.binding, binding.document === document,
      let value = texts[binding.place]
    else { return text.value }
    return value
  }
}
