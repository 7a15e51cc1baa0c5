import ConstrainedDecoding

/// The outputs of a plan by definition: all of them up to a length, as lists of symbols.
///
/// A symbol is a byte, or a token that is read as a whole: its number plus ``token``.
indirect enum ReferencePlan {
  case literal(String)
  case special(Int)
  /// Text in which the first marker that is complete is followed by its part. Without a marker it
  /// ends if it can.
  case text([(marker: [Int], then: ReferencePlan)], excluded: [String], canEnd: Bool)
  case texts([String])
  case sequence([ReferencePlan])
  case one([ReferencePlan])
  case many(ReferencePlan, ClosedRange<Int>, separator: String)

  static let token = 1000
  static func bytes(_ text: String) -> [Int] { text.utf8.map { Int($0) } }

  /// The outputs of at most `length` symbols, with free text of some characters.
  func outputs(upTo length: Int, _ characters: String) -> Set<[Int]> {
    guard length >= 0 else { return [] }
    switch self {
    case .literal(let text): return Self.bounded([Self.bytes(text)], length)
    case .special(let token): return Self.bounded([[Self.token + token]], length)
    case .texts(let texts): return Self.bounded(texts.map(Self.bytes), length)
    case .sequence(let parts):
      return parts.reduce([[]]) { Self.joined($0, $1, length, characters) }
    case .one(let parts):
      return parts.reduce(into: []) { $0.formUnion($1.outputs(upTo: length, characters)) }
    case .many(let part, let counts, let separator):
      var found: Set<[Int]> = []
      var current: Set<[Int]> = [[]]
      for count in 0...min(counts.upperBound, length + 1) {
        if count >= counts.lowerBound { found.formUnion(current) }
        if count > 0 { current = Self.joined(current, .literal(separator), length, characters) }
        current = Self.joined(current, part, length, characters)
      }
      return found
    case .text(let branches, let excluded, let canEnd):
      var found: Set<[Int]> = []
      var texts: [[Int]] = [[]]
      while let text = texts.popLast() {
        if canEnd { found.insert(text) }
        let symbols =
          characters.map { Self.bytes(String($0)) }
          + branches.compactMap { $0.marker[0] >= Self.token ? $0.marker : nil }
        for symbol in symbols {
          let next = text + symbol
          guard next.count <= length,
            !excluded.contains(where: { Self.ends(next, with: Self.bytes($0)) })
          else { continue }
          guard let branch = branches.first(where: { Self.ends(next, with: $0.marker) }) else {
            texts.append(next)
            continue
          }
          for rest in branch.then.outputs(upTo: length - next.count, characters) {
            found.insert(next + rest)
          }
        }
      }
      return found
    }
  }

  private static func ends(_ text: [Int], with marker: [Int]) -> Bool {
    text.suffix(marker.count).elementsEqual(marker)
  }

  private static func bounded(_ texts: [[Int]], _ length: Int) -> Set<[Int]> {
    Set(texts.filter { $0.count <= length })
  }

  private static func joined(
    _ first: Set<[Int]>, _ second: ReferencePlan, _ length: Int, _ characters: String
  ) -> Set<[Int]> {
    var found: Set<[Int]> = []
    var rests: [Int: Set<[Int]>] = [:]
    for text in first {
      let left = length - text.count
      let rest = rests[left] ?? second.outputs(upTo: left, characters)
      rests[left] = rest
      for rest in rest { found.insert(text + rest) }
    }
    return found
  }
}
