import SchemaTestSupport

/// A pattern made at random, with a matcher that tries all ways one after the other.
indirect enum RandomPattern {
  case scalars(String, source: String)
  case sequence([RandomPattern])
  case choice([RandomPattern])
  case repetition(RandomPattern, ClosedRange<Int>, source: String)
  case start
  case end

  /// The scalars of the texts to try.
  static let alphabet = Array("ab\"é😀".unicodeScalars)

  /// Makes a pattern.
  static func make(_ random: inout SplitMix64, depth: Int = 3) -> RandomPattern {
    switch depth == 0 ? 0 : random.below(7) {
    case 1, 2: .sequence((0...random.below(3)).map { _ in make(&random, depth: depth - 1) })
    case 3: .choice((0...random.below(2)).map { _ in make(&random, depth: depth - 1) })
    case 4:
      repetition(of: make(&random, depth: depth - 1), &random)
    case 5: random.oneIn(2) ? .start : .end
    default:
      random.pick([
        .scalars("a", source: "a"), .scalars("b", source: "b"), .scalars("\"", source: "\""),
        .scalars("é", source: "é"), .scalars("😀", source: "😀"),
        .scalars("ab\"é😀", source: "."), .scalars("ab", source: "[ab]"),
        .scalars("\"é😀", source: "[^ab]"), .scalars("ab", source: "\\w"),
        .scalars("\"é😀", source: "\\W"), .scalars("", source: "\\d"),
      ])
    }
  }

  private static func repetition(
    of part: RandomPattern, _ random: inout SplitMix64
  ) -> RandomPattern {
    // No text is longer than nine scalars.
    let (counts, source) = random.pick([
      (0...1, "?"), (0...9, "*"), (1...9, "+"), (2...2, "{2}"), (1...3, "{1,3}"), (2...9, "{2,}"),
    ])
    return .repetition(part, counts, source: source)
  }

  /// The pattern in ECMA-262.
  var source: String {
    switch self {
    case .scalars(_, let source): source
    case .sequence(let parts): parts.map(\.source).joined()
    case .choice(let parts): "(?:\(parts.map(\.source).joined(separator: "|")))"
    case .repetition(let part, _, let source): "(?:\(part.source))\(source)"
    case .start: "^"
    case .end: "$"
    }
  }

  /// Whether the pattern matches somewhere in a text.
  func matches(_ text: [Unicode.Scalar]) -> Bool {
    (0...text.count).contains { match(text, $0) { _ in true } }
  }

  /// Whether a match begins at an offset after which the rest succeeds.
  private func match(_ text: [Unicode.Scalar], _ at: Int, _ rest: (Int) -> Bool) -> Bool {
    switch self {
    case .scalars(let set, _):
      at < text.count && set.unicodeScalars.contains(text[at]) && rest(at + 1)
    case .sequence(let parts):
      parts.isEmpty
        ? rest(at)
        : parts[0].match(text, at) {
          RandomPattern.sequence(Array(parts[1...])).match(text, $0, rest)
        }
    case .choice(let parts): parts.contains { $0.match(text, at, rest) }
    case .repetition(let part, let counts, let source):
      counts.lowerBound == 0 && rest(at)
        || counts.upperBound > 0
          && part.match(text, at) { next in
            // One more match of nothing changes nothing.
            (next > at || counts.lowerBound > 0)
              && RandomPattern.repetition(
                part, max(counts.lowerBound - 1, 0)...(counts.upperBound - 1), source: source
              ).match(text, next, rest)
          }
    case .start: at == 0 && rest(at)
    case .end: at == text.count && rest(at)
    }
  }
}
