import IndexedTables

/// A marker as a vocabulary writes it.
struct PlanMarker: Sendable {
  let name: String
  /// The marker's text; empty if it is a special token.
  let bytes: [UInt8]
  /// The special tokens with this name, or the tokens with exactly this text.
  let tokens: [Int]
  /// For each byte, the smallest number of tokens for the rest of the marker from this byte on.
  let costs: [Distance]

  var isSpecial: Bool { bytes.isEmpty }

  /// Resolves a name by a vocabulary: to a special token or to text.
  init(_ name: String, _ vocabulary: VocabularyTables) {
    self.name = name
    if let special = vocabulary.specialTokens[name] {
      bytes = []
      tokens = [special]
      costs = [1]
      return
    }
    bytes = Array(name.utf8)
    var tokens: [Int] = []
    if let node = vocabulary.trie.node(of: bytes), let token = vocabulary.trie.nodes[node].value {
      vocabulary.forEachDuplicate(of: token) { tokens.append(Int($0)) }
    }
    self.tokens = tokens
    costs = Self.costs(of: bytes, vocabulary)
  }

  /// Returns for each byte the smallest number of tokens for the rest of a text.
  static func costs(of bytes: [UInt8], _ vocabulary: VocabularyTables) -> [Distance] {
    let trie = vocabulary.trie
    var costs = [Distance](repeating: .infinite, count: bytes.count + 1)
    costs[bytes.count] = 0
    for start in bytes.indices.reversed() {
      var node = ByteTrie.root
      var index = start
      while index < bytes.count, let child = trie.child(of: trie.nodes[node], bytes[index]) {
        node = child
        index += 1
        if trie.nodes[node].value != nil { costs[start] = min(costs[start], costs[index] + 1) }
      }
    }
    return costs
  }
}
