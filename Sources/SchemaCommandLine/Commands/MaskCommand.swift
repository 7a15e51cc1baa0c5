#if CommandLine
import ArgumentParser
import ConstrainedDecoding
import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `schema mask`: shows which tokens of a model may come next.
struct MaskCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mask",
    abstract: "Shows the tokens of a model that may follow a text.",
    usage: """
      schema mask <schema> --vocabulary <file> [--at <pointer>] [--references <path> ...]
                  [--text <text>] [--list <count>] [--spaced] [--any-order]
      schema mask - --vocabulary <file> [--references <path> ...]
      """,
    discussion: """
      The vocabulary is a model's tokenizer.json, tekken.json or GGUF file.

        schema mask recipe --vocabulary tokenizer.json --text '{"name":"'

      With - for the schema, each line of standard input is a request such as {"schema": {…}, \
      "tokens": [1, 2]}, and each line of standard output its answer. A request may have \
      "whitespace", which is "compact", "spaced" or "flexible", "order", which is "declared" or \
      "any", and "list", true or false.

      An answer has three lists, with an entry for the place before each token and for the end: \
      "counts" has the number of tokens that may follow, "hashes" has a hash of the mask, and \
      "ends" is true where the text may end. The lists end before a token that may not follow. If \
      "list" is true, "last" lists the tokens that may follow at the last of these places. \
      "unenforced" lists the constraints that the masks do not enforce. The answer to an invalid \
      request has only "error".
      """)

  /// The number of tokens that are listed if no option states another.
  private static let defaultCount = 20

  @Argument(help: SchemaSource.help(input: "requests on standard input"))
  var source: SchemaSource

  @OptionGroup var part: PartOptions

  @Option(help: ArgumentHelp("The file with the tokens of the model.", valueName: "file"))
  var vocabulary: String

  @Option(help: "The text so far; by default, it is empty.")
  var text: String?

  @Option(
    help: ArgumentHelp(
      "The largest number of tokens to list; by default, it is \(defaultCount).",
      valueName: "count"))
  var list: Int?

  @Flag(help: "Writes one space after commas and colons.")
  var spaced = false

  @Flag(help: "Accepts the properties of an object in any order.")
  var anyOrder = false

  func validate() throws {
    if let list, list < 0 { throw ValidationError("--list has to be at least 0.") }
    guard source == .standardInput else { return }
    let options = [
      ("--at", !part.at.isEmpty), ("--text", text != nil), ("--list", list != nil),
      ("--spaced", spaced),
      ("--any-order", anyOrder),
    ].filter(\.1).map(\.0)
    guard let last = options.last else { return }
    let others = options.dropLast().joined(separator: ", ")
    throw ValidationError(
      "With - for the schema, requests state their own options; leave out "
        + (others.isEmpty ? "\(last)." : "\(others) and \(last)."))
  }

  func run(on console: inout some Console) throws {
    let tokens = try readVocabulary(on: &console)
    if source == .standardInput {
      return try MaskServer(tokens, files: part.part.files).run(on: &console)
    }
    let (grammar, losses) = try source.reporting(on: &console) { console in
      let reading = try source.read(part.part, infersTypes: false, from: &console)
      let grammar = try TokenGrammar(
        reading.graph, vocabulary: tokens,
        options: TokenGrammar.Options(
          whitespace: spaced ? .spaced : .compact, propertyOrder: anyOrder ? .any : .declared))
      return (grammar, reading.findings.forMasks(in: reading.document?.text ?? []))
    }
    console.report(losses)
    console.report(grammar.unenforced.map { Finding($0, in: source.name) })
    var matcher = TokenMatcher(grammar)
    try matcher.commit(text: text ?? "")
    var mask = TokenMask(tokens)
    try matcher.fill(&mask)
    try console.write(lines(matcher, mask.tokens, of: tokens))
  }

  /// Returns a text as a JSON string, in which its quotation marks are escaped.
  private func quoted(_ text: String) -> String { GeneratedContent(text).jsonString(.compact) }

  private func readVocabulary(on console: inout some Console) throws -> Vocabulary {
    do {
      return try Vocabulary(contentsOf: URL(fileURLWithPath: vocabulary))
    } catch {
      guard let syntaxError = error.syntaxError else {
        throw CommandError.unusableVocabulary(in: vocabulary, error)
      }
      console.report(error: syntaxError, in: vocabulary)
      throw ExitStatus.trouble
    }
  }

  private func lines(
    _ matcher: TokenMatcher, _ allowed: [Int], of tokens: Vocabulary
  ) -> [StyledLine] {
    let end = matcher.canEnd ? ", including the end" : ""
    var lines: [StyledLine] = ["\(allowed.count) of \(tokens.count) tokens may follow\(end)"]
    let listed = allowed.prefix(list ?? Self.defaultCount)
    for token in listed {
      let text = tokens.bytes(of: token).map { quoted(String(decoding: $0, as: UTF8.self)) }
      lines.append("  \(token)  \(text ?? "end")")
    }
    if allowed.count > listed.count {
      lines.append("  and \(allowed.count - listed.count) more")
    }
    let forced = matcher.forcedText
    if !forced.isEmpty { lines.append("forced: \(quoted(forced))") }
    return lines
  }
}

extension CommandError {
  /// A file has no vocabulary that the command can use.
  fileprivate static func unusableVocabulary(in path: String, _ error: VocabularyError) -> Self {
    // The problem of a file that cannot be read names it. The other remedies are about calls, which
    // only programs can make.
    error.code == .unreadable
      ? Self(error.problem, remedy: error.remedy)
      : Self(
        "The vocabulary '\(path)' cannot be used. \(error.problem)",
        remedy: "Check that the file is complete, or use the file of another tokenizer.")
  }
}
#endif
