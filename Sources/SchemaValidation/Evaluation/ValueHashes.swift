import SchemaDocuments

/// Hashes of values, to find equal elements of arrays and values of `enum`.
///
/// The hash of each container is kept, so that the hash is computed once for any nesting of arrays.
struct ValueHashes {
  /// A container whose children are being visited.
  private struct Level {
    let place: ContentPlace
    /// The hash of the container's name, if the container is the value of a property.
    let nameHash: Int?
    let isObject: Bool
    private var children: ContentPlaces.Children
    private(set) var hash: Int

    init(_ place: ContentPlace, nameHash: Int?, in places: ContentPlaces) {
      self.place = place
      self.nameHash = nameHash
      isObject = if case .object = places.shape(at: place) { true } else { false }
      children = places.children(of: place)
      hash = isObject ? 1 : 2
    }

    /// The next child, and the hash of the child's name, if the child is the value of a property.
    mutating func next(in places: ContentPlaces) -> (place: ContentPlace, nameHash: Int?)? {
      guard isObject else { return places.next(&children).map { ($0, nil) } }
      return places.nextProperty(&children).map { property in
        (property.value, ValueHashes.textHash(property.outline, at: property.key, in: places))
      }
    }

    /// Adds the hash of a child.
    ///
    /// The order of properties does not change the result.
    mutating func add(_ childHash: Int, nameHash: Int?) {
      var hasher = Hasher()
      hasher.combine(nameHash ?? hash)
      hasher.combine(childHash)
      hash = nameHash == nil ? hasher.finalize() : hash &+ hasher.finalize()
    }
  }

  /// The hashes of containers by their places.
  private var known: [ContentPlace: Int] = [:]

  /// The indices of two equal elements of an array.
  ///
  /// The second index is the smallest index of an element that repeats an earlier one.
  mutating func equalElements(of array: ContentPlace, in places: ContentPlaces) -> (Int, Int)? {
    var elements: [(place: ContentPlace, hash: Int)] = []
    var children = places.children(of: array)
    while let element = places.next(&children), places.isComplete(at: element) {
      elements.append((element, hash(of: element, in: places)))
    }
    func areEqual(_ first: Int, _ second: Int) -> Bool {
      places.content(at: elements[first].place) == places.content(at: elements[second].place)
    }
    // For few elements, comparing all hashes takes less time than a dictionary.
    if elements.count <= Self.fewElements {
      for second in elements.indices {
        for first in 0..<second
        where elements[first].hash == elements[second].hash && areEqual(first, second) {
          return (first, second)
        }
      }
      return nil
    }
    var indices: [Int: [Int]] = [:]
    for second in elements.indices {
      let candidates = indices[elements[second].hash] ?? []
      if let first = candidates.first(where: { areEqual($0, second) }) { return (first, second) }
      indices[elements[second].hash, default: []].append(second)
    }
    return nil
  }

  private static let fewElements = 16

  /// The hash of content.
  ///
  /// Equal content has equal hashes.
  static func hash(of content: GeneratedContent) -> Int {
    var hashes = ValueHashes()
    let places = ContentPlaces(content.stored)
    return hashes.hash(of: places.root, in: places)
  }

  mutating func hash(of place: ContentPlace, in places: ContentPlaces) -> Int {
    if let hash = scalarHash(of: place, in: places) { return hash }
    var levels = [Level(place, nameHash: nil, in: places)]
    while let top = levels.indices.last {
      if let child = levels[top].next(in: places) {
        if let hash = scalarHash(of: child.place, in: places) {
          levels[top].add(hash, nameHash: child.nameHash)
        } else {
          levels.append(Level(child.place, nameHash: child.nameHash, in: places))
        }
      } else {
        let level = levels.removeLast()
        known[level.place] = level.hash
        if top > 0 { levels[top - 1].add(level.hash, nameHash: level.nameHash) }
      }
    }
    return known[place] ?? 0
  }

  /// The hash of a string.
  ///
  /// The hash of a short string needs only its outline.
  private static func textHash(
    _ outline: TextOutline, at place: ContentPlace, in places: ContentPlaces
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(outline.count)
    hasher.combine(outline.first)
    hasher.combine(outline.last)
    if !outline.isWhole { hasher.combine(ExactText(places.text(at: place))) }
    return hasher.finalize()
  }

  /// The hash of a scalar, or of a container whose hash is known.
  private func scalarHash(of place: ContentPlace, in places: ContentPlaces) -> Int? {
    switch places.shape(at: place) {
    case .array, .object: return known[place]
    case .string: return Self.textHash(places.outline(at: place), at: place, in: places)
    default:
      let content = places.content(at: place)
      // A number with an exponent too long to be kept equals only a number with the same text.
      return content.scalar?.hashValue ?? ExactText(content.numberText ?? "").hashValue
    }
  }
}
