#if CommandLine
import ArgumentParser
import ConstrainedDecoding
import SchemaKit
import SchemaText

/// Answers requests for masks, a line of JSON each, as checkers and other languages send them.
struct MaskServer {
  private let vocabulary: Vocabulary
  private let files: ReferencedFiles

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - vocabulary: The tokens of the model.
  ///   - files: The files to which references of schemas may lead.
  init(_ vocabulary: Vocabulary, files: ReferencedFiles) {
    self.vocabulary = vocabulary
    self.files = files
  }

  /// Reads requests until the input ends, and writes an answer to each.
  func run(on console: inout some Console) throws {
    var lines = InputLines()
    while let line = try lines.next(on: &console) {
      guard !line.isEmpty else { continue }
      let answer: GeneratedContent
      do {
        var parser = GeneratedContentParser()
        try parser.append(line)
        answer = try self.answer(parser.finish())
      } catch {
        answer = GeneratedContent(properties: ["error": Self.text(of: error)])
      }
      try console.write(document: answer.jsonString)
    }
  }

  /// The place, the problem and the remedy of an error.
  private static func text(of error: any Error) -> String {
    guard let finding = Finding(error, in: nil) else {
      let description = ErrorDescription(error)
      return [description.problem, description.remedy].joinedSentences() ?? ""
    }
    let place =
      finding.position.map { "At \($0): " }
      ?? (finding.place.isEmpty ? "" : "At \(finding.pointer): ")
    return [place + finding.problem, finding.remedy].joinedSentences() ?? ""
  }

  /// Follows the tokens of a request, with a mask before each and after the last.
  private func answer(_ request: GeneratedContent) throws -> GeneratedContent {
    guard let schema = request.property(named: "schema") else {
      throw ValidationError("A request needs \"schema\", a JSON Schema.")
    }
    guard let tokens = try? request.value([Int].self, forProperty: "tokens") else {
      throw ValidationError("A request needs \"tokens\", a list of the numbers of tokens.")
    }
    let spacing = try Self.member("whitespace", as: String.self, "a string", of: request)
    let whitespace: TokenGrammar.Options.Whitespace =
      switch spacing {
      case nil, "compact": .compact
      case "spaced": .spaced
      case "flexible": .flexible(maximum: 2_000)
      case .some(let other):
        throw ValidationError(
          "The white space '\(other.excerpt)' is not one of compact, spaced and flexible.")
      }
    let order = try Self.member("order", as: String.self, "a string", of: request)
    let propertyOrder: TokenGrammar.Options.PropertyOrder =
      switch order {
      case nil, "declared": .declared
      case "any": .any
      case .some(let other):
        throw ValidationError("The order '\(other.excerpt)' is not one of declared and any.")
      }
    let remotes = try files.documents(for: schema, at: nil)
    let grammar = try TokenGrammar(
      jsonSchema: schema, vocabulary: vocabulary,
      options: TokenGrammar.Options(
        whitespace: whitespace, propertyOrder: propertyOrder, maximumAlternatives: 1_000),
      importer: SchemaImporter(options: SchemaImporter.Options(remotes: remotes)))
    let isListed = try Self.member("list", as: Bool.self, "true or false", of: request)
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
    return GeneratedContent(properties: [
      "counts": counts, "hashes": hashes, "ends": ends,
      "unenforced": grammar.unenforced.map(\.description),
      "last": isListed == true ? mask.tokens : [],
    ])
  }

  /// Returns a member of a request; `nil` if it is absent or null.
  private static func member<Value: Generable>(
    _ name: String, as type: Value.Type, _ form: String, of request: GeneratedContent
  ) throws -> Value? {
    do {
      return try request.value(Value?.self, forProperty: name)
    } catch {
      throw ValidationError("The member \"\(name)\" of a request has to be \(form).")
    }
  }

  /// The 64-bit FNV-1a hash of a mask's words, each as one unit.
  private static func hash(_ words: [UInt64]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words { hash = (hash ^ word) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
#endif
