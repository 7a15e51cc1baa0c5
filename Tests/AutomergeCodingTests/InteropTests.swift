import AutomergeCoding
import AutomergeDocument
import Foundation
import Testing

/// The document, from the folder that the environment names, else from `../shared/automerge` as
/// seen from the package; `nil` if it isn't there.
private let exemplarFile: Data? = {
  var folder = URL(fileURLWithPath: #filePath)
  for _ in 0..<3 { folder.deleteLastPathComponent() }
  folder = folder.deletingLastPathComponent().appendingPathComponent("shared/automerge")
  if let path = ProcessInfo.processInfo.environment["SCHEMAKIT_AUTOMERGE"], !path.isEmpty {
    folder = URL(fileURLWithPath: path)
  }
  return try? Data(contentsOf: folder.appendingPathComponent("fixtures/upstream/exemplar"))
}()

/// The document with every type that other implementations test with.
@Suite(.enabled(if: exemplarFile != nil, "Set SCHEMAKIT_AUTOMERGE to the fixtures' folder."))
struct InteropTests {
  private struct Exemplar: Codable {
    let bool: Bool
    let bytes: Data
    let counter: Counter
    let fp: Double
    let int: Int
    let location: URL
    let notes: AutomergeText
    let timestamp: Date
    let title: String
    let uint: UInt
  }

  @Test func `each type is decoded, and encoding it again makes no change`() throws {
    let document = try Document(#require(exemplarFile))
    let exemplar = try document.decode(Exemplar.self)
    #expect(exemplar.bool)
    #expect(exemplar.bytes == Data([0x85, 0x6F, 0x4A, 0x83]))
    #expect(exemplar.counter.value == 5)
    #expect(exemplar.fp == 3.14159267)
    #expect(exemplar.int == -4)
    #expect(exemplar.location.absoluteString == "https://automerge.org/")
    let family = "\u{1F1EC}\u{1F1E7}\u{1F468}\u{200D}\u{1F468}\u{200D}\u{1F467}\u{200D}\u{1F466}"
    #expect(exemplar.notes.value == family + "\u{1F600}")
    #expect(exemplar.timestamp.timeIntervalSince1970 == -905_182_979)
    #expect(exemplar.title == "Hello " + family + "\u{1F600}")
    #expect(exemplar.uint == .max)
    try document.encode(exemplar)
    #expect(document.pendingEdits == 0)
  }
}
