import Foundation
import SchemaContent
import SchemaEncoding
import SchemaImport
import SchemaModel
import SchemaReading
import SchemaValidation

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources.
//
// The first byte of an input chooses the schema, the policy and the pieces. The text follows.

/// The collection of the tests, with which the fuzzer begins: most of its texts have mends.
private let collection: (schemas: [(name: String, document: GeneratedContent)], texts: [Seed]) = {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../SchemaReadingTests/Texts/texts.json")
  guard let data = try? Data(contentsOf: file),
    let content = try? GeneratedContent(json: Array(data))
  else { return ([], []) }
  let schemas = content.property(named: "schemas")?.properties.map { ($0.name, $0.content) } ?? []
  let texts: [Seed] =
    content.property(named: "texts")?.elements.compactMap { text in
      guard let name = text.property(named: "schema")?.text,
        let number = schemas.firstIndex(where: { $0.0 == name }),
        let text = text.property(named: "text")?.text
      else { return nil }
      return Seed(schema: number, text: text)
    } ?? []
  return (schemas, texts)
}()

private struct Seed {
  let schema: Int
  let text: String
}

/// The schemas with their validators.
private let schemas: [(graph: SchemaGraph, validator: ContentValidator)] =
  collection.schemas.compactMap { _, document in
    guard let imported = try? SchemaImporter().import(document),
      let graph = try? SchemaGraph(imported.schema), let validator = try? ContentValidator(graph)
    else { return nil }
    return (graph, validator)
  }

/// Writes texts to begin with.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  for (number, seed) in collection.texts.enumerated() {
    FuzzInput.writeSeed(
      "seed-\(number)", choice: UInt8(truncatingIfNeeded: seed.schema | number << 6),
      Array(seed.text.utf8))
  }
  return 0
}

/// Reads a text, whole and in pieces, and stops the process if something that always holds does
/// not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0, !schemas.isEmpty else { return 0 }
  ReadingFuzz(input: FuzzInput(start, count)).run()
  return 0
}

struct ReadingFuzz {
  let input: FuzzInput

  private var text: String { String(decoding: input.bytes.dropFirst(), as: UTF8.self) }

  func run() {
    let (graph, validator) = schemas[Int(input.choice & 63) % schemas.count]
    let policy: ReadingPolicy = input.choice & 64 == 0 ? .clear : .guessing
    let text = text
    guard let reader = try? SchemaReader(graph, policy: policy) else { return }
    let strict = try? GeneratedContent(json: text)
    let reading = try? reader.read(text)
    if let strict, strict.isComplete, validator.isValid(strict) {
      input.check(reading?.content == strict, "strict reading accepts another value")
      input.check(reading?.mends.isEmpty == true, "what strict reading accepts is mended")
    }
    if let reading {
      input.check(validator.isValid(reading.content), "what was read is not valid")
      input.check(reading.content.isComplete, "what was read is not complete")
      let hasGuess = reading.mends.contains(where: \.kind.isGuess)
      input.check(policy == .guessing || !hasGuess, "a guess was made")
      for mend in reading.mends {
        input.check(mend.position.offset <= text.utf8.count, "a mend is behind the text")
        _ = mend.description
      }
    }
    checkPieces(of: text, graph, reading?.content)
  }

  /// Checks that nothing that is shown of a text in pieces changes.
  private func checkPieces(of text: String, _ graph: SchemaGraph, _ whole: GeneratedContent?) {
    let pieces = PartialReading(graph, id: GenerationID())
    let bytes = Array(text.utf8)
    let size = input.choice & 128 == 0 ? 1 : 7
    var earlier = pieces.content
    for start in stride(from: 0, to: bytes.count, by: size) {
      pieces.append(bytes[start..<min(start + size, bytes.count)])
      let later = pieces.content
      for change in later.changes(since: earlier) {
        input.check(
          change.kind != .removed && change.kind != .replaced, "something shown has changed")
      }
      earlier = later
    }
    guard let whole, let end = pieces.complete(with: whole) else { return }
    input.check(end == whole, "the end in pieces is another value")
    input.check(end.isComplete, "the end in pieces is not complete")
  }
}
