import SchemaEncoding
import SchemaGuides
import SchemaTestSupport

/// A guide, with what it says of a value by the test's own reading.
struct Fact<Value: Sendable>: Sendable {
  let text: String
  let guide: GenerationGuide<Value>
  let allows: @Sendable (Value) -> Bool

  init(
    _ text: String, _ guide: GenerationGuide<Value>, allows: @escaping @Sendable (Value) -> Bool
  ) {
    self.text = text
    self.guide = guide
    self.allows = allows
  }
}

/// A value that can be held against resolved constraints.
protocol Judged: Generable, Sendable {
  static var samples: [Self] { get }

  /// Whether the value satisfies the constraints on itself, and its elements those behind.
  func satisfies(_ levels: ArraySlice<GuideConstraints>) -> Bool
}

extension Double: Judged {
  static var samples: [Double] { (-16...16).map { Double($0) / 2 } }

  func satisfies(_ levels: ArraySlice<GuideConstraints>) -> Bool {
    guard let constraints = levels.first else { return false }
    if let choices = constraints.choices {
      return choices.contains(SchemaScalar.number(exactly: self))
    }
    if let bound = constraints.minimum?.doubleValue, self < bound { return false }
    if let bound = constraints.maximum?.doubleValue, self > bound { return false }
    if let bound = constraints.exclusiveMinimum?.doubleValue, self <= bound { return false }
    if let bound = constraints.exclusiveMaximum?.doubleValue, self >= bound { return false }
    return constraints.multiples.compactMap(\.doubleValue).allSatisfy {
      truncatingRemainder(dividingBy: $0) == 0
    }
  }
}

extension SchemaScalar {
  fileprivate static func number(exactly value: Double) -> SchemaScalar {
    SchemaNumber(value).map { .number($0) } ?? .null
  }
}

extension Int: Judged {
  static var samples: [Int] { Array(-8...8) }

  func satisfies(_ levels: ArraySlice<GuideConstraints>) -> Bool {
    Double(self).satisfies(levels)
  }
}

extension String: Judged {
  static let samples = ["a", "b", "ab", "abc", "é", "1", "a1", "", "b2c", "👩‍👩‍👧"]

  func satisfies(_ levels: ArraySlice<GuideConstraints>) -> Bool {
    guard let constraints = levels.first else { return false }
    if let choices = constraints.choices { return choices.contains(.string(self)) }
    let length = unicodeScalars.count
    return length >= constraints.minimumLength ?? 0 && length <= constraints.maximumLength ?? .max
      && constraints.patterns.allSatisfy { pattern in
        TextPattern.all.contains { $0.source == pattern.source && $0.matches(self) }
      }
  }
}

extension [[Int]]: Judged {
  static let samples: [[[Int]]] = {
    let rows: [[Int]] = [[], [0], [3], [-2, 5], [1, 1, 1], [4, 0, 2, 3]]
    return [[]] + rows.map { [$0] } + rows.flatMap { row in rows.map { [row, $0] } }
      + [[[0], [1], [2]], [[], [], [], []]]
  }()

  func satisfies(_ levels: ArraySlice<GuideConstraints>) -> Bool {
    func fits(_ count: Int, _ constraints: GuideConstraints) -> Bool {
      count >= constraints.minimumCount ?? 0 && count <= constraints.maximumCount ?? .max
    }
    guard levels.count == 3, let grid = levels.first else { return false }
    let row = levels[levels.startIndex + 1]
    return fits(count, grid)
      && allSatisfy { cells in
        fits(cells.count, row) && cells.have(row.terms)
          && cells.allSatisfy { $0.satisfies(levels.dropFirst(2)) }
      }
  }
}

extension [Int] {
  fileprivate func have(_ terms: [GuideTerm]) -> Bool {
    terms.allSatisfy { term in
      guard case .contains(let contained) = term else { return false }
      let count = count { contained.values.contains(.number(SchemaNumber($0))) }
      return count >= contained.minimum && count <= contained.maximum ?? .max
    }
  }
}

/// A pattern, and what it matches, decided without a regular expression.
struct TextPattern: Sendable {
  let source: String
  let guide: @Sendable () -> GenerationGuide<String>
  let matches: @Sendable (String) -> Bool

  static let all = [
    TextPattern(source: "a", guide: { .pattern(/a/) }) { $0.unicodeScalars.contains("a") },
    TextPattern(source: "^[a-z]+$", guide: { .pattern(/^[a-z]+$/) }) { text in
      !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    },
    TextPattern(source: "[0-9]", guide: { .pattern(/[0-9]/) }) { text in
      text.utf8.contains { (0x30...0x39).contains($0) }
    },
    TextPattern(source: "^[ab]{1,2}$", guide: { .pattern(/^[ab]{1,2}$/) }) { text in
      (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { $0 == 0x61 || $0 == 0x62 }
    },
  ]
}
