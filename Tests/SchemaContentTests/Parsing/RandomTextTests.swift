import Foundation
import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct RandomTextTests {
  private static let count = randomCases(128_000, oneIn: 8)

  @Test(arguments: 0..<8 as Range<UInt64>)
  func
    `C3: random and spoiled bytes never trap, and the strict parser's content is the lenient one's`(
      seed: UInt64
    ) throws
  {
    var documents = JSONDocuments(seed: 1000 + seed)
    let lenient = GeneratedContentParser.Options(maximumDepth: 16, isLenient: true)
    let skipping = GeneratedContentParser.Options(
      maximumDepth: 16, duplicateKeys: .keepFirst, skipsSurroundingText: true, isLenient: true)
    for _ in 0..<Self.count / 8 {
      let bytes = documents.spoiled()
      let cut = bytes.count / 2
      let strict = result(bytes, .init(maximumDepth: 16), cut: bytes.count)
      let relaxed = result(bytes, lenient, cut: cut)
      let skipped = result(bytes, skipping, cut: cut)
      for case .success(let content) in [strict, relaxed, skipped] where !content.isComplete {
        Issue.record("seed \(1000 + seed): \(bytes) is finished and not complete")
        return
      }
      guard case .success(let content) = strict else { continue }
      guard case .success(let same) = relaxed, same == content,
        case .success(let found) = skipped, found == content
      else {
        Issue.record("seed \(1000 + seed): \(bytes) differs when it is parsed leniently")
        return
      }
    }
  }

  private func result(
    _ bytes: [UInt8], _ options: GeneratedContentParser.Options, cut: Int
  ) -> Result<GeneratedContent, any Error> {
    var parser = GeneratedContentParser(options: options)
    do {
      try parser.append(bytes[..<cut])
      _ = parser.snapshot()
      try parser.append(bytes[cut...])
      return .success(try parser.finish())
    } catch {
      return .failure(error)
    }
  }
}
