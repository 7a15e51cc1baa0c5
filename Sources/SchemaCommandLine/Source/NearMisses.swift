import SchemaText

/// Finds names that are similar to an unknown name.
enum NearMisses {
  /// Returns the names that are close to a word, the closest first.
  ///
  /// A name is close if the word begins it, or if few letters have to be added, left out, changed
  /// or swapped with their neighbor to make one from the other; case does not count.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - names: The known names.
  /// - Returns: The close names, which may be none.
  static func of(_ word: String, among names: [String]) -> [String] {
    // A long text is not similar to a short name.
    guard !word.isEmpty, word.utf8.count <= 64 else { return [] }
    let letters = Array(word.lowercased().utf8)
    let ranked = names.compactMap { name -> (name: String, distance: Int)? in
      let other = Array(name.lowercased().utf8)
      if letters.count > 1, other.starts(with: letters) { return (name, 0) }
      let distance = letters.editDistance(to: other)
      return distance <= max(1, min(letters.count, other.count) / 3) ? (name, distance) : nil
    }
    return ranked.sorted { $0.distance < $1.distance }.map(\.name)
  }
}
