import ContentStorage
import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaTestSupport
import SessionTestSupport
import Testing

@testable import SchemaEngines

/// The reuse of tokens that the model has written in earlier answers.
struct ReuseTests {
  /// A model that writes byte by byte, so that its tokens are not those of its text.
  private func model(
    _ family: ToolFamily, _ reply: @escaping @Sendable (String) -> String
  ) async throws -> (EngineModel, Locked<[[EngineInput]]>) {
    let batches = Locked<[[EngineInput]]>([])
    // As published templates do.
    let template = try #require(family.template).replacing(
      "m.reasoning_content ~", with: "m.reasoning_content.strip('\\n') ~")
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        contextSize: 32_000, sequenceCount: 1, chatTemplate: template,
        markers: family.markers, endMarkers: family.endMarkers, writesBytes: true,
        onDecode: { inputs in batches.withLock { $0.append(inputs) } },
        script: ScriptedEngine.replies(behind: family.turns, after: family.messages, reply))
    }
    return (EngineModel(scheduler, template: try JinjaTemplate(scheduler.facts)), batches)
  }

  /// The families whose templates write calls as the model does.
  private static let families: [ToolFamily] = [.hermes, .qwenCoder, .llama]

  @Test(arguments: families)
  func `behind a native call, the next request reads only what is new`(family: ToolFamily)
    async throws
  {
    let (model, batches) = try await model(family) { prompt in
      prompt.contains("found soup")
        ? family.thinking("Good", family.answer("There is dal."))
        : family.thinking("Hmm, \": \"", family.calls(["soup"]))
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "There is dal.")
    let inputs = batches.withLock { $0 }
    // The second prompt begins where the first answer ended: nothing is read twice.
    let positions = inputs.flatMap { $0 }.map(\.position)
    #expect(positions == Array(0..<positions.count))
    let usage = session.usage
    #expect(await model.executorConfiguration.scheduler.decodedTokenCount == positions.count)
    // Both prompts, but for what was cached, and the answers, whose last tokens are not read.
    let read = usage.input.totalTokenCount - usage.input.cachedTokenCount
    #expect((0...4).contains(read + usage.output.totalTokenCount - positions.count))
  }

  @Test func `text and calls of a reply are two entries, and each event of a call has its name`()
    throws
  {
    var reply = EngineReply(UUID(), form: .text, facts: try ScriptedEngine().facts)
    let plan: [PlanEvent] = [
      .text("I look."), .callBegan(name: "find"), .arguments("{"), .arguments("}"), .callEnded,
    ]
    var entryIDs: [String?] = []
    var names: [String] = []
    for event in reply.append(plan) {
      guard case .change(_, let part, let entryID) = event.kind else {
        Issue.record("\(event)")
        continue
      }
      entryIDs.append(entryID)
      if case .call(_, let name) = part { names.append(name) }
    }
    #expect(names == ["find", "find", "find"])
    #expect(Set(entryIDs).count == 2)
    #expect(reply.entryIDs == [entryIDs[0], entryIDs[1]])
  }

  @Test(arguments: ["", "I look.\n"])
  func `where the template leaves thoughts out, the calls keep their tokens`(
    before: String
  ) async throws {
    let family = ToolFamily.hermes
    let (model, batches) = try await model(family) { prompt in
      if prompt.contains("Thanks") { return family.answer("You are welcome.") }
      return prompt.contains("found soup")
        ? family.thinking("Good", family.answer("There is dal."))
        : family.thinking("Hmm", before + family.calls(["soup"]))
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    _ = try await session.respond(to: "Soup?")
    let ids = session.transcript.map(\.id)
    #expect(Set(ids).count == ids.count)
    let firstBatch = batches.withLock { $0.count }
    #expect(try await session.respond(to: "Thanks").content == "You are welcome.")
    let prompt = batches.withLock { $0[firstBatch].map(\.token) }
    // The model's bytes of `"}`, which are one word to the tokenizer.
    let quote = Int(UInt8(ascii: "\""))
    let brace = Int(UInt8(ascii: "}"))
    let written = zip(prompt, prompt.dropFirst()).contains { $0 == quote && $1 == brace }
    #expect(written, "\(prompt)")
  }

  @Test func `a call that the template writes in other words is read anew, as it is written`()
    async throws
  {
    let family = ToolFamily.harmony
    let (model, _) = try await model(family) { prompt in
      prompt.contains("found soup")
        ? family.thinking("Good", family.answer("There is dal."))
        : family.thinking("Hmm", family.calls(["soup"]))
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "There is dal.")
    #expect(session.usage.input.cachedTokenCount > 20)
  }

  @Test func `an edited answer is read as it is now`() async throws {
    let prompts = Locked<[String]>([])
    let family = ToolFamily.hermes
    let (model, _) = try await model(family) { prompt in
      prompts.withLock { if $0.last != prompt { $0.append(prompt) } }
      return family.answer("Hello world")
    }
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "Hi")
    var transcript = session.transcript
    guard case .response(var response)? = transcript.last else {
      Issue.record("\(transcript)")
      return
    }
    response.segments = [.text(.init(content: "Hello world, edited"))]
    transcript = Transcript(entries: transcript.dropLast() + [.response(response)])
    let other = LanguageModelSession(model: model, transcript: transcript)
    _ = try await other.respond(to: "Again")
    #expect(prompts.withLock { $0.last?.contains("Hello world, edited<|im_end|>") } == true)
  }

  @Test(arguments: [
    ("ab", 1), ("<ab", 0), ("ab>", 1), ("><ab", 3), ("ab><ab", 1), ("<ab><ab>", 0), ("><", nil),
    ("a", nil), ("b>", nil), ("ab><a", nil), ("b><ab", nil), ("abc", nil),
  ])
  func `an output is found if it has complete answers of the model`(text: String, offset: Int?)
    throws
  {
    let facts = try ScriptedEngine().facts
    let parts: [PromptPart] = [
      .markup("<"), .answer("ab", entryID: "1"), .markup("><"), .answer("ab", entryID: "1"),
      .markup(">"),
    ]
    let message = try #require(WrittenMessage("1", in: parts))
    let output = GeneratedOutput(tokens: text.utf8.map { Int($0) }, starts: [0])
    #expect(message.place(of: output, TokenTexts(facts))?.bytes.lowerBound == offset)
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: an output is sought in time in proportion to the prompt`() throws {
    let texts = TokenTexts(try ScriptedEngine().facts)
    let output = GeneratedOutput(tokens: [97, 99], starts: [0])
    let growth = try growthOfTime(from: 1_000) { count in
      let parts = Array(
        repeating: [PromptPart.markup("<"), .answer("ab", entryID: "1")], count: count
      ).joined()
      return try #require(WrittenMessage("1", in: Array(parts)))
    } work: { message in
      #expect(message.place(of: output, texts) == nil)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `an output that is kept for two entries counts once`() throws {
    let store = AnswerStore(try ScriptedEngine().facts, tokenLimit: 3)
    let entryIDs = ["1", "1-calls"]
    store.keep(GeneratedOutput(tokens: [97, 98], starts: [0]), of: entryIDs)
    func isKept(_ entryID: String) -> Bool {
      let parts: [PromptPart] = [.markup("<"), .answer("ab", entryID: entryID), .markup(">")]
      return store.outputs(in: parts).answers[entryID] != nil
    }
    #expect(entryIDs.allSatisfy(isKept))
    store.keep(GeneratedOutput(tokens: [97, 98], starts: [0]), of: ["2"])
    #expect(!entryIDs.contains(where: isKept))
    #expect(isKept("2"))
  }
}
