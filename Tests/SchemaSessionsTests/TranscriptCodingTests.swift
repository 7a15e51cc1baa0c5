import Foundation
import SchemaModel
import SchemaSessions
import SessionTestSupport
import Testing

struct TranscriptCodingTests {
  /// A transcript in the form that FoundationModels 26 writes, with every kind of entry and
  /// segment.
  private static let version1 = """
    {"type": "FoundationModels.Transcript", "version": 1, "transcript": {"entries": [
      {"id": "1", "role": "instructions",
       "contents": [{"type": "text", "id": "1a", "text": "You are a cook."}],
       "tools": [{"type": "function", "function": {
         "name": "find", "description": "Finds dishes",
         "parameters": {"title": "Arguments", "type": "object", "additionalProperties": false,
           "required": ["term"], "x-order": ["term"],
           "properties": {"term": {"type": "string"}}}}}]},
      {"id": "2", "role": "user", "options": {"temperature": 0.5},
       "contents": [{"type": "text", "id": "2a", "text": "Soup?"}],
       "responseFormat": {"type": "jsonSchema", "jsonSchema": {"name": "Dish", "schema": {
         "title": "Dish", "type": "object", "additionalProperties": false,
         "required": ["name"], "x-order": ["name"],
         "properties": {"name": {"type": "string"}}}}}},
      {"id": "3", "role": "response",
       "toolCalls": [{"id": "c1", "name": "find", "arguments": "{\\"term\\": \\"soup\\"}"}]},
      {"id": "c1", "role": "tool", "toolName": "find", "toolCallID": "c1",
       "contents": [{"type": "text", "id": "4a", "text": "dal"}]},
      {"id": "5", "role": "response", "assets": ["a1"],
       "contents": [{"type": "structure", "id": "5a",
         "structure": {"source": "Dish", "content": {"name": "Dal"}}}]}
    ]}}
    """

  private func decode(_ text: String) throws -> Transcript {
    try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
  }

  /// The text as values that compare regardless of the order of members.
  private func values(_ data: Data) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: data) as? NSDictionary
  }

  // Known from: the transcripts in the tests of apple/python-apple-fm-sdk.
  @Test("T3: is read with every entry's parts")
  func reading() throws {
    let transcript = try decode(Self.version1)
    #expect(
      transcript.outline == [
        "instructions", "prompt Soup?", "calls c1", "output c1: dal", #"response {"name": "Dal"}"#,
      ])
    guard case .instructions(let instructions) = transcript[0],
      case .prompt(let prompt) = transcript[1], case .toolCalls(let calls) = transcript[2],
      case .response(let response) = transcript[4]
    else {
      Issue.record("wrong entries")
      return
    }
    #expect(instructions.toolDefinitions.map(\.name) == ["find"])
    #expect(prompt.options == GenerationOptions(temperature: 0.5))
    #expect(prompt.responseFormat?.name == "Dish")
    #expect(try calls.first?.arguments.value(String.self, forProperty: "term") == "soup")
    #expect(response.assetIDs == ["a1"])
  }

  // Known from: the same transcripts.
  @Test("T3: is written as it was read")
  func writing() throws {
    let data = try JSONEncoder().encode(try decode(Self.version1))
    let written = try #require(try values(data))
    #expect(written == (try values(Data(Self.version1.utf8))))
  }

  // Known from: a codec of a third party that compares itself with the framework.
  @Test("T3: has version 1.1 where reasoning is in it, and keeps its signature byte for byte")
  func reasoning() throws {
    let entry = Transcript.Entry.reasoning(
      Transcript.Reasoning(
        id: "r", metadata: ["effort": "low"],
        segments: [.text(.init(id: "s", content: "Hm."))], signature: Data([0, 255, 7])))
    let transcript = Transcript(entries: [entry])
    let data = try JSONEncoder().encode(transcript)
    #expect(try values(data)?["version"] as? String == "1.1")
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == transcript)
  }

  // Known from: the conformance to Codable; the keys are those of the same codec, or a guess.
  @Test("keeps options and metadata of every kind")
  func options() throws {
    let modes: [GenerationOptions.SamplingMode?] = [
      nil, .greedy, .random(top: 4, seed: 7), .random(probabilityThreshold: 0.5),
    ]
    let transcript = Transcript(
      entries: modes.enumerated().map { index, mode in
        .prompt(
          Transcript.Prompt(
            id: "\(index)",
            metadata: ["text": "a", "count": 3, "share": 0.5, "is": true, "tags": ["x"]],
            segments: [],
            options: GenerationOptions(
              samplingMode: mode, maximumResponseTokens: 9, toolCallingMode: .disallowed),
            contextOptions: ContextOptions(
              includeSchemaInPrompt: false, reasoningLevel: .custom("most"))))
      })
    let data = try JSONEncoder().encode(transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == transcript)
  }

  // Known from: the declaration of `toolCallingMode`, which only FoundationModels 27 has.
  @Test("T3: has version 1.1 where a prompt has a mode of tool calls")
  func toolCallingMode() throws {
    func version(_ options: GenerationOptions) throws -> NSObject? {
      let prompt = Transcript.Prompt(segments: [], options: options)
      let data = try JSONEncoder().encode(Transcript(entries: [.prompt(prompt)]))
      return try values(data)?["version"] as? NSObject
    }
    #expect(try version(GenerationOptions(toolCallingMode: .disallowed)) == "1.1" as NSString)
    #expect(try version(GenerationOptions(temperature: 0.5)) == 1 as NSNumber)
  }

  @Test(
    "T3: is rejected where no choice of tokens has the values that it states",
    arguments: [
      #"{"mode": "random"}"#, #"{"mode": "random", "seed": 7}"#,
      #"{"mode": "random", "top": 5, "probabilityThreshold": 0.5}"#,
      #"{"mode": "greedy", "top": 5}"#, #"{"mode": "greedy", "probabilityThreshold": 0.5}"#,
      #"{"mode": "greedy", "seed": 7}"#, #"{"top": 5}"#,
    ])
  func sampling(_ sampling: String) throws {
    let options = #""options": {"temperature": 0.5}"#
    let text = Self.version1.replacing(options, with: #""options": {"sampling": \#(sampling)}"#)
    try #require(text != Self.version1)
    #expect(throws: DecodingError.self) { try decode(text) }
  }

  // Known from: the same codec, which refuses unknown roles and segments.
  @Test(
    "T3: is rejected where something in it is unknown",
    arguments: [
      ("\"version\": 1", "\"version\": 2"), ("\"role\": \"tool\"", "\"role\": \"robot\""),
      ("\"type\": \"structure\"", "\"type\": \"hologram\""),
      ("FoundationModels.Transcript", "Something"), (#"{\"term\": \"soup\"}"#, #"{\"term\": "#),
    ])
  func unknown(_ part: String, _ replacement: String) throws {
    let text = Self.version1.replacing(part, with: replacement)
    try #require(text != Self.version1)
    #expect(throws: DecodingError.self) { try decode(text) }
  }
}
