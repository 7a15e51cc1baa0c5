import SchemaDocuments
import SchemaText

/// Finds the keyword that a misspelled name probably means.
struct Misspelling: Sendable {
  private var known: [ExactText: String?] = [:]

  /// How many names are compared; a document with more unknown ones has names of its own.
  private static let maximumNames = 1000

  private static let candidates: [(name: String, letters: [UInt8])] = Keyword.allCases
    .filter { $0.rule.purpose != .annotation && $0.rawValue.utf8.count >= 4 }
    .map { ($0.rawValue, letters(of: $0.rawValue)) }

  /// The keyword that a name resembles, if there is one.
  mutating func keyword(for name: String) -> String? {
    if let result = known[ExactText(name)] { return result }
    guard known.count < Self.maximumNames, !name.hasPrefix("x-"), !name.hasPrefix("_") else {
      return nil
    }
    let result = Self.find(name)
    known[ExactText(name)] = .some(result)
    return result
  }

  private static func find(_ name: String) -> String? {
    let letters = letters(of: name)
    guard letters.count >= 3, letters.count <= 24 else { return nil }
    let limit = letters.count < 8 ? 1 : 2
    var best: (name: String, distance: Int)?
    for candidate in candidates where abs(candidate.letters.count - letters.count) <= limit {
      let distance = letters.editDistance(to: candidate.letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate.name, distance) }
    }
    return best?.name
  }

  /// The letters of a name in lower case, without `$`, `-` and `_`.
  private static func letters(of name: String) -> [UInt8] {
    name.lowercased().utf8.filter { ![0x24, 0x2D, 0x5F].contains($0) }
  }
}
