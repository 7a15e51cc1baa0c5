import Foundation
import SchemaModel
import SchemaSessions
import Testing

/// The events of a channel have the parts that FoundationModels 27 declares.
struct ChannelTests {
  private typealias Channel = LanguageModelExecutorGenerationChannel

  /// What the channel carries of some events.
  private func carried(_ events: [Channel.Event]) async throws -> [Channel.Event.Kind] {
    let channel = Channel()
    var kinds: [Channel.Event.Kind] = []
    async let reading = {
      var read: [Channel.Event] = []
      for try await event in channel { read.append(event) }
      return read
    }()
    for event in events { await channel.send(event) }
    channel.finish()
    for event in try await reading { kinds.append(event.kind) }
    return kinds
  }

  @Test("T1: of an answer, with its entry, segment and number of tokens")
  func response() async throws {
    let kinds = try await carried([
      .response(entryID: "a", action: .appendText("Soup", segmentID: "s", tokenCount: 2)),
      .response(action: .replaceTextSegment("Stew", tokenCount: 3)),
      .response(action: .updateMetadata(["id": "r"])),
    ])
    try #require(kinds.count == 3)
    guard case .change(.append(let text), .response, "a") = kinds[0]
    else { throw Mismatch(kind: kinds[0]) }
    #expect(text.content == "Soup" && text.segmentID == "s" && text.tokenCount == 2)
    guard case .change(.replace(let replacement), .response, nil) = kinds[1]
    else { throw Mismatch(kind: kinds[1]) }
    #expect(replacement.content == "Stew" && replacement.segmentID == nil)
    #expect(replacement.tokenCount == 3)
    guard case .change(.updateMetadata(let data), .response, nil) = kinds[2]
    else { throw Mismatch(kind: kinds[2]) }
    #expect(data.values == ["id": "r".generatedContent])
  }

  @Test("T1: of thoughts, with their signature")
  func reasoning() async throws {
    let kinds = try await carried([
      .reasoning(entryID: "t", action: .updateSignature(Data([1, 2]), tokenCount: 4))
    ])
    guard case .change(.sign(let signature), .reasoning, "t")? = kinds.first
    else { throw Mismatch(kind: kinds.first) }
    #expect(signature.signature == Data([1, 2]) && signature.tokenCount == 4)
  }

  @Test("T1: of calls of tools, with a piece of the arguments and the usage")
  func toolCalls() async throws {
    let kinds = try await carried([
      .toolCalls(
        entryID: "c",
        action: .toolCall(
          id: "1", name: "search", action: .appendArguments(#"{"a":"#, tokenCount: 5))),
      .toolCalls(
        action: .updateUsage(
          input: .init(totalTokenCount: 7, cachedTokenCount: 1),
          output: .init(totalTokenCount: 8, reasoningTokenCount: 0), metadata: ["tier": "flex"])),
    ])
    try #require(kinds.count == 2)
    guard case .change(.appendArguments(let arguments), .call("1", "search"), "c") = kinds[0]
    else { throw Mismatch(kind: kinds[0]) }
    #expect(arguments.content == #"{"a":"# && arguments.tokenCount == 5)
    guard case .change(.updateUsage(let usage), .toolCalls, nil) = kinds[1]
    else { throw Mismatch(kind: kinds[1]) }
    #expect(usage.totalTokenCount == 15)
    #expect(usage.metadata == ["tier": "flex".generatedContent])
  }

  private struct Mismatch: Error {
    let kind: Channel.Event.Kind?
  }
}
