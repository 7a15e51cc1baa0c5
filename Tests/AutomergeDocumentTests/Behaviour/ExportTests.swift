import AutomergeDocument
import Foundation
import Testing

/// Where documents for other readers go; `nil` if nobody asks for them.
private let exportFolder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
  .map { URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("automerge") }

/// Writes documents for readers that are not ours, with what they have to read.
@Suite(.enabled(if: exportFolder != nil, "Set SCHEMAKIT_EXPORT_DIRECTORY to a folder."))
struct ExportTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `random documents are written for other readers`(seed: UInt64) throws {
    let isForOlder = seed > 40
    let folder = try #require(exportFolder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var replicas = try RandomReplicas(
      seed: seed &+ 500, count: 2, kinds: isForOlder ? .older : .plain)
    try replicas.run(100)
    let (one, two) = (replicas.documents[0], replicas.documents[1])
    let name = isForOlder ? "older-\(seed)" : "\(seed)"
    try Self.write(one, one.save(), "\(name)-one", to: folder)
    try Self.write(two, two.save(), "\(name)-two", to: folder)
    try one.merge(other: two)
    try Self.write(one, one.save(), "\(name)-merged", to: folder)
    if isForOlder {
      try Self.write(one, one.encodeChangesSince(heads: []), "\(name)-changes", to: folder)
    }
  }

  private static func write(
    _ document: Document, _ bytes: Data, _ name: String, to folder: URL
  ) throws {
    try bytes.write(to: folder.appendingPathComponent("\(name).automerge"))
    let heads = document.heads().map { "\"\($0)\"" }.joined(separator: ",")
    let text = "{\"heads\":[\(heads)],\"json\":\(try document.json())}"
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).json"))
  }
}
