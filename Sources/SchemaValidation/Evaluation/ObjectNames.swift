import SchemaText

/// The properties of an object in some content by name.
struct ObjectNames {
  struct Property {
    let key: Int
    /// The value, unless it has not arrived.
    let value: Int?
    /// The index of the property in the object.
    let index: Int
    /// How often the name occurs.
    var count = 1
  }

  private var properties: [ExactText: Property] = [:]

  /// Whether a name occurs more than once.
  private(set) var hasDuplicates = false

  /// - Complexity: Linear in the number of properties.
  init(_ object: Int, in places: ContentPlaces) {
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
