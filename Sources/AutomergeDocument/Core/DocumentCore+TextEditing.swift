/// Edits of texts.
extension DocumentCore {
  /// Replaces a range of text.
  mutating func spliceText(
    _ object: ObjectIndex, _ start: UInt64, _ deleteCount: Int64, _ text: String
  ) throws(AutomergeError) {
    try replaceRange(object, start, deleteCount) { core, point throws(AutomergeError) in
      try core.insert(text, into: object, at: &point)
    }
  }

  private mutating func insert(
    _ text: String, into object: ObjectIndex, at point: inout InsertionPoint
  ) throws(AutomergeError) {
    if set.textEncoding == .graphemeCluster {
      for character in text {
        let value = try store(.String(String(character)))
        _ = try insert(object, at: &point, value: value)
      }
    } else {
      for scalar in text.unicodeScalars {
        _ = try insert(object, at: &point, value: StoredValue(scalar))
      }
    }
  }

  /// Changes a text to another by edits of whole characters.
  mutating func updateText(_ object: ObjectIndex, _ text: String) throws(AutomergeError) {
    var numbers: [StringTable.Key: Int] = [:]
    func number(_ character: String) -> Int {
      let key = StringTable.Key(character)
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    let old = set.characters(of: object)
    let new = Array(text)
    let difference = TextDifference(
      from: old.map { number($0.text) }, to: new.map { number(String($0)) })
    var place = 0
    var index: UInt64 = 0
    for edit in difference.edits {
      index += old[place..<edit.old.lowerBound].reduce(0) { $0 + $1.width }
      let deleted = old[edit.old].reduce(0) { $0 + $1.width }
      let inserted = String(new[edit.new])
      try spliceText(object, index, Int64(deleted), inserted)
      index += UInt64(set.textEncoding.width(of: inserted))
      place = edit.old.upperBound
    }
  }

  /// Marks a range; the value null removes a mark.
  ///
  /// For an index within a wide element, the edge is after that element. If no element is between
  /// the edges, nothing is marked. Otherwise, the end of the mark would be stored before its
  /// beginning, and other implementations reject such documents.
  mutating func mark(
    _ object: ObjectIndex, _ range: (start: UInt64, end: UInt64), expand: ExpandMark, name: String,
    value: ScalarValue
  ) throws(AutomergeError) {
    let length = set.length(of: object, at: nil)
    guard range.start <= range.end, range.end <= length else {
      throw AutomergeError(
        .indexOutOfBounds,
        "The range \(range.start) to \(range.end) is outside the text of length \(length).")
    }
    guard insertionIndex(object, range.start) < insertionIndex(object, range.end) else { return }
    var begin = try insertionPoint(object, range.start)
    _ = try insert(
      object, at: &begin, action: .mark, value: try store(value),
      expand: expand.includesBefore, markName: index(of: name))
    var end = try insertionPoint(object, range.end)
    _ = try insert(object, at: &end, action: .mark, expand: expand.includesAfter)
  }
}
