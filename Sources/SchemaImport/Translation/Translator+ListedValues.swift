import SchemaDocuments

/// Lists of values with objects or arrays.
extension Translator {
  /// The largest number of values in a list that becomes a union, and of parts of these values.
  private static let mostListedValues = 64
  private static let mostListedParts = 4_096

  /// A union of the values of a list with objects or arrays, each under all constraints of the
  /// parts; `nil` if no list has objects or arrays, or each such list has too many values.
  ///
  /// A single value needs no union.
  mutating func listedValues(
    of conjunction: Conjunction, _ place: Place, at schema: SchemaID
  ) -> Content? {
    guard place.listedValue == nil else { return nil }
    for part in conjunction.parts {
      for (_, values) in part.choices where source.list(values) == nil {
        guard let count = partCount(of: values), allowsCopies(count),
          allowsCopies(conjunction, times: values.count)
        else { continue }
        let limits = values.map { place.limits + [.equal(to: $0)] }
        return union(of: conjunction.parts, limits, at: schema)
      }
    }
    return nil
  }

  /// The number of values in a range of the document's values; `nil` if there are too many.
  private func partCount(of values: Range<ValueID>) -> Int? {
    guard values.count <= Self.mostListedValues else { return nil }
    var count = 0
    var pending = [values]
    while let range = pending.popLast() {
      count += range.count
      guard count <= Self.mostListedParts else { return nil }
      pending += range.map { document.children(of: $0) }.filter { !$0.isEmpty }
    }
    return count
  }

  /// Checks that all lists of a place have a value of the document.
  func checkLists(
    of conjunction: Conjunction, contain value: ValueID, at schema: SchemaID
  ) throws(SchemaImportError) {
    let content = document.content(value)
    for part in conjunction.parts {
      for (_, values) in part.choices where !values.contains(value) {
        guard !values.contains(where: { document.content($0) == content }) else { continue }
        throw noValue(schema, "The value is not in all lists.")
      }
    }
  }
}
