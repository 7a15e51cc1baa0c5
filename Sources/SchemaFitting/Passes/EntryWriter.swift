import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Writes entries for the unnamed properties of an object: objects with a key and a value.
struct EntryWriter {
  let object: NodeID

  /// All unnamed properties of the object.
  let kinds: [EntryKind]

  /// The largest number of patterns that a description names because they may match its keys.
  private static let mostNamedPatterns = 16

  /// Returns a new node for an entry.
  ///
  /// The schema of the values moves into this node.
  ///
  /// - Parameters:
  ///   - kind: The unnamed properties.
  ///   - keys: Further sentences about the key; see ``forbiddenKeys(in:)`` and ``statedKeys(in:)``.
  ///   - editor: The editor of the graph.
  /// - Returns: The node.
  func newEntry(
    of kind: EntryKind, keys: [String], in editor: inout GraphEditor
  ) -> NewNode {
    var sentences = ["The key, which no other entry has."]
    let constraints = keyConstraints(of: kind, &sentences, in: &editor)
    let others = kinds.lazy.filter { $0.value != kind.value }.flatMap(\.patterns)
    if kind.patterns.isEmpty {
      if !others.isEmpty {
        editor.warn(
          .dictionary, at: object,
          "The document states only in words that other keys match none of the patterns.")
      }
      sentences += others.map { "It does not match the regular expression '\($0.source)'." }
    } else {
      sentences += commonKeys(of: kind, with: others, in: &editor)
    }
    sentences += keys
    return .object([
      NewNode.Property(
        name: AnswerMapping.Entry.key,
        node: .made(
          .string, description: sentences.joined(separator: " "), constraints: constraints)),
      NewNode.Property(name: AnswerMapping.Entry.value, node: .moved(kind.value)),
    ])
  }

  /// The constraints of the keys of entries.
  ///
  /// Keys without constraints that state them are described.
  private func keyConstraints(
    of kind: EntryKind, _ sentences: inout [String], in editor: inout GraphEditor
  ) -> GuideConstraints? {
    guard let first = kind.patterns.first else { return nil }
    if editor.graph.rules[.choices] == .written, let keys = keys(of: kind.patterns, in: &editor) {
      return .only(.choices(keys))
    }
    if kind.patterns.count == 1, let (minimum, maximum) = first.lengths {
      return .only(.length(minimum: minimum, maximum: maximum))
    }
    if let pattern = SchemaPattern(anyOf: kind.patterns) { return .only(.pattern(pattern)) }
    let list = kind.patterns.map { "'\($0.source)'" }.joined(separator: ", ")
    sentences.append("It matches one of the regular expressions \(list).")
    return nil
  }

  /// The keys that match patterns, if there are few.
  private func keys(of patterns: [SchemaPattern], in editor: inout GraphEditor) -> [String]? {
    var keys: [String] = []
    for pattern in patterns {
      guard let texts = editor.room.allTexts(of: pattern) else { return nil }
      keys += texts.filter { text in !keys.contains { ExactText($0) == ExactText(text) } }
      guard keys.count <= FittingRoom.mostTexts else { return nil }
    }
    return keys.isEmpty ? nil : keys
  }

  /// Returns the sentences about the values whose keys also match patterns of other entries.
  ///
  /// Many such patterns, and patterns that were not compared, are described together.
  private func commonKeys(
    of kind: EntryKind, with others: some Sequence<SchemaPattern>, in editor: inout GraphEditor
  ) -> [String] {
    let words =
      "states only in words that a value whose key matches several patterns must satisfy the "
      + "schemas of all of them."
    let together = "If it also fits the keys of other entries, the value also fits these entries."
    var common: [SchemaPattern] = []
    for other in others {
      guard let overlaps = mayOverlap(other, kind.patterns, in: &editor) else {
        editor.warn(
          .dictionary, at: object,
          "Not all patterns were compared, because \(WorkBudget.reason), so the document \(words)")
        return [together]
      }
      if overlaps { common.append(other) }
      if common.count > Self.mostNamedPatterns { break }
    }
    if common.isEmpty { return [] }
    editor.warn(.dictionary, at: object, "The document \(words)")
    if common.count > Self.mostNamedPatterns { return [together] }
    return common.map {
      "If it also matches '\($0.source)', the value also fits entries with such keys."
    }
  }

  /// Indicates whether a text may match a pattern and one of some others; `nil` if the budget is
  /// spent.
  private func mayOverlap(
    _ pattern: SchemaPattern, _ others: [SchemaPattern], in editor: inout GraphEditor
  ) -> Bool? {
    for other in others {
      guard let overlaps = editor.room.mayOverlap(pattern, other) else { return nil }
      if overlaps { return true }
    }
    return false
  }

  /// The sentences about the keys that entries of an object must not have, without those that the
  /// object states itself.
  func forbiddenKeys(in editor: inout GraphEditor) -> [String] {
    var names: [String] = []
    var sentences: [String] = []
    let graph = editor.graph
    for child in graph.children(of: object) where graph.kind(of: child) == .never {
      switch graph.role(of: child) {
      case .property(let name, _) where graph.isDeclared(child): names.append("'\(name.excerpt)'")
      case .patternProperty(let pattern):
        sentences.append("It does not match the regular expression '\(pattern.source)'.")
      default: continue
      }
    }
    if !names.isEmpty { sentences.append("It is not \(names.joined(separator: " or ")).") }
    if !sentences.isEmpty {
      editor.warn(
        .dictionary, at: object,
        "The document states only in words which keys the entries must not have.")
    }
    return sentences
  }

  /// The sentences of an object about the keys of its entries.
  func statedKeys(in editor: GraphEditor) -> [String] {
    let words = editor.graph.constraints(of: object)?.words ?? []
    return words.filter { $0.keyword == "propertyNames" }.map(\.sentence)
  }
}
