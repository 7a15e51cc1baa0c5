import SchemaDocuments

/// Hashes of values, by which equal elements of arrays and values of `enum` are found.
///
/// The hash of each container is kept, so that it is computed once however arrays nest.
struct ValueHashes {
  private struct Level {
    let place: Int
    let isObject: Bool
    var children: ContentPlaces.Children
    var key = 0
    var hash = 0
    var isComplete = true
  }

  /// The hashes of containers by their places.
  private var known: [Int: Int] = [:]

  /// The indices of two elements of an array that are equal, the second one being the first that
  /// repeats another.
  mutating func equalElements(of array: Int, in places: ContentPlaces) -> (Int, Int)? {
    var elements: [(place: Int, hash: Int)] = []
    var children = places.children(of: array)
    while let element = places.next(&children), places.isComplete(at: element) {
      elements.append((element, hash(of: element, in: places)))
    }
    func areEqual(_ first: Int, _ second: Int) -> Bool {
      places.content(at: elements[first].place) == places.content(at: elements[second].place)
    }
    // To compare the hashes of few elements with each other takes less time than a dictionary.
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

  /// The hash of some content; equal content has the same.
  static func hash(of content: GeneratedContent) -> Int {
    var hashes = ValueHashes()
    let places = ContentPlaces(content.stored)
    return hashes.hash(of: places.root, in: places)
  }

  /// The hash of the value at a place.
  mutating func hash(of place: Int, in places: ContentPlaces) -> Int {
    if let hash = scalarHash(of: place, in: places) { return hash }
    var levels = [Self.level(place, in: places)]
    while let level = levels.last {
      let top = levels.count - 1
      if level.isObject { levels[top].key = places.nextKey(&levels[top].children) ?? -1 }
      guard let child = places.next(&levels[top].children) else {
        known[level.place] = level.hash
        levels.removeLast()
        if !levels.isEmpty { Self.add(level.hash, to: &levels[levels.count - 1], in: places) }
        continue
      }
      if let hash = scalarHash(of: child, in: places) {
        Self.add(hash, to: &levels[top], in: places)
      } else {
        levels.append(Self.level(child, in: places))
      }
    }
    return known[place] ?? 0
  }

  private static func level(_ place: Int, in places: ContentPlaces) -> Level {
    let isObject = if case .object = places.shape(at: place) { true } else { false }
    return Level(
      place: place, isObject: isObject, children: places.children(of: place),
      hash: isObject ? 1 : 2)
  }

  /// Adds the hash of a child; the order of properties does not matter.
  private static func add(_ hash: Int, to level: inout Level, in places: ContentPlaces) {
    var hasher = Hasher()
    if level.isObject {
      hasher.combine(textHash(of: places.place(ofKey: level.key), in: places))
      hasher.combine(hash)
      level.hash &+= hasher.finalize()
    } else {
      hasher.combine(level.hash)
      hasher.combine(hash)
      level.hash = hasher.finalize()
    }
  }

  /// The hash of a string; that of a short one needs only its outline.
  private static func textHash(of place: Int, in places: ContentPlaces) -> Int {
    let outline = places.outline(at: place)
    var hasher = Hasher()
    hasher.combine(outline.count)
    hasher.combine(outline.first)
    hasher.combine(outline.last)
    if !outline.isWhole { hasher.combine(ExactText(places.text(at: place))) }
    return hasher.finalize()
  }

  /// The hash of a scalar, or of a container whose hash is known.
  private func scalarHash(of place: Int, in places: ContentPlaces) -> Int? {
    switch places.shape(at: place) {
    case .array, .object: return known[place]
    case .string: return Self.textHash(of: place, in: places)
    default:
      let content = places.content(at: place)
      // A number whose exponent is too long to be kept is equal to its own text only.
      return content.scalar?.hashValue ?? ExactText(content.numberText ?? "").hashValue
    }
  }
}
