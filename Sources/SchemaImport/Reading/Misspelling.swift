/// Finds the keyword that a misspelled name probably means.
struct Misspelling {
  private var known: [String: String?] = [:]

  /// How many names are compared; a document with more unknown ones has names of its own.
  private static let maximumNames = 1000

  private static let candidates: [(name: String, letters: [UInt8])] = {
    let names = Keyword.allCases.map(\.rawValue).filter { $0.utf8.count >= 4 }
    return names.map { ($0, Self.letters(of: $0)) }
  }()

  /// The keyword that a name resembles, if there is one.
  mutating func keyword(for name: String) -> String? {
    if let result = known[name] { return result }
    guard known.count < Self.maximumNames, !name.hasPrefix("x-"), !name.hasPrefix("_") else {
      return nil
    }
    let result = Self.find(name)
    known[name] = .some(result)
    return result
  }

  private static func find(_ name: String) -> String? {
    let letters = letters(of: name)
    guard letters.count >= 3, letters.count <= 24 else { return nil }
    let limit = letters.count < 8 ? 1 : 2
    var best: (name: String, distance: Int)?
    for candidate in candidates where abs(candidate.letters.count - letters.count) <= limit {
      let distance = distance(letters, candidate.letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate.name, distance) }
    }
    return best?.name
  }

  /// The letters of a name in lower case, without `$`, `-` and `_`.
  private static func letters(of name: String) -> [UInt8] {
    name.lowercased().utf8.filter { ![0x24, 0x2D, 0x5F].contains($0) }
  }

  /// How many letters have to be added, removed, replaced or exchanged with their neighbour.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(
          previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
