/// Finds the tokens that can close a JSON string, and the texts after their closing quotes.
///
/// The limits of ``Vocabulary`` bound all numbers: an exit or a suffix begins at a byte of a token.
struct ExitTokens {
  private static let quote = UInt8(ascii: "\"")

  private(set) var trie: ByteTrie
  /// For each node of ``trie``, the range of the ordinals at and below the node.
  private(set) var ranges: [ByteTrie.StringRange] = []
  private(set) var tokens: [Int32] = []
  private(set) var exits: [StringTables.Exit] = []
  private(set) var starts: [Int32] = [0]
  private(set) var suffixTrie: ByteTrie
  private(set) var suffixCount = 1
  /// The exits between two characters, sorted by their suffixes.
  private(set) var startExits: [StringTables.Exit] = []
  private(set) var startExitBounds: [Int32] = []

  init(_ sorted: SortedTokens) {
    var strings: [ArraySlice<UInt8>] = []
    for (string, token) in zip(sorted.strings, sorted.tokens) where string.contains(Self.quote) {
      strings.append(string)
      tokens.append(token)
    }
    trie = ByteTrie(
      sorted: strings, values: tokens.indices.map(VocabularyTables.number), ranges: &ranges)

    let suffixes = Self.suffixes(of: strings)
    var classes: [ArraySlice<UInt8>: UInt32] = [:]
    for (index, suffix) in suffixes.enumerated() { classes[suffix] = UInt32(index + 1) }
    suffixTrie = ByteTrie(sorted: suffixes, values: suffixes.indices.map { Int32($0 + 1) })
    suffixCount = suffixes.count + 1

    let content = StringContent.shared
    for state in 0..<content.stateCount {
      addExits(from: UInt8(state), strings, classes)
      starts.append(Int32(exits.count))
    }
    sortStartExits()
  }

  private mutating func sortStartExits() {
    let state = Int(StringContent.start)
    startExits = exits[Int(starts[state])..<Int(starts[state + 1])].sorted {
      ($0.suffix, $0.ordinal) < ($1.suffix, $1.ordinal)
    }
    var counts = [Int32](repeating: 0, count: suffixCount + 1)
    for exit in startExits { counts[Int(exit.suffix) + 1] += 1 }
    var total: Int32 = 0
    startExitBounds = counts.map { count in
      total += count
      return total
    }
  }

  /// Returns the sorted distinct texts after closing quotes, without the empty text.
  private static func suffixes(of strings: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var suffixes: Set<ArraySlice<UInt8>> = []
    for string in strings {
      let quotes = (0..<StringContent.shared.stateCount).compactMap {
        closingQuote(of: string, from: UInt8($0))?.index
      }
      for quote in Set(quotes) where quote + 1 < string.endIndex {
        suffixes.insert(string[(quote + 1)...])
      }
    }
    return suffixes.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func addExits(
    from state: UInt8, _ strings: [ArraySlice<UInt8>], _ classes: [ArraySlice<UInt8>: UInt32]
  ) {
    for (ordinal, string) in strings.enumerated() {
      guard let quote = Self.closingQuote(of: string, from: state) else { continue }
      exits.append(
        StringTables.Exit(
          ordinal: UInt32(ordinal),
          suffix: classes[string[(quote.index + 1)...]] ?? 0,
          characters: UInt16(quote.characters)))
    }
  }

  /// Returns the position of the quote with which a token closes a string in a ``StringContent``
  /// state, and the number of characters that end before the quote; `nil` if the token does not
  /// close the string.
  private static func closingQuote(
    of string: ArraySlice<UInt8>, from state: UInt8
  ) -> (index: Int, characters: Int)? {
    let content = StringContent.shared
    var current = state
    var characters = 0
    for index in string.indices {
      if content.closes(current, string[index]) { return (index, characters) }
      current = content.step(current, string[index])
      guard current != StringContent.invalid else { return nil }
      if current == StringContent.start { characters += 1 }
    }
    return nil
  }
}
