import ConstrainedDecoding
import Foundation
import SchemaContent
import SchemaTestSupport
import SchemaValidation
import Testing

/// Where masks and the validator of a document differ, over real schemas and mutated instances.
///
/// *Constrain a local model to your type* has the list of differences. This test finds no other.
@Suite(.enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
struct MaskDifferenceTests {
  private static let files: [URL] = {
    let folder = Corpus.folder.appendingPathComponent("schemas")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map(folder.appendingPathComponent)
  }()

  /// The number of mutated instances for each instance of the corpus.
  private static let mutations = 12

  /// Whether masks enforce all that a document states, except that names occur once.
  private static func isExact(_ grammar: TokenGrammar) -> Bool {
    grammar.unenforced.allSatisfy { $0.problem.contains("occur twice") }
  }

  /// Whether some schema without a type has a rule about its properties, and is read as one of
  /// objects.
  private static func assumesObjects(_ grammar: TokenGrammar) -> Bool {
    grammar.unenforced.contains { $0.problem.contains("is read as a schema of an object") }
  }

  /// The content with each integer written by digits alone, as masks require.
  private static func withPlainIntegers(_ content: GeneratedContent) -> GeneratedContent {
    switch content.kind {
    case .number:
      guard let integer = try? content.value(Int.self) else { return content }
      return GeneratedContent(integer)
    case .array:
      return GeneratedContent(kind: .array(content.elements.map(withPlainIntegers)))
    case .structure:
      let members = content.properties.map { ($0.name, withPlainIntegers($0.content)) }
      return GeneratedContent(
        kind: .structure(
          properties: Dictionary(members) { first, _ in first }, orderedKeys: members.map(\.0)))
    default: return content
    }
  }

  @Test func `K2: masks differ from the validator only where the documentation says so`() throws {
    let vocabulary = try TestVocabulary.bytes()
    var counts = (both: 0, neither: 0, listed: 0, digits: 0)
    for number in triedPlaces(in: Self.files.count) {
      let file = Self.files[number]
      let content = try GeneratedContent(json: [UInt8](Data(contentsOf: file)))
      guard let schema = content[["schema"]], let tests = content[["tests"]],
        let grammar = try? TokenGrammar(
          jsonSchema: schema.jsonString, vocabulary: vocabulary,
          options: .init(propertyOrder: .any)),
        let validator = try? ContentValidator(
          document: schema, options: .init(assertsFormats: true))
      else { continue }
      let cache = MaskCache(grammar)
      let (isExact, assumesObjects) = (Self.isExact(grammar), Self.assumesObjects(grammar))
      var mutation = RandomMutation(seed: UInt64(number))
      for test in tests.elements {
        guard let data = test[["data"]] else { continue }
        for _ in 0..<Self.mutations {
          let instance = try GeneratedContent(json: mutation.text(of: data))
          let isValid = validator.isValid(instance)
          let isAccepted = grammar.accepts(instance.jsonBytes(.compact), cache: cache)
          switch (isAccepted, isValid) {
          case (true, true): counts.both += 1
          case (false, false): counts.neither += 1
          case (true, false) where !isExact: counts.listed += 1
          case (false, true) where assumesObjects: counts.listed += 1
          case (false, true)
          where grammar.accepts(
            Self.withPlainIntegers(instance).jsonBytes(.compact), cache: cache):
            counts.digits += 1
          default:
            Issue.record(
              "\(file.lastPathComponent): \(isValid ? "refused" : "accepted"): \(instance)")
          }
        }
      }
    }
    #expect(counts.both > 100 && counts.neither > 100)
    #expect(counts.listed > 0 && counts.digits > 0)
  }
}
