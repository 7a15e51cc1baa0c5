import AutomergeDocument
import Foundation
import Testing

/// Where documents for other readers go; `nil` if nobody asks for them.
private let exportFolder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
  .map { URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("automerge") }

/// Writes documents for readers that are not ours, with what they have to read.
@Suite(.enabled(if: exportFolder != nil, "Set SCHEMAKIT_EXPORT_DIRECTORY to a folder."))
struct ExportTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `random documents are written for other readers`(seed: UInt64) throws {
    let folder = try #require(exportFolder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var replicas = try RandomReplicas(seed: seed &+ 500, count: 2, kinds: .plain)
    try replicas.run(100)
    let (one, two) = (replicas.documents[0], replicas.documents[1])
    try Self.write(one, "\(seed)-one", to: folder)
    try Self.write(two, "\(seed)-two", to: folder)
    try one.merge(other: two)
    try Self.write(one, "\(seed)-merged", to: folder)
  }

  private static func write(_ document: Document, _ name: String, to folder: URL) throws {
    let bytes = try document.save()
    try bytes.write(to: folder.appendingPathComponent("\(name).automerge"))
    let heads = document.heads().map { "\"\($0)\"" }.joined(separator: ",")
    let text = "{\"heads\":[\(heads)],\"json\":\(try document.json())}"
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).json"))
  }
}
