/// A member of a schema whose name is not a keyword.
package struct UnknownKeyword: Sendable {
  package let name: String
  package let node: ValueID
  /// The keyword that the name probably stands for, if there is one.
  package let meant: String?
}

/// Finds the keyword that a misspelled name probably stands for.
struct Misspelling: Sendable {
  private var known: [ExactText: String?] = [:]

  /// The largest number of names that are compared.
  ///
  /// A document with more unknown names uses its own keywords.
  private static let maximumNames = 1000

  private static let candidates: [(name: String, letters: [UInt8], set: UInt32)] = {
    let keywords = Keyword.allCases.filter {
      $0.rule.purpose != .annotation && $0.rawValue.utf8.count >= 4
    }
    return keywords.map { keyword in
      let letters = letters(of: keyword.rawValue)
      return (keyword.rawValue, letters, set(of: letters))
    }
  }()

  /// Returns the keyword that a name resembles, if there is one.
  mutating func keyword(for name: String) -> String? {
    if name.hasPrefix("x-") || name.hasPrefix("_") { return nil }
    if let result = known[ExactText(name)] { return result }
    guard known.count < Self.maximumNames else { return nil }
    let result = Self.find(name)
    known[ExactText(name)] = .some(result)
    return result
  }

  private static func find(_ name: String) -> String? {
    let letters = letters(of: name)
    guard letters.count >= 3, letters.count <= 24 else { return nil }
    let limit = letters.count < 8 ? 1 : 2
    let set = set(of: letters)
    var best: (name: String, distance: Int)?
    for candidate in candidates where abs(candidate.letters.count - letters.count) <= limit {
      // A change adds or removes at most one letter, or replaces a letter by another.
      guard (candidate.set ^ set).nonzeroBitCount <= 2 * limit else { continue }
      let distance = letters.editDistance(to: candidate.letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate.name, distance) }
    }
    return best?.name
  }

  /// Returns a set of letters, with a bit for each letter from a to z and bits for other
  /// characters.
  private static func set(of letters: [UInt8]) -> UInt32 {
    letters.reduce(into: 0) { $0 |= 1 << UInt32($1 & 31) }
  }

  /// Returns the letters of a name in lower case, without `$`, `-` and `_`.
  private static func letters(of name: String) -> [UInt8] {
    name.lowercased().utf8.filter { ![0x24, 0x2D, 0x5F].contains($0) }
  }
}
