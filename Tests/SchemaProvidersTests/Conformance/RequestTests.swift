import Foundation
import SchemaModel
import SchemaProviders
import Testing

/// The folder `requests` in the one that SCHEMAKIT_EXPORT_DIRECTORY names gets the requests, for
/// `.ci/check-sessions` to judge them by the types of the providers' own packages.
@Suite("The requests of random conversations")
struct RequestTests {
  private static let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
    .map { URL(filePath: $0).appending(path: "requests") }

  @Test(
    "T24: are the same each time, and have no keys that are not set",
    arguments: GoldenProvider.allCases)
  func requests(_ provider: GoldenProvider) async throws {
    var lines: [String] = []
    for seed in 0..<40 as Range<UInt64> {
      var conversation = RandomConversation(seed: seed, with: provider)
      var again = RandomConversation(seed: seed, with: provider)
      let requests = try await conversation.requests()
      if seed < 4 { #expect(try await again.requests().map(\.body) == requests.map(\.body)) }
      for request in requests {
        let body = try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
        #expect(body.isComplete)
        for (name, value) in body.properties {
          #expect(value.shape != .null, "\(name) of seed \(seed)")
        }
        lines.append(body.jsonString(.compact))
      }
    }
    #expect(lines.count > 100)
    guard let folder = RequestTests.folder else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appending(path: "\(provider.rawValue).jsonl"))
  }
}
