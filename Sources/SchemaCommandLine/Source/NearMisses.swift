/// Finds names that are similar to an unknown name.
enum NearMisses {
  /// The names that are close to a word, the closest first.
  ///
  /// A name is close if the word begins it, or if few letters have to be added, left out, changed
  /// or swapped with their neighbor to make one of the other; case does not count.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - names: The names there are.
  /// - Returns: The close names, which may be none.
  static func of(_ word: String, among names: [String]) -> [String] {
    // A long text is not similar to a short name.
    guard !word.isEmpty, word.utf8.count <= 64 else { return [] }
    let letters = Array(word.lowercased())
    let ranked = names.compactMap { name -> (name: String, distance: Int)? in
      let other = Array(name.lowercased())
      if letters.count > 1, other.starts(with: letters) { return (name, 0) }
      let distance = distance(letters, other)
      return distance <= max(1, min(letters.count, other.count) / 3) ? (name, distance) : nil
    }
    return ranked.sorted { $0.distance < $1.distance }.map(\.name)
  }

  /// How many letters have to be added, left out, changed or swapped with their neighbor.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let change = last[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
