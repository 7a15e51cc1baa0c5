import SchemaModel
import SchemaProviders
import SchemaTestSupport
import Testing

/// `.ci/check-sessions` judges the requests, as those of all tests, by the types of the providers'
/// own packages.
@Suite("The requests of random conversations")
struct RequestTests {
  @Test(
    "T24: are the same each time, and have no keys that are not set",
    arguments: GoldenProvider.allCases)
  func requests(_ provider: GoldenProvider) async throws {
    var count = 0
    for seed in 0..<UInt64(tried(of: 40)) {
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
        count += 1
      }
    }
    #expect(count > tried(of: 100))
  }
}
