import ConstrainedDecoding
import Foundation
import SchemaContent

/// Real schemas with instances, which are split into tokens of a real vocabulary.
struct MaskSample {
  struct Entry {
    let name: String
    let document: String
    /// The tokens of valid instances.
    ///
    /// Masks may reject some of them.
    let instances: [[Int]]
    /// The tokens of invalid instances.
    let invalid: [[Int]]
  }

  let vocabulary: Vocabulary
  /// The time for creating the vocabulary in milliseconds, without reading its file.
  let preparation: Double
  /// All schemas of the corpus, in the order of their names.
  private(set) var corpus: [Entry] = []
  /// The schemas whose masks are measured.
  private(set) var entries: [Entry] = []

  /// Reads all schemas of the corpus.
  ///
  /// Every *n*th of them is measured.
  ///
  /// - Returns: `nil` without the corpus.
  init?(vocabulary url: URL, every step: Int) throws {
    guard FileManager.default.fileExists(atPath: SchemaCorpus.folder.path) else { return nil }
    let read = try Vocabulary(contentsOf: url)
    let tokens: [Vocabulary.Token] = (0..<read.count).map {
      read.bytes(of: $0).map { .bytes($0) } ?? .unused
    }
    let start = Platform.threadTime()
    vocabulary = try Vocabulary(tokens: tokens, endTokens: read.endTokens)
    preparation = Double(Platform.threadTime() - start) / 1_000_000
    var tokenizer = GreedyTokenizer(vocabulary)
    let names = try FileManager.default.contentsOfDirectory(atPath: SchemaCorpus.folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    for name in names {
      let file = SchemaCorpus.folder.appendingPathComponent(name)
      let content = try GeneratedContent(json: [UInt8](Data(contentsOf: file)))
      guard let schema = content[["schema"]], let tests = content[["tests"]] else { continue }
      var (instances, invalid): ([[Int]], [[Int]]) = ([], [])
      for test in tests.elements {
        guard let isValid: Bool = try? test.value(forProperty: "valid"),
          let data = test[["data"]]
        else { continue }
        let tokens = tokenizer.tokens(for: data.jsonBytes(.compact))
        if isValid { instances.append(tokens) } else { invalid.append(tokens) }
      }
      corpus.append(
        Entry(
          name: name, document: schema.jsonString(.compact), instances: instances,
          invalid: invalid))
    }
    entries = stride(from: 0, to: corpus.count, by: step).map { corpus[$0] }
  }

  /// Returns the grammar of an entry; `nil` if the schema is rejected.
  func grammar(
    of entry: Entry, order: TokenGrammar.Options.PropertyOrder = .declared
  ) -> TokenGrammar? {
    try? TokenGrammar(
      jsonSchema: entry.document, vocabulary: vocabulary, options: .init(propertyOrder: order))
  }

  /// Indicates whether masks allow all tokens of an answer, and the end after them.
  func takes(_ tokens: [Int], _ grammar: TokenGrammar) -> Bool {
    var matcher = TokenMatcher(grammar)
    guard (try? matcher.commit(contentsOf: tokens)) != nil else { return false }
    return matcher.canEnd
  }

  /// The memory for a mask.
  var words: [UInt32] { Array(repeating: 0, count: (vocabulary.count + 31) / 32) }

  /// Returns entries for a measurement in another process.
  ///
  /// Each line is `{"schema": …, "instances": [[…]], "invalid": [[…]]}`.
  static func lines(of entries: [Entry]) -> String {
    entries.map { entry in
      "{\"schema\": \(entry.document), \"instances\": \(entry.instances), "
        + "\"invalid\": \(entry.invalid)}\n"
    }.joined()
  }
}

/// Splits text into tokens.
///
/// At each place, the longest token is taken.
struct GreedyTokenizer {
  private var tokens: [[UInt8]: Int] = [:]
  private var longest = 1

  init(_ vocabulary: Vocabulary) {
    for token in 0..<vocabulary.count {
      guard let bytes = vocabulary.bytes(of: token) else { continue }
      tokens[bytes] = token
      longest = max(longest, bytes.count)
    }
  }

  /// Returns the tokens of a text.
  ///
  /// Bytes that are in no token are skipped.
  mutating func tokens(for text: [UInt8]) -> [Int] {
    var result: [Int] = []
    var position = 0
    while position < text.count {
      var length = min(longest, text.count - position)
      while length > 1, tokens[Array(text[position..<(position + length)])] == nil { length -= 1 }
      if let token = tokens[Array(text[position..<(position + length)])] { result.append(token) }
      position += length
    }
    return result
  }
}
