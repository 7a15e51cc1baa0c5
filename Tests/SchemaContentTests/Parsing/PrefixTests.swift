import Foundation
import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

/// What has arrived after each byte, compared with what had arrived before.
struct PrefixTests {
  private static let literalDocuments = [
    #"{"a":"x\n\u00e9\ud83d\ude00 é😀","b":-1.5e+3,"c":[true,false,null,12],"d":{"e":{}},"f":""}"#,
    #" [ [ ] , { } , [ [ "\ud83d\ude00\ud83d\ude00" ] ] , -0 , 0.0e-0 ] "#,
    #""only a string with 日本 and \u65e5\u672c""#, "-12.5E+10", "true", "null", "[]", "{}",
    #"{"": {"": [""]}}"#,
  ]

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `C2: every prefix of a document is a partial in which nothing finished changes`(
    seed: UInt64
  ) throws {
    var documents = JSONDocuments(seed: seed)
    var texts = (0..<tried(of: 10)).map { _ in documents.next() }
    if seed < Self.literalDocuments.count { texts.append(Self.literalDocuments[Int(seed)]) }
    for text in texts { try check(Array(text.utf8), seed: seed) }
  }

  private func check(_ bytes: [UInt8], seed: UInt64) throws {
    let message = Comment(rawValue: "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    var parser = GeneratedContentParser()
    var earlier = parser.snapshot()
    for byte in bytes {
      try parser.append(byte)
      let content = parser.snapshot()
      #expect(Growth.isGrowth(from: earlier, to: content), message)
      earlier = content
    }
    let whole = try parser.finish()
    #expect(whole.isComplete, message)
    #expect(Growth.isGrowth(from: earlier, to: whole), message)
    #expect(try GeneratedContent(json: bytes) == whole, message)
    // Each prefix parsed on its own shows what the parser showed after it.
    for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
      let prefix = try GeneratedContent(json: bytes.prefix(end))
      var part = GeneratedContentParser()
      try part.append(bytes.prefix(end))
      if prefix.isComplete {
        // A number at the end is whole only when nothing follows.
        let part = part.isComplete ? part.snapshot() : try part.finish()
        #expect(part == prefix, message)
      } else {
        #expect(part.snapshot() == prefix, message)
      }
    }
  }

  @Test func `C1: chunks of any size give the same content`() throws {
    var documents = JSONDocuments(seed: 99)
    for _ in 0..<60 {
      let bytes = Array(documents.next(size: 40).utf8)
      let whole = try GeneratedContent(json: bytes)
      for size in [1, 2, 3, 4, 5, 7, 8, 9, 16, 31] {
        var parser = GeneratedContentParser()
        for start in stride(from: 0, to: bytes.count, by: size) {
          try parser.append(bytes[start..<min(start + size, bytes.count)])
        }
        let content = try parser.finish()
        #expect(content == whole)
        #expect(content.jsonString == whole.jsonString)
        #expect(parser.position.offset == bytes.count)
      }
    }
  }
}
