import Foundation
import SchemaContent
import SchemaTestSupport

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources, and with
// the files of the tests that make documents and compare snapshots.

/// Writes documents to begin with into the folder that the environment names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_FUZZ_SEEDS"] else { return 0 }
  var documents = JSONDocuments(seed: 1)
  for number in 0..<200 {
    let bytes = number % 2 == 0 ? Array(documents.next(size: 12).utf8) : documents.spoiled()
    let file = URL(fileURLWithPath: folder).appendingPathComponent("seed-\(number)")
    try? Data([UInt8(number)] + bytes).write(to: file)
  }
  return 0
}

/// Parses a text by the options that its first byte names, and stops the process if something that
/// always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  ParserFuzz(choice: bytes[0], text: Array(bytes.dropFirst())).run()
  return 0
}

struct ParserFuzz {
  private let options: GeneratedContentParser.Options
  private let chunk: Int
  private let text: [UInt8]

  init(choice: UInt8, text: [UInt8]) {
    let policies: [GeneratedContentParser.Options.DuplicateKeys] = [.error, .keepFirst, .keepLast]
    options = GeneratedContentParser.Options(
      maximumDepth: 24, duplicateKeys: policies[Int(choice >> 2) % 3],
      skipsSurroundingText: choice & 1 != 0, isLenient: choice & 2 != 0)
    chunk = 1 + Int(choice >> 4)
    self.text = text
  }

  func run() {
    let whole = parse(chunk: max(1, text.count))
    check(same(whole, parse(chunk: chunk)), "chunks of \(chunk) give another result")
    check(same(whole, parse(chunk: 1)), "single bytes give another result")
    guard case .success(let content) = whole else { return }
    check(content.isComplete, "what was finished is not complete")
    for format in [GeneratedContent.JSONFormat.singleLine, .compact, .pretty] {
      let written = content.jsonBytes(format)
      guard let again = try? GeneratedContent(json: written) else {
        return check(false, "what was written does not parse")
      }
      check(again == content, "what was written reads back as something else")
      check(again.jsonBytes(format) == written, "what was written is written otherwise")
    }
  }

  private func parse(chunk: Int) -> Result<GeneratedContent, any Error> {
    var parser = GeneratedContentParser(options: options)
    var earlier = parser.snapshot()
    do {
      for start in stride(from: 0, to: text.count, by: chunk) {
        try parser.append(text[start..<min(start + chunk, text.count)])
        let snapshot = parser.snapshot()
        // Strings of a lenient parser may have replacement characters.
        if !options.isLenient, !text.contains(0xEF) {
          check(Growth.isGrowth(from: earlier, to: snapshot), "something finished has changed")
        }
        _ = snapshot.jsonBytes()
        earlier = snapshot
      }
      return .success(try parser.finish())
    } catch {
      return .failure(error)
    }
  }

  private func same(
    _ one: Result<GeneratedContent, any Error>, _ two: Result<GeneratedContent, any Error>
  ) -> Bool {
    switch (one, two) {
    case (.success(let one), .success(let two)):
      one == two && one.jsonBytes() == two.jsonBytes()
    case (.failure(let one), .failure(let two)):
      (one as? GeneratedContentParser.SyntaxError)?.position
        == (two as? GeneratedContentParser.SyntaxError)?.position
    default: false
    }
  }

  private func check(_ holds: Bool, _ fault: String) {
    guard !holds else { return }
    let shown = String(decoding: text, as: UTF8.self).debugDescription
    // The fuzzer keeps the input of a process that stops.
    fatalError("\(fault): \(shown) by \(options)")
  }
}
