import SchemaKit

/// Answers the requests of Bowtie, which compares implementations of JSON Schema.
///
/// Each request is a line of JSON, and so is each response: `start`, `dialect`, `run`, `stop`.
struct BowtieRunner {
  /// `true` if the last request was `stop`.
  private(set) var isStopped = false
  private var options: ContentValidator.DocumentOptions

  /// Creates a runner.
  init(assertsFormats: Bool = false) {
    options = ContentValidator.DocumentOptions(assertsFormats: assertsFormats)
  }

  /// Responds to one request.
  ///
  /// - Parameter line: The request.
  /// - Returns: The response without a line break, or `nil` if none is expected.
  mutating func respond(to line: [UInt8]) -> String? {
    let request: GeneratedContent
    do {
      var parser = GeneratedContentParser(
        options: GeneratedContentParser.Options(maximumDepth: .max, duplicateKeys: .keepLast))
      try parser.append(line)
      request = try parser.finish()
    } catch {
      return Self.failure(nil, "\(error)").jsonString
    }
    switch request.property(named: "cmd")?.text {
    case "start": return Self.start.jsonString
    case "dialect":
      let draft = request.property(named: "dialect")?.text.flatMap { SchemaDraft(uri: $0) }
      options.draft = draft ?? options.draft
      return GeneratedContent(properties: ["ok": draft != nil]).jsonString
    case "run": return run(request).jsonString
    case "stop":
      isStopped = true
      return nil
    default: return Self.failure(nil, "This is not a request of Bowtie.").jsonString
    }
  }

  private func run(_ request: GeneratedContent) -> GeneratedContent {
    let number = request.property(named: "seq")
    guard let test = request.property(named: "case"), let schema = test.property(named: "schema")
    else { return Self.failure(number, "The request has no schema.") }
    guard let tests = test.property(named: "tests"), tests.shape == .array else {
      return Self.failure(number, "The request has no list of tests.")
    }
    var options = options
    for (uri, document) in test.property(named: "registry")?.properties.map({ $0 }) ?? [] {
      options.remotes[uri] = document
    }
    do {
      let validator = try ContentValidator(document: schema, options: options)
      let results = tests.elements.map { test in
        guard let instance = test.property(named: "instance") else {
          return Self.failure(nil, "The test has no instance.")
        }
        return GeneratedContent(properties: ["valid": validator.isValid(instance)])
      }
      return GeneratedContent(
        properties: ["seq": number, "results": results], omittingNil: true)
    } catch {
      return Self.failure(number, "\(error)")
    }
  }

  /// The response to a request that cannot be run, or the result of a test that cannot be run.
  ///
  /// - Parameters:
  ///   - number: The number of the request; `nil` for a request without a number, and for a test.
  ///   - message: The problem, as a sentence.
  /// - Returns: The response or the result.
  private static func failure(_ number: GeneratedContent?, _ message: String) -> GeneratedContent {
    GeneratedContent(
      properties: [
        "errored": true, "seq": number,
        "context": GeneratedContent(properties: ["message": message]),
      ], omittingNil: true)
  }

  private static var start: GeneratedContent {
    let repository = "https://github.com/schemakit/SchemaKit"
    let implementation = GeneratedContent(properties: [
      "language": "swift", "name": "SchemaKit", "homepage": repository,
      "issues": "\(repository)/issues", "source": repository,
      "dialects": SchemaDraft.allCases.reversed().map { $0.uri },
    ])
    return GeneratedContent(properties: ["version": 1, "implementation": implementation])
  }
}
