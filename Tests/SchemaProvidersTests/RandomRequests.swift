import Foundation
import SchemaEncoding
import SchemaModel
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport

/// Requests at random: any conversation, tools, schema and options.
struct RandomRequests {
  private static let texts = [
    "Soup?", "", " ", "a \"quote\" and a \\", "Grüße\n\tund 👩‍🍳", "\u{0}\u{1F}", "</tool_call>",
    String(repeating: "long ", count: 200),
  ]
  private static let toolNames = [
    "find", "Find<Ärger>", "1st", "a.b.c", String(repeating: "n", count: 80),
    String(repeating: "n", count: 81), "",
  ]

  private var random: SplitMix64
  private var schemas: ArbitrarySchemas
  private var callCount = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    schemas = ArbitrarySchemas(seed: seed)
  }

  mutating func request(for provider: String) -> LanguageModelExecutorGenerationRequest {
    let names = Self.toolNames.shuffled(using: &random).prefix(random.below(4))
    let tools = names.map { name in
      Transcript.ToolDefinition(
        name: name, description: random.pick(Self.texts), parameters: schema())
    }
    var request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript(Array(tools), provider), enabledTools: Array(tools),
      schema: random.oneIn(2) ? schema() : nil, generationOptions: options(),
      contextOptions: ContextOptions(
        includeSchemaInPrompt: random.pick([nil, true, false]),
        reasoningLevel: random.pick([nil, .light, .moderate, .deep, .custom("xhigh")])),
      metadata: [:])
    request.unsupportedOption = .log
    if random.oneIn(4) { request.enabledToolDefinitions = [] }
    return request
  }

  private mutating func schema() -> GenerationSchema {
    // Some of the schemas have faults, which are of no matter here.
    for _ in 0..<100 {
      let (root, others) = schemas.next()
      if let schema = try? GenerationSchema(root: root, dependencies: others),
        (try? SchemaGraph(schema)) != nil
      {
        return schema
      }
    }
    return Find.Arguments.generationSchema
  }

  private mutating func options() -> GenerationOptions {
    GenerationOptions(
      samplingMode: random.pick([
        nil, .greedy, .random(top: 40), .random(top: 1, seed: random.next()),
        .random(probabilityThreshold: 0.9, seed: 7),
      ]), temperature: random.pick([nil, 0, 0.7, 2]),
      maximumResponseTokens: random.pick([nil, 1, 400]),
      toolCallingMode: random.pick([nil, .allowed, .required]))
  }

  private mutating func transcript(
    _ tools: [Transcript.ToolDefinition], _ provider: String
  ) -> Transcript {
    var transcript = Transcript()
    if random.oneIn(2) {
      transcript.append(
        .instructions(.init(segments: segments(), toolDefinitions: tools)))
    }
    for _ in 0..<random.below(4) {
      transcript.append(.prompt(.init(segments: segments())))
      if random.oneIn(3) { transcript.append(reasoning(provider)) }
      if !tools.isEmpty, random.oneIn(2) { transcript.append(contentsOf: round(tools)) }
      transcript.append(.response(.init(segments: segments())))
    }
    transcript.append(.prompt(.init(segments: segments())))
    if !tools.isEmpty, random.oneIn(3) { transcript.append(contentsOf: round(tools)) }
    return transcript
  }

  private mutating func segments() -> [Transcript.Segment] {
    (0..<1 + random.below(2)).map { _ in
      random.oneIn(3)
        ? .structure(.init(schemaName: "Dish", content: content()))
        : .text(.init(content: random.pick(Self.texts)))
    }
  }

  private mutating func content() -> GeneratedContent {
    GeneratedContent(properties: [
      "name": random.pick(Self.texts), "minutes": random.below(100), "sour": random.oneIn(2),
    ])
  }

  private mutating func reasoning(_ provider: String) -> Transcript.Entry {
    // Responses wants a whole item back, and the others a text in Base64.
    let signature =
      provider == "OpenAI"
      ? #"{"type":"reasoning","id":"r","summary":[],"encrypted_content":"c2ln"}"# : "c2ln"
    return .reasoning(
      .init(
        metadata: ["provider": random.oneIn(2) ? provider : "another", "kind": "reasoning"],
        segments: segments(),
        signature: random.oneIn(2) ? Data(signature.utf8) : nil))
  }

  /// Calls of tools at the same time, and their outputs.
  private mutating func round(_ tools: [Transcript.ToolDefinition]) -> [Transcript.Entry] {
    let calls = (0..<1 + random.below(3)).map { _ in
      callCount += 1
      return Transcript.ToolCall(
        id: "call_\(callCount)", toolName: random.pick(tools).name, arguments: content())
    }
    let outputs = calls.map { call in
      Transcript.Entry.toolOutput(
        .init(id: call.id, toolName: call.toolName, segments: segments()))
    }
    return [.toolCalls(.init(calls))] + outputs
  }
}
