/// The text of a pattern and a position in it.
///
/// Swift reads its regexes character by character: in `e\u{301}+` the plus applies to both scalars.
/// ECMA-262 in Unicode mode reads scalar by scalar. The initializer chooses the unit.
struct PatternText {
  /// The first scalar of every unit.
  private var scalars: [Unicode.Scalar] = []

  /// The units of several scalars, by position.
  private var clusters: [Int: [Unicode.Scalar]] = [:]

  /// The UTF-8 offset of every unit, and of the end.
  private var offsets = [0]

  private(set) var position = 0

  /// The UTF-8 offsets of redundant backslashes, which ECMA-262 forbids.
  private var redundantBackslashes: Set<Int> = []

  init(_ text: String, byScalar: Bool) {
    scalars.reserveCapacity(text.utf8.count)
    offsets.reserveCapacity(text.utf8.count + 1)
    var offset = 0
    if byScalar {
      for scalar in text.unicodeScalars {
        offset += scalar.utf8.count
        scalars.append(scalar)
        offsets.append(offset)
      }
      return
    }
    for character in text {
      let unit = Array(character.unicodeScalars)
      if unit.count > 1 { clusters[scalars.count] = unit }
      offset += character.utf8.count
      scalars += unit.prefix(1)
      offsets.append(offset)
    }
  }

  var isAtEnd: Bool { position >= scalars.count }

  /// The UTF-8 offset of the current unit.
  var offset: Int { offsets[position] }

  /// Returns the unit at a distance ahead, or `nil` at the end and for a character of several
  /// scalars.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    guard index < scalars.count else { return nil }
    return clusters.isEmpty || clusters[index] == nil ? scalars[index] : nil
  }

  /// Returns the current unit, and advances.
  mutating func next() -> [Unicode.Scalar] {
    guard !isAtEnd else { return [] }
    defer { position += 1 }
    return unit(at: position)
  }

  /// Advances past the expected text and returns `true`, if the text follows.
  mutating func eat(_ expected: String) -> Bool {
    var distance = 0
    for scalar in expected.unicodeScalars {
      guard peek(distance) == scalar else { return false }
      distance += 1
    }
    position += distance
    return true
  }

  /// Returns the longest run of units that satisfy a condition, up to a limit, and advances past
  /// the run.
  mutating func take(
    upTo limit: Int = .max, while condition: (Unicode.Scalar) -> Bool
  ) -> String {
    var run = String.UnicodeScalarView()
    let start = position
    while position - start < limit, let scalar = peek(), condition(scalar) {
      run.append(scalar)
      position += 1
    }
    return String(run)
  }

  /// Returns everything before a terminator, and advances past the terminator.
  ///
  /// - Returns: `nil` if the terminator does not follow; the position is then unchanged.
  mutating func take(before terminator: String) -> [[Unicode.Scalar]]? {
    let start = position
    var taken: [[Unicode.Scalar]] = []
    while !isAtEnd {
      if eat(terminator) { return taken }
      taken.append(next())
    }
    position = start
    return nil
  }

  /// Returns to an earlier position.
  mutating func rewind(to position: Int) { self.position = position }

  /// Returns the text from an earlier position to the current one, for messages.
  func text(from start: Int) -> String {
    var view = String.UnicodeScalarView()
    for index in start..<position {
      for scalar in unit(at: index) { view.append(scalar) }
    }
    return String(view)
  }

  /// Marks a backslash for removal from the source.
  mutating func dropBackslash(at offset: Int) { redundantBackslashes.insert(offset) }

  /// Returns the source without the backslashes that are marked for removal.
  func remainingSource(of source: String) -> String {
    guard !redundantBackslashes.isEmpty else { return source }
    let kept = source.utf8.enumerated().filter { !redundantBackslashes.contains($0.offset) }
    return String(decoding: kept.map(\.element), as: UTF8.self)
  }

  /// Returns the text of several units.
  static func string(_ units: [[Unicode.Scalar]]) -> String {
    var view = String.UnicodeScalarView()
    for unit in units { view.append(contentsOf: unit) }
    return String(view)
  }

  private func unit(at index: Int) -> [Unicode.Scalar] { clusters[index] ?? [scalars[index]] }
}
