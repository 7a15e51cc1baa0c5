import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources,
// and with the file of the tests that compares snapshots.
//
// The first three bytes of an input choose a schema, a dialect and the length of the pieces in
// which the rest, an answer, arrives.

/// Writes answers to begin with into the folder that the environment names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_FUZZ_SEEDS"] else { return 0 }
  for (index, form) in FittedForm.all.enumerated() {
    var instances = RandomInstances(form.graph, seed: UInt64(index) + 1)
    for round in 0..<4 {
      guard let content = try? GeneratedContent(json: instances.valid()),
        let answer = try? form.encoded.answer(for: content)
      else { continue }
      let start = [UInt8(index & 0xFF), UInt8(index >> 8), UInt8(round * 5)]
      let file = URL(fileURLWithPath: folder).appendingPathComponent("seed-\(index)-\(round)")
      try? Data(start + answer.jsonBytes()).write(to: file)
    }
  }
  return 0
}

/// Maps an answer back, and stops the process if something that always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 3 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let index = Int(bytes[0]) | Int(bytes[1]) << 8
  MappingFuzz(
    form: FittedForm.all[index % FittedForm.all.count], chunk: 1 + Int(bytes[2] % 24),
    text: Array(bytes.dropFirst(3))
  ).run()
  return 0
}

/// A random schema, fitted to a dialect.
struct FittedForm: Sendable {
  let graph: SchemaGraph
  let encoded: FittedSchema

  static let all: [FittedForm] = {
    var narrow = TestDialect {
      $0 = DialectRules(stating: .jsonSchema)
      $0.objects.propertyNames = .ascii(punctuation: "_", maximumLength: 8)
      $0[.otherRoot] = .rejected
      $0.optional = .nullable
      $0.definitions = nil
    }
    narrow.name = "narrow"
    let dialects: [any SchemaDialect] = [
      AnthropicDialect(), OpenAIDialect(), GeminiOpenAPIDialect(), AppleDialect(), narrow,
    ]
    var forms: [FittedForm] = []
    for seed in 1...60 as ClosedRange<UInt64> {
      for dialect in dialects {
        let encoder = SchemaEncoder(dialect: dialect)
        guard let graph = try? SchemaGraph(RandomSchema(seed: seed).schema),
          let encoded = try? encoder.fit(graph), !encoded.mapping.isIdentity
        else { continue }
        forms.append(FittedForm(graph: graph, encoded: encoded))
      }
    }
    return forms
  }()
}

struct MappingFuzz {
  let form: FittedForm
  let chunk: Int
  let text: [UInt8]

  /// The id that both parsers give the content.
  private let id = GenerationID()

  init(form: FittedForm, chunk: Int, text: [UInt8]) {
    self.form = form
    self.chunk = chunk
    self.text = text
  }

  func run() {
    // What models write may have a key twice.
    for policy in [GeneratedContentParser.Options.DuplicateKeys.error, .keepFirst] {
      let options = GeneratedContentParser.Options(duplicateKeys: policy)
      var whole = GeneratedContentParser(options: options, id: id)
      var pieces = GeneratedContentParser(options: options, id: id)
      let expected = answer(of: &whole, policy, inPiecesOf: max(1, text.count))
      let answer = answer(of: &pieces, policy, inPiecesOf: chunk)
      check((expected == nil) == (answer == nil), "pieces are parsed otherwise")
      guard let expected, let answer else { continue }
      let content = self.content(from: expected)
      check(content == self.content(from: answer), "pieces are mapped otherwise")
      guard let content, content.isComplete else { continue }
      writeBack(content)
    }
  }

  /// The answer, if it is one, of which all snapshots are mapped.
  private func answer(
    of parser: inout GeneratedContentParser,
    _ policy: GeneratedContentParser.Options.DuplicateKeys, inPiecesOf size: Int
  ) -> GeneratedContent? {
    var earlier: GeneratedContent?
    var hasFailed = false
    var reader = AnswerReader(form.encoded.mapping)
    for start in stride(from: 0, to: text.count, by: size) {
      do {
        try parser.append(text[start..<min(start + size, text.count)])
      } catch {
        return nil
      }
      let snapshot = parser.snapshot()
      let anew = content(from: snapshot)
      let kept = try? reader.content(from: snapshot)
      check(kept == anew, "a reader that goes on makes something else")
      guard let content = anew else {
        hasFailed = true
        continue
      }
      check(!hasFailed, "what was no answer has become one")
      // A key that occurs twice may leave when the text has ended.
      if let earlier, policy == .error {
        check(earlier.isBeginning(of: content), "something that was shown has changed")
      }
      earlier = content
    }
    guard let answer = try? parser.finish() else { return nil }
    guard policy == .error else { return answer }
    let last = content(from: answer)
    check(!hasFailed || last == nil, "what was no answer has become one")
    if let earlier, let last {
      check(earlier.isBeginning(of: last), "the end has changed something")
    }
    return answer
  }

  /// The content that an answer stands for; `nil` if it stands for none, which is the typed error.
  private func content(from answer: GeneratedContent) -> GeneratedContent? {
    do {
      return try form.encoded.content(from: answer)
    } catch {
      check(error is AnswerMappingError, "another error: \(error)")
      return nil
    }
  }

  private func writeBack(_ content: GeneratedContent) {
    do {
      let answer = try form.encoded.answer(for: content)
      check(answer.isComplete, "what was written is not complete")
    } catch {
      check(error is AnswerMappingError, "another error: \(error)")
    }
  }

  private func check(_ holds: Bool, _ fault: String) {
    guard !holds else { return }
    let shown = String(decoding: text, as: UTF8.self).debugDescription
    // The fuzzer keeps the input of a process that stops.
    fatalError("\(fault): \(shown) in pieces of \(chunk) for \(form.encoded)")
  }
}
