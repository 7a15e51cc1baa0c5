#if CommandLine
import ArgumentParser
import ConstrainedDecoding
import SchemaKit

/// Answers requests for masks, a line of JSON each, as checkers and other languages send them.
struct MaskServer {
  private let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// Reads requests until the input ends, and writes an answer to each.
  func run(on console: inout some Console) throws {
    var lines = InputLines()
    while let line = try lines.next(on: &console) {
      guard !line.isEmpty else { continue }
      let answer: GeneratedContent
      do {
        answer = try self.answer(GeneratedContent(json: line))
      } catch {
        answer = GeneratedContent(properties: ["error": "\(error)"])
      }
      try console.write(document: answer.jsonString)
    }
  }

  /// Follows the tokens of a request, with a mask before each and after the last.
  private func answer(_ request: GeneratedContent) throws -> GeneratedContent {
    let schema: GeneratedContent = try request.value(forProperty: "schema")
    let tokens: [Int] = try request.value(forProperty: "tokens")
    let spacing: String? = try request.value(forProperty: "whitespace")
    let whitespace: TokenGrammar.Options.Whitespace =
      switch spacing {
      case nil, "compact": .compact
      case "spaced": .spaced
      case "flexible": .flexible(maximum: 2_000)
      case .some(let other):
        throw ValidationError(
          "The white space '\(other.excerpt)' is not one of compact, spaced and flexible.")
      }
    let order: String? = try request.value(forProperty: "order")
    let propertyOrder: TokenGrammar.Options.PropertyOrder =
      switch order {
      case nil, "declared": .declared
      case "any": .any
      case .some(let other):
        throw ValidationError("The order '\(other.excerpt)' is not one of declared and any.")
      }
    let grammar = try TokenGrammar(
      jsonSchema: schema, vocabulary: vocabulary,
      options: TokenGrammar.Options(
        whitespace: whitespace, propertyOrder: propertyOrder, maximumAlternatives: 1_000))
    var matcher = TokenMatcher(grammar)
    var mask = TokenMask(vocabulary)
    var counts: [Int] = []
    var hashes: [String] = []
    var ends: [Bool] = []
    for position in 0...tokens.count {
      try matcher.fill(&mask)
      counts.append(mask.count)
      hashes.append(Self.hash(mask.words))
      ends.append(matcher.canEnd)
      guard position < tokens.count, mask.contains(tokens[position]) else { break }
      try matcher.commit(tokens[position])
    }
    let wanted: Bool? = try request.value(forProperty: "list")
    return GeneratedContent(properties: [
      "counts": counts, "hashes": hashes, "ends": ends,
      "unenforced": grammar.unenforced.map(\.description),
      "last": wanted == true ? mask.tokens : [],
    ])
  }

  /// The 64-bit FNV-1a hash of a mask's words, each as one unit.
  private static func hash(_ words: [UInt64]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words { hash = (hash ^ word) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
#endif
