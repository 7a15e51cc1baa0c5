/// Distinct names, each with an index.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var bytes: [[UInt8]] = []
  private var indices: [ExactText: Int] = [:]

  /// Up to so many names are compared one by one.
  private static let shortCount = 12

  /// Adds a name, unless it is there.
  ///
  /// - Returns: Its index.
  mutating func insert(_ name: String) -> Int {
    if let known = indices[ExactText(name)] { return known }
    indices[ExactText(name)] = names.count
    names.append(name)
    bytes.append(Array(name.utf8))
    return names.count - 1
  }

  func index(of text: String) -> Int? { indices[ExactText(text)] }

  /// The index of the string at a place; a likely index is tried first.
  func index(ofTextAt place: Int, in places: ContentPlaces, near hint: Int = 0) -> Int? {
    if hint < bytes.count, places.isText(bytes[hint], at: place) { return hint }
    if bytes.count <= Self.shortCount {
      return bytes.indices.first { places.isText(bytes[$0], at: place) }
    }
    return indices[ExactText(places.withText(at: place) { String(copying: $0) })]
  }
}
