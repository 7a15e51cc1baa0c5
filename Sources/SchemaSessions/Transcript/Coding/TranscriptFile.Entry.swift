import Foundation

extension TranscriptFile {
  /// The encoded form of an entry.
  ///
  /// The role of the entry determines the members.
  struct Entry: Codable {
    let entry: Transcript.Entry

    init(_ entry: Transcript.Entry) { self.entry = entry }

    private enum Role: String, Codable {
      case instructions
      case user
      case response
      case tool
      case reasoning
    }

    private enum CodingKeys: String, CodingKey {
      case id, role, contents, tools, options, responseFormat, contextOptions, metadata, toolCalls
      case toolName, toolCallID, assets, reasoning
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let id = try container.decode(String.self, forKey: .id)
      func segments() throws -> [Transcript.Segment] {
        try container.decode([Segment].self, forKey: .contents).map(\.segment)
      }
      let metadata = try container.decodeIfPresent(Metadata.self, forKey: .metadata) ?? [:]
      switch try container.decode(Role.self, forKey: .role) {
      case .instructions:
        let tools = try container.decodeIfPresent([Tool].self, forKey: .tools) ?? []
        entry = .instructions(
          Transcript.Instructions(
            id: id, segments: try segments(), toolDefinitions: tools.map(\.definition)))
      case .user:
        let format = try container.decodeIfPresent(ResponseFormat.self, forKey: .responseFormat)
        entry = .prompt(
          Transcript.Prompt(
            id: id, metadata: metadata, segments: try segments(),
            options: try container.decodeIfPresent(Options.self, forKey: .options)?.options
              ?? GenerationOptions(),
            responseFormat: format?.format,
            contextOptions: try container.decodeIfPresent(
              Context.self, forKey: .contextOptions)?.options ?? ContextOptions()))
      case .response where container.contains(.toolCalls):
        let calls = try container.decode([ToolCall].self, forKey: .toolCalls)
        entry = .toolCalls(Transcript.ToolCalls(id: id, calls.map(\.call)))
      case .response:
        var response = Transcript.Response(id: id, metadata: metadata, segments: try segments())
        if let assets = try container.decodeIfPresent([String].self, forKey: .assets),
          !assets.isEmpty
        {
          response.assetIDs = assets
        }
        entry = .response(response)
      case .tool:
        // The entry and the call have the same identifier. If they differ, the call's identifier is
        // used.
        let call = try container.decode(String.self, forKey: .toolCallID)
        entry = .toolOutput(
          Transcript.ToolOutput(
            id: call, toolName: try container.decode(String.self, forKey: .toolName),
            segments: try segments()))
      case .reasoning:
        let reasoning = try container.decode(Reasoning.self, forKey: .reasoning)
        entry = .reasoning(
          Transcript.Reasoning(
            id: id, metadata: metadata, segments: reasoning.contents.map(\.segment),
            signature: reasoning.signature))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(entry.id, forKey: .id)
      func encode(_ role: Role, _ segments: [Transcript.Segment]?) throws {
        try container.encode(role, forKey: .role)
        try container.encodeIfPresent(segments?.map { Segment($0) }, forKey: .contents)
      }
      func encode(_ metadata: [String: GeneratedContent]) throws {
        guard !metadata.isEmpty else { return }
        try container.encode(metadata.object, forKey: .metadata)
      }
      switch entry {
      case .instructions(let instructions):
        try encode(.instructions, instructions.segments)
        if !instructions.toolDefinitions.isEmpty {
          try container.encode(instructions.toolDefinitions.map { Tool($0) }, forKey: .tools)
        }
      case .prompt(let prompt):
        try encode(.user, prompt.segments)
        try container.encode(Options(prompt.options), forKey: .options)
        try container.encodeIfPresent(
          prompt.responseFormat.map { ResponseFormat($0) }, forKey: .responseFormat)
        if prompt.contextOptions != ContextOptions() {
          try container.encode(Context(prompt.contextOptions), forKey: .contextOptions)
        }
        try encode(prompt.metadata)
      case .toolCalls(let calls):
        try encode(.response, nil)
        try container.encode(calls.map { ToolCall($0) }, forKey: .toolCalls)
      case .toolOutput(let output):
        try encode(.tool, output.segments)
        try container.encode(output.toolName, forKey: .toolName)
        try container.encode(output.id, forKey: .toolCallID)
      case .response(let response):
        try encode(.response, response.segments)
        try container.encode(response.assetIDs, forKey: .assets)
        try encode(response.metadata.filter { $0.key != Transcript.Response.assetsKey })
      case .reasoning(let reasoning):
        try encode(.reasoning, nil)
        try container.encode(Reasoning(reasoning), forKey: .reasoning)
        try encode(reasoning.metadata)
      }
    }
  }

  /// The encoded form of a model's reasoning.
  struct Reasoning: Codable {
    var contents: [Segment]
    var signature: Data?

    init(_ reasoning: Transcript.Reasoning) {
      contents = reasoning.segments.map { Segment($0) }
      signature = reasoning.signature
    }
  }
}
