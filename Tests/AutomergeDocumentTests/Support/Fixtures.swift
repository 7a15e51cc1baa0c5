import AutomergeDocument
import Foundation
import Testing

/// The test vectors beside the package, which are read and never copied into it.
struct Fixture: Sendable, CustomTestStringConvertible {
  /// The folder: what the environment variable `SCHEMAKIT_AUTOMERGE` names, else
  /// `../shared/automerge` as seen from the package.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SCHEMAKIT_AUTOMERGE"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return package.deletingLastPathComponent()
      .appendingPathComponent("shared/automerge", isDirectory: true)
  }()

  static let files = folder.appendingPathComponent("fixtures", isDirectory: true)

  /// Whether the vectors are there.
  static var areThere: Bool {
    FileManager.default.fileExists(atPath: files.appendingPathComponent("index.json").path)
  }

  /// What a test says that is skipped.
  static let absence =
    "No Automerge fixtures: set SCHEMAKIT_AUTOMERGE to the folder that holds them."

  static let all: [Fixture] = {
    guard areThere else { return [] }
    do {
      let index = try ExactJSON(contentsOf: files.appendingPathComponent("index.json"))
      return (index["fixtures"]?.elements ?? []).map { Fixture(index: $0) }
    } catch {
      return []
    }
  }()

  let index: ExactJSON

  var file: String { index["file"]?.text ?? "" }
  var loads: Bool { index["loads"]?.isTrue ?? false }
  var heads: [String] { index["heads"]?.elements.compactMap(\.text) ?? [] }
  var testDescription: String { file }

  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: Self.files.appendingPathComponent(file)))
  }

  static func file(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: files.appendingPathComponent(path)))
  }

  static func script(_ name: String) throws -> [String] {
    String(decoding: try file("scripts/\(name).txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
