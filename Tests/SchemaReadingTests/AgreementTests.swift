import Foundation
import SchemaEncoding
import SchemaReading
import SchemaTestSupport
import Testing

/// Strict reading and reading along the schema.
struct AgreementTests {
  @Test func `L1: what strict reading accepts has the same value and no mend`() throws {
    for seed in 0..<UInt64(tried(of: 200, oneIn: 4)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      var instances = RandomInstances(graph, seed: seed)
      let reader = try SchemaReader(graph)
      let validator = try ContentValidator(graph)
      for _ in 0..<8 {
        let text = instances.valid()
        let content = try GeneratedContent(json: text)
        guard validator.isValid(content) else { continue }
        let reading = try reader.read(text)
        #expect(reading.content == content, "seed \(seed): \(text)")
        #expect(reading.mends.isEmpty, "seed \(seed): \(text)")
      }
    }
  }

  @Test(.enabled(if: Corpus.has("json"), Comment(rawValue: Corpus.absence)))
  func `L1: what strict reading accepts of JSONTestSuite has the same value and no mend`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Corpus.folder.appendingPathComponent("json"), includingPropertiesForKeys: nil)
    let reader = try SchemaReader(GeneratedContent.self)
    var count = 0
    for file in files {
      let bytes = try Data(contentsOf: file)
      guard let text = String(validating: bytes, as: UTF8.self),
        let content = try? GeneratedContent(json: text), content.isComplete
      else { continue }
      let reading = try reader.read(text)
      #expect(reading.content == content, "\(file.lastPathComponent)")
      #expect(reading.mends.isEmpty, "\(file.lastPathComponent)")
      count += 1
    }
    #expect(count > 80)
  }

  @Test func `L3: in a fence, a valid text has the same value, or is refused`() throws {
    for seed in 0..<UInt64(tried(of: 200, oneIn: 4)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      var instances = RandomInstances(graph, seed: seed)
      let reader = try SchemaReader(graph)
      for _ in 0..<8 {
        let text = instances.valid()
        let content = try GeneratedContent(json: text)
        guard let reading = try? reader.read("Here:\n```json\n\(text)\n```\n") else { continue }
        #expect(reading.content == content, "seed \(seed): \(text)")
      }
    }
  }

  @Test func `L3: a text that is cut anywhere is never read as whole`() throws {
    let collection = try TextCollection()
    let reader = try collection.reader("recipe")
    let text = """
      {name: 'Dal', "minutes": "25", 'ingredients': [{"name": "red lentils", amount: .5,},],
        "note": "a "good" dish"}
      """
    let whole = try reader.read(text).content
    let scalars = Array(text.unicodeScalars)
    for count in 0..<scalars.count {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[..<count])
      if let reading = try? reader.read(String(part)) {
        Issue.record("\(String(part)) was read as \(reading.content.jsonString)")
      }
    }
    #expect(whole.isComplete)
  }
}
