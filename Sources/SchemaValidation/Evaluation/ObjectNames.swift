/// The properties of an object in some content by name.
struct ObjectNames {
  struct Property {
    let key: ContentPlace
    let value: ContentPlace
    /// The index of the property in the object.
    let index: Int
    /// The number of times that the name occurs.
    var count = 1
  }

  private var properties: [ExactText: Property] = [:]

  /// `true` if a name occurs more than once.
  private(set) var hasDuplicates = false

  /// - Complexity: Linear in the number of properties.
  init(_ object: ContentPlace, in places: ContentPlaces) {
    var children = places.children(of: object)
    var index = 0
    while let next = places.nextProperty(&children) {
      let property = Property(key: next.key, value: next.value, index: index)
      index += 1
      let name = ExactText(places.text(at: next.key))
      if properties[name] == nil {
        properties[name] = property
      } else {
        properties[name]?.count += 1
        hasDuplicates = true
      }
    }
  }

  /// The first property with a name.
  subscript(name: String) -> Property? { properties[ExactText(name)] }
}

/// The properties of an object's rule that occur in the object.
struct NameMarks {
  /// The first 64 properties in one word.
  ///
  /// Most rules name fewer properties.
  private var first: UInt64 = 0
  private var others: [UInt64] = []

  /// Marks a property by its number; `true` if the property was not in the set before.
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

  /// Returns `true` if the property with a number is in the set.
  func contains(_ number: Int) -> Bool {
    let bit = UInt64(1) << UInt64(number % 64)
    if number < 64 { return first & bit != 0 }
    return number / 64 <= others.count && others[number / 64 - 1] & bit != 0
  }
}
