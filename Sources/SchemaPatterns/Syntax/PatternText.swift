/// A position in the text of a pattern.
///
/// Swift reads its regexes character by character: in `e\u{301}+` the plus applies to both scalars.
/// ECMA-262 in Unicode mode reads scalar by scalar. The unit is chosen at the start.
struct PatternText {
  /// The first scalar of every unit.
  private var scalars: [Unicode.Scalar] = []

  /// The units of several scalars, by position.
  private var clusters: [Int: [Unicode.Scalar]] = [:]

  /// The UTF-8 offset of every unit, and of the end.
  private var offsets = [0]

  private(set) var position = 0

  /// The UTF-8 offsets of backslashes that ECMA-262 forbids and that change nothing.
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
  var offset: Int { offsets[min(position, scalars.count)] }

  /// A unit ahead, or `nil` at the end and for a character of several scalars.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    guard index >= 0, index < scalars.count else { return nil }
    return clusters.isEmpty || clusters[index] == nil ? scalars[index] : nil
  }

  /// Takes the current unit.
  mutating func next() -> [Unicode.Scalar] {
    guard !isAtEnd else { return [] }
    defer { position += 1 }
    return unit(at: position)
  }

  /// Takes the expected text if it stands here.
  mutating func eat(_ expected: String) -> Bool {
    var distance = 0
    for scalar in expected.unicodeScalars {
      guard peek(distance) == scalar else { return false }
      distance += 1
    }
    position += distance
    return true
  }

  /// Takes the longest run of units that satisfy a condition, up to a limit.
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

  /// Takes everything before a terminator, and the terminator.
  ///
  /// - Returns: `nil`, with the position unchanged, if the terminator does not follow.
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

  /// Goes back to a position that was current before.
  mutating func rewind(to position: Int) { self.position = position }

  /// Text from an earlier position to the current one, for messages.
  func text(from start: Int) -> String {
    var view = String.UnicodeScalarView()
    for index in min(start, position)..<position { view.append(contentsOf: unit(at: index)) }
    return String(view)
  }

  /// Leaves a backslash out of the source.
  mutating func dropBackslash(at offset: Int) { redundantBackslashes.insert(offset) }

  /// The text that this value was made of, without the backslashes that were dropped.
  func remainingSource(of source: String) -> String {
    guard !redundantBackslashes.isEmpty else { return source }
    let kept = source.utf8.enumerated().filter { !redundantBackslashes.contains($0.offset) }
    return String(decoding: kept.map(\.element), as: UTF8.self)
  }

  /// The text of several units.
  static func string(_ units: [[Unicode.Scalar]]) -> String {
    var view = String.UnicodeScalarView()
    for unit in units { view.append(contentsOf: unit) }
    return String(view)
  }

  private func unit(at index: Int) -> [Unicode.Scalar] { clusters[index] ?? [scalars[index]] }
}
