#if Llama
import Foundation
import SchemaLlama
import Testing

@testable import SchemaEngines

/// A model whose memory is a state that cannot be cut; without it, the tests are left out.
private let recurrentFile = ProcessInfo.processInfo.environment["SCHEMAKIT_RECURRENT_GGUF"]

@Suite(.enabled(if: recurrentFile != nil)) struct RecurrentModelTests {
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12)

  private func open() async throws -> LlamaModel {
    try await LlamaModel(
      file: try #require(recurrentFile), context: .tokens(1_024), sessions: 1, threads: 1)
  }

  @Test func `a conversation that goes on reads only what is new`() async throws {
    let model = try await open()
    #expect(!model.executorConfiguration.facts.canRewind)
    let session = LanguageModelSession(model: model)
    let first = try await session.respond(to: "Hello", options: greedy).content
    let usage = session.usage
    let second = try await session.respond(to: "Again", options: greedy).content
    let cached = session.usage.input.cachedTokenCount
    #expect(cached >= usage.input.totalTokenCount)
    let fresh = LanguageModelSession(
      model: try await open(), transcript: Transcript(entries: session.transcript.prefix(2)))
    #expect(try await fresh.respond(to: "Again", options: greedy).content == second)
    #expect(!first.isEmpty)
  }

  @Test func `an edited conversation goes on from the state before the edit`() async throws {
    let model = try await open()
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "Hello", options: greedy)
    let first = session.usage.input.totalTokenCount
    _ = try await session.respond(to: "Again", options: greedy)
    let transcript = Transcript(entries: session.transcript.prefix(2))
    let other = LanguageModelSession(model: model, transcript: transcript)
    let answer = try await other.respond(to: "Something else", options: greedy).content
    // The state at the end of the first prompt is the newest one before the edit.
    #expect(other.usage.input.cachedTokenCount == first)
    let fresh = LanguageModelSession(model: try await open(), transcript: transcript)
    #expect(try await fresh.respond(to: "Something else", options: greedy).content == answer)
    #expect(fresh.usage.input.cachedTokenCount == 0)
    let unlike = LanguageModelSession(model: model)
    _ = try await unlike.respond(to: "Nothing in common", options: greedy)
    #expect(unlike.usage.input.cachedTokenCount == 0)
  }
}
#endif
