import SchemaModel
import SessionTestSupport
import Testing

@testable import SchemaEngines

/// Strings that end free text.
struct StopTests {
  private static let text = "soup ST STO STOP bread"
  private static let shown = "soup ST STO "

  /// The text of an answer, by its steps, and whether it was cut off.
  private func answer(
    _ request: EngineRequest, by scheduler: EngineScheduler
  ) async throws -> (text: String, last: EngineStep) {
    let id = try await scheduler.begin(request)
    var bytes: [UInt8] = []
    while true {
      let step = try await scheduler.next(id)
      switch step {
      case .token(let token): bytes += scheduler.facts.vocabulary.bytes(of: token) ?? []
      case .partialToken(let token, let part):
        #expect(scheduler.facts.vocabulary.bytes(of: token)?.starts(with: part) == true)
        bytes += part
      case .events: continue
      case .finished, .cutOff:
        await scheduler.end(id)
        #expect(await scheduler.busySequenceCount == 0)
        return (String(decoding: bytes, as: UTF8.self), step)
      }
    }
  }

  /// A model whose tokens are the pieces of the text, and which writes it behind one token.
  private func scheduler(_ pieces: [String], _ text: String) async throws -> EngineScheduler {
    try await EngineScheduler {
      try ScriptedEngine(
        words: pieces.filter { !$0.isEmpty },
        script: { bytes in Array(text.utf8.dropFirst(bytes.count - 1)) })
    }
  }

  private func request(_ stops: [String], maximumTokens: Int? = nil) -> EngineRequest {
    EngineRequest(
      prompt: [65], sampler: TokenSampler(temperature: 0, seed: 0), maximumTokens: maximumTokens,
      stops: stops)
  }

  @Test(arguments: 1..<text.count)
  func `a string is found wherever a token ends within it`(cut: Int) async throws {
    let index = Self.text.index(Self.text.startIndex, offsetBy: cut)
    let head = String(Self.text[..<index])
    let tail = String(Self.text[index...])
    for pieces in [[head, tail], [head], [tail], [Self.text]] {
      let scheduler = try await scheduler(pieces, Self.text)
      let answer = try await answer(request(["", "never", "STOP"]), by: scheduler)
      #expect(answer.text == Self.shown, "\(pieces)")
      #expect(answer.last == .finished)
    }
  }

  @Test func `what only begins like a string is given out`() async throws {
    for text in ["soup STO", "STOSTO", "S", "a STOP"] {
      let scheduler = try await scheduler(["STO"], text)
      let answer = try await answer(request(["STOP!"]), by: scheduler)
      #expect(answer.text == text)
      #expect(answer.last == .finished)
    }
    let scheduler = try await scheduler([], "soup STO STO")
    let cut = try await answer(request(["STOP"], maximumTokens: 7), by: scheduler)
    #expect(cut.text == "soup ST")
    #expect(cut.last == .cutOff)
  }

  @Test func `the string that begins first ends the text, between complete characters`()
    async throws
  {
    for (text, stops, expected) in [
      ("grüezi ü", ["i ü", "ü"], "gr"), ("aab", ["ab"], "a"), ("ababac", ["abac", "x"], "ab"),
      ("STOP", ["STOP"], ""), ("日本", ["本"], "日"),
    ] {
      let scheduler = try await scheduler([], text)
      #expect(try await answer(request(stops), by: scheduler).text == expected, "\(text)")
    }
  }

  @Test func `a value of a grammar has the string in it`() async throws {
    let scheduler = try await scheduler([], #""a STOP b""#)
    var request = request(["STOP"])
    request.form = .grammar(
      try TokenGrammar(
        jsonSchema: #"{"type": "string"}"#, vocabulary: scheduler.facts.vocabulary))
    #expect(try await answer(request, by: scheduler).text == #""a STOP b""#)
  }

  @Test(arguments: [false, true])
  func `a session's answer ends there, by a plan as well, and the next turn goes on`(isPlan: Bool)
    async throws
  {
    let thoughts = isPlan ? "<think>\nSTOP\n</think>\n\n" : ""
    let template = """
      \(isPlan ? "{% if tools %}{{ tools | tojson }}{% endif %}" : "")\
      {% for m in messages %}<|im_start|>{{ m.role }}
      {{ m.content }}\(isPlan ? ToolFamily.callsOfHermes : "")<|im_end|>
      {% endfor %}<|im_start|>assistant{{ '\\n' }}
      """
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        chatTemplate: template, words: ["soup.S", "TOP and"],
        script: ScriptedEngine.replies { prompt in
          thoughts + (prompt.contains("Again") ? "Bread STO" : "The soup.STOP and more")
        })
    }
    let model = EngineModel(
      scheduler, template: try JinjaTemplate(scheduler.facts), stops: ["STOP"])
    #expect((model.executorConfiguration.toolFormat.native != nil) == isPlan)
    let session = LanguageModelSession(model: model)
    var texts: [String] = []
    for try await part in session.streamResponse(to: "Soup?") { texts.append(part.content) }
    #expect(texts.last == "The soup.")
    #expect(texts.allSatisfy { "The soup.".hasPrefix($0) })
    #expect(try await session.respond(to: "Again").content == "Bread STO")
    #expect(await scheduler.busySequenceCount == 0)
  }
}
