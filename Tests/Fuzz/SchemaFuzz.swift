import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import SchemaValidation

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources, with the
// file of the tests that makes documents, and takes others out of the tests.
//
// The first byte of an input chooses the draft and a dialect. A document follows, and after 0xFF an
// answer to it.

private let drafts: [SchemaDraft] = [.draft2020, .draft2019, .draft7, .draft6, .draft4]
private let dialects: [any SchemaDialect] = [
  OpenAIDialect(), AnthropicDialect(), GeminiDialect(), GeminiOpenAPIDialect(), AppleDialect(),
]

/// Writes documents to begin with.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  let answers = [
    "null", "1", "0.5", #""abc""#, #"["a",1]"#, #"{"k":"a","a":1}"#, #"{"k":{"k":1},"z":[]}"#,
  ]
  for number in 0..<200 {
    var document = RandomDocument(seed: UInt64(number))
    FuzzInput.writeSeed(
      "seed-\(number)", choice: UInt8(number), Array(document.text().utf8),
      Array(answers[number % answers.count].utf8))
  }
  for seed in 1...60 as ClosedRange<UInt64> {
    guard let graph = try? SchemaGraph(RandomSchema(seed: seed).schema),
      let document = try? SchemaEncoder().encode(graph)
    else { continue }
    var instances = RandomInstances(graph, seed: seed)
    for name in ["valid", "other"] {
      guard let answer = name == "valid" ? instances.valid() : instances.invalid() else { continue }
      FuzzInput.writeSeed(
        "seed-\(name)-\(seed)", choice: UInt8(seed), Array(document.utf8), Array(answer.utf8))
    }
  }
  return 0
}

/// Reads a document in each way, and stops the process if something that always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let input = FuzzInput(start, count)
  let answer = input.parts.dropFirst().first.flatMap { bytes in
    try? GeneratedContent(json: bytes, options: .init(maximumDepth: 32))
  }
  SchemaFuzz(input: input, document: input.parts.first ?? [], answer: answer).run()
  return 0
}

struct SchemaFuzz {
  let input: FuzzInput
  let document: [UInt8]
  /// The answer, complete or a snapshot.
  let answer: GeneratedContent?

  private var draft: SchemaDraft { drafts[Int(input.choice & 0x0F) % drafts.count] }
  private var dialect: any SchemaDialect { dialects[Int(input.choice >> 4) % dialects.count] }

  func run() {
    let validator = documentValidator()
    if let validator { validate(by: validator) }
    guard let imported = imported() else { return }
    guard let graph = attempt({ try SchemaGraph(imported.schema) }, as: SchemaError.self),
      let encoded = attempt({ try SchemaEncoder().encode(graph) }, as: SchemaError.self)
    else { return }
    writeAgain(encoded)
    if let answer, answer.isComplete {
      compareVerdicts(on: answer, validator, imported, graph, encoded)
    }
    fit(graph)
  }

  /// The result of a function, which throws errors of one type only.
  private func attempt<Value, Failure: Error>(
    _ body: () throws -> Value, as type: Failure.Type
  ) -> Value? {
    do {
      return try body()
    } catch {
      input.check(error is Failure, "another error: \(error)")
      return nil
    }
  }

  private func imported() -> ImportedSchema? {
    var options = SchemaImporter.Options(draft: draft, maximumDepth: 64)
    let imported = attempt(
      { try SchemaImporter(options: options).import(document) }, as: SchemaImportError.self)
    options.isStrict = true
    let strict = attempt(
      { try SchemaImporter(options: options).import(document) }, as: SchemaImportError.self)
    input.check(
      (strict != nil) == (imported?.isLossless == true), "a strict import decides otherwise")
    return imported
  }

  /// A document that was imported and encoded is imported as the same.
  private func writeAgain(_ encoded: EncodedSchema) {
    let text = encoded.jsonString()
    guard let again = attempt({ try SchemaImporter().import(text) }, as: SchemaImportError.self)
    else { return input.check(false, "what was written is not imported: \(text)") }
    let second = attempt({ try SchemaEncoder().encode(again.schema) }, as: SchemaError.self)
    input.check(
      second?.jsonString() == text,
      "what was written is written otherwise: \(text) and \(String(describing: second))")
  }

  // MARK: Validation

  private func documentValidator() -> ContentValidator? {
    let parsing = GeneratedContentParser.Options(maximumDepth: 64)
    guard let content = try? GeneratedContent(json: document, options: parsing),
      content.isComplete
    else { return nil }
    _ = try? ContentValidator.metaSchema(of: draft).report(on: content)
    let options = ContentValidator.DocumentOptions(
      draft: draft, assertsFormats: input.choice & 0x08 != 0)
    return attempt(
      { try ContentValidator(document: content, options: options) }, as: ValidatorError.self)
  }

  /// What a schema means for an answer is the same in all of its forms.
  private func compareVerdicts(
    on answer: GeneratedContent, _ validator: ContentValidator?, _ imported: ImportedSchema,
    _ graph: SchemaGraph, _ encoded: EncodedSchema
  ) {
    guard let ofGraph = try? ContentValidator(graph), let written = try? ContentValidator(encoded)
    else { return input.check(false, "no validator of \(encoded)") }
    input.check(
      ofGraph.isValid(answer) == written.isValid(answer), "a graph and its document differ")
    // In draft 4, a number with a fraction of zero is not an integer, and a schema cannot state
    // this.
    let text = String(decoding: document, as: UTF8.self)
    let mayBeDraft4 = draft == .draft4 || ["$schema", "\\u"].contains { text.contains($0) }
    guard imported.isLossless, !mayBeDraft4, validator?.notes.isEmpty == true,
      input.choice & 0x08 == 0,
      let plain = try? ContentValidator(document: encoded.jsonString())
    else { return }
    input.check(
      validator?.isValid(answer) == plain.isValid(answer),
      "an import without a loss accepts something else: \(encoded)")
  }

  private func validate(by validator: ContentValidator) {
    guard let answer else { return }
    let report = validator.report(on: answer)
    let isValid = validator.isValid(answer)
    input.check(report.isValid == isValid, "a report and a verdict differ: \(report)")
    let partial = validator.report(onPartial: answer)
    input.check(
      !isValid || partial.isValid, "a valid answer is invalid as a part of one: \(partial)")
    _ = report.modelFeedback()
    _ = validator.missingPaths(in: answer)
  }

  // MARK: Fitting

  private func fit(_ graph: SchemaGraph) {
    let encoder = SchemaEncoder(dialect: dialect)
    let fitted = attempt({ try encoder.fit(graph) }, as: SchemaError.self)
    let findings = encoder.check(fitting: graph)
    input.check(
      findings.contains { $0.severity == .error } == (fitted == nil),
      "the diagnostics of a form decide otherwise")
    guard let fitted, let answer else { return }
    if let content = attempt({ try fitted.content(from: answer) }, as: AnswerMappingError.self),
      content.isComplete
    {
      _ = attempt({ try fitted.answer(for: content) }, as: AnswerMappingError.self)
    }
    // What is of the declared type has a form, which stands for it.
    guard answer.isComplete, let validator = try? ContentValidator(graph),
      validator.isValid(answer),
      let form = attempt({ try fitted.answer(for: answer) }, as: AnswerMappingError.self)
    else { return }
    let back = attempt({ try fitted.content(from: form) }, as: AnswerMappingError.self)
    input.check(back != nil, "the form of an answer stands for none: \(form)")
    input.check(
      back.map(validator.isValid) == true, "the way back is not valid: \(form) by \(fitted)")
  }
}
