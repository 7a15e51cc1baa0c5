import SchemaTestSupport

@testable import SchemaPatterns

/// A pattern for tests, which matches by the definition of its parts: slowly, and obviously.
indirect enum PatternTree: Sendable {
  case set(String, @Sendable (Unicode.Scalar) -> Bool)
  case assertion(String, @Sendable ([Unicode.Scalar], Int) -> Bool)
  case sequence([PatternTree])
  case choice([PatternTree])
  case repetition(PatternTree, Int, Int?, isLazy: Bool)
  case lookahead(PatternTree, isNegated: Bool)

  /// The pattern in the syntax of ECMA-262.
  var source: String {
    switch self {
    case .set(let text, _), .assertion(let text, _): text
    case .sequence(let parts): parts.map(\.source).joined()
    case .choice(let parts): "(?:" + parts.map(\.source).joined(separator: "|") + ")"
    case .repetition(let part, let minimum, let maximum, let isLazy):
      "(\(part.source)){\(minimum),\(maximum.map { "\($0)" } ?? "")}" + (isLazy ? "?" : "")
    case .lookahead(let part, let isNegated): (isNegated ? "(?!" : "(?=") + part.source + ")"
    }
  }

  /// Where matches end that begin at a position.
  func ends(in text: [Unicode.Scalar], from start: Int) -> Set<Int> {
    switch self {
    case .set(_, let contains):
      return start < text.count && contains(text[start]) ? [start + 1] : []
    case .assertion(_, let holds):
      return holds(text, start) ? [start] : []
    case .sequence(let parts):
      return parts.reduce([start]) { starts, part in
        Set(starts.flatMap { part.ends(in: text, from: $0) })
      }
    case .choice(let parts):
      return Set(parts.flatMap { $0.ends(in: text, from: start) })
    case .repetition(let part, let minimum, let maximum, _):
      var current: Set = [start]
      var result: Set<Int> = minimum == 0 ? current : []
      // Past this many, a repetition can only take nothing.
      for count in 1...(minimum + text.count + 1) where count <= maximum ?? .max {
        current = Set(current.flatMap { part.ends(in: text, from: $0) })
        if count >= minimum { result.formUnion(current) }
      }
      return result
    case .lookahead(let part, let isNegated):
      return part.ends(in: text, from: start).isEmpty == isNegated ? [start] : []
    }
  }

  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return (0...scalars.count).contains { !ends(in: scalars, from: $0).isEmpty }
  }

  static func random(
    depth: Int, lookaheads: Bool = false, using generator: inout SplitMix64
  ) -> PatternTree {
    let kind = Int.random(in: 0..<(depth == 0 ? 5 : lookaheads ? 12 : 11), using: &generator)
    func child() -> PatternTree {
      random(depth: depth - 1, lookaheads: lookaheads, using: &generator)
    }
    switch kind {
    case 0...3: return sets[Int.random(in: sets.indices, using: &generator)]
    case 4: return assertions[Int.random(in: assertions.indices, using: &generator)]
    case 5, 6, 7:
      return .sequence((0..<Int.random(in: 0...3, using: &generator)).map { _ in child() })
    case 8: return .choice((0..<Int.random(in: 1...3, using: &generator)).map { _ in child() })
    case 9, 10:
      let minimum = Int.random(in: 0...2, using: &generator)
      let more = Int.random(in: -1...2, using: &generator)
      return .repetition(
        child(), minimum, more < 0 ? nil : minimum + more,
        isLazy: Bool.random(using: &generator))
    default: return .lookahead(child(), isNegated: Bool.random(using: &generator))
    }
  }

  private static let sets: [PatternTree] = [
    .set("a", { $0 == "a" }),
    .set("b", { $0 == "b" }),
    .set("é", { $0 == "é" }),
    .set("[ab]", { $0 == "a" || $0 == "b" }),
    .set("[^a]", { $0 != "a" }),
    .set("[b-日]", { $0 >= "b" && $0 <= "日" }),
    .set("\\w", isWord),
    .set("\\W", { !isWord($0) }),
    .set("[^]", { _ in true }),
    .set("[]", { _ in false }),
    .set("\\p{L}", { ("a"..."b").contains($0) || $0 == "é" || $0 == "日" }),
  ]

  private static let assertions: [PatternTree] = [
    .assertion("^", { $1 == 0 }),
    .assertion("$", { $1 == $0.count }),
    .assertion("\\b", isBoundary),
    .assertion("\\B", { !isBoundary($0, $1) }),
  ]

  @Sendable private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "a" || scalar == "b"
  }

  @Sendable private static func isBoundary(_ text: [Unicode.Scalar], _ position: Int) -> Bool {
    let before = position > 0 && isWord(text[position - 1])
    let after = position < text.count && isWord(text[position])
    return before != after
  }

  /// Every text over the alphabet of the sets, up to a length.
  static func texts(upTo length: Int) -> [String] {
    var all = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { text in ["a", "b", "é", "日", "-", "😀"].map { text + $0 } }
      all += last
    }
    return all
  }
}
