/// The properties of an object that occur, among those that its rule names.
struct NameMarks {
  /// The first 64 in one word, since most rules name fewer.
  private var first: UInt64 = 0
  private var others: [UInt64] = []

  /// Marks a property by its number.
  ///
  /// - Returns: Whether it was not marked before.
  mutating func insert(_ number: Int) -> Bool {
    let bit = UInt64(1) << UInt64(number % 64)
    if number < 64 {
      defer { first |= bit }
      return first & bit == 0
    }
    let index = number / 64 - 1
    if index >= others.count { others += repeatElement(0, count: index + 1 - others.count) }
    defer { others[index] |= bit }
    return others[index] & bit == 0
  }

  /// Whether a property is marked.
  func contains(_ number: Int) -> Bool {
    let bit = UInt64(1) << UInt64(number % 64)
    if number < 64 { return first & bit != 0 }
    return number / 64 <= others.count && others[number / 64 - 1] & bit != 0
  }
}
