/// Finds the tokens that can close a JSON string, and what they have behind the quote.
struct ExitTokens {
  private static let quote = UInt8(ascii: "\"")

  private(set) var trie: ByteTrie
  /// The ordinals at and below each node of ``trie``.
  private(set) var places: [ByteTrie.Places] = []
  private(set) var tokens: [Int32] = []
  private(set) var exits: [StringTables.Exit] = []
  private(set) var starts: [Int32] = [0]
  private(set) var suffixTrie: ByteTrie
  private(set) var suffixCount = 1

  init(_ sorted: SortedTokens) {
    var strings: [ArraySlice<UInt8>] = []
    for (string, token) in zip(sorted.strings, sorted.tokens) where string.contains(Self.quote) {
      strings.append(string)
      tokens.append(token)
    }
    trie = ByteTrie(
      sorted: strings, values: tokens.indices.map { Int32(truncatingIfNeeded: $0) },
      places: &places)

    let suffixes = Self.suffixes(of: strings)
    var classes: [ArraySlice<UInt8>: UInt32] = [:]
    for (index, suffix) in suffixes.enumerated() {
      classes[suffix] = UInt32(truncatingIfNeeded: index + 1)
    }
    suffixTrie = ByteTrie(
      sorted: suffixes, values: suffixes.indices.map { Int32(truncatingIfNeeded: $0 + 1) })
    suffixCount = suffixes.count + 1

    let content = StringContent.shared
    for state in 0..<content.stateCount {
      addExits(from: UInt8(truncatingIfNeeded: state), strings, classes)
      starts.append(Int32(truncatingIfNeeded: exits.count))
    }
  }

  /// The distinct texts behind quotes, sorted; the empty one is left out.
  private static func suffixes(of strings: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var suffixes: Set<ArraySlice<UInt8>> = []
    for string in strings {
      for index in string.indices where string[index] == quote && index + 1 < string.endIndex {
        suffixes.insert(string[(index + 1)...])
      }
    }
    return suffixes.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func addExits(
    from state: UInt8, _ strings: [ArraySlice<UInt8>], _ classes: [ArraySlice<UInt8>: UInt32]
  ) {
    let content = StringContent.shared
    for (ordinal, string) in strings.enumerated() {
      var current = state
      var characters = 0
      for index in string.indices {
        if content.closes(current, string[index]) {
          let rest = string[(index + 1)...]
          exits.append(
            StringTables.Exit(
              ordinal: UInt32(truncatingIfNeeded: ordinal), suffix: classes[rest] ?? 0,
              characters: UInt16(truncatingIfNeeded: characters)))
          break
        }
        current = content.step(current, string[index])
        guard current != StringContent.invalid else { break }
        if current == StringContent.start { characters += 1 }
      }
    }
  }
}
