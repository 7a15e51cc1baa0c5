import Foundation
import SchemaContent
import SchemaEncoding
import SchemaModel

@testable import SchemaProviders
@testable import SchemaSessions

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources.

/// The servers of Chat Completions, which differ in what they want and send.
private let chatServers: [ChatQuirks] =
  [.openAI]
  + [CompatibleModel.Server.llamaCpp, .mistral, .deepSeek, .openRouter].map { ChatQuirks($0) }

/// Reads a stream in the format of a provider, and stops the process if something that always holds
/// does not.
///
/// The first byte names the format, whether the answer has a schema, and whether checksums are left
/// as they are; the second one names where the stream is cut. The rest is the stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 2 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let stream = Data(bytes.dropFirst(2))
  let hasSchema = bytes[0] & 0x10 != 0
  let size = 1 + Int(bytes[1])
  switch bytes[0] & 0x0F {
  case 0:
    StreamFuzz(
      ResponsesFormat(model: "m", baseURL: "https://h/v1", headers: [:], reasoning: .requested()),
      hasSchema
    ).run(stream, size)
  case 1:
    StreamFuzz(
      AnthropicFormat(
        model: "m", baseURL: "https://h", version: "2023-06-01", maximumResponseTokens: 100),
      hasSchema
    ).run(stream, size)
  case 2:
    StreamFuzz(
      GeminiFormat(model: "m", baseURL: "https://h", combinesToolsAndSchemas: true), hasSchema
    ).run(stream, size)
  case 3:
    StreamFuzz(OllamaFormat(model: "m", baseURL: "https://h", contextSize: 100), hasSchema)
      .run(stream, size)
  case 4:
    // Checksums that the fuzzer cannot guess are made right for it.
    let isRepaired = bytes[0] & 0x80 == 0
    StreamFuzz(
      BedrockFormat(model: "claude", baseURL: "https://h", promptCaching: nil, betas: []), hasSchema
    ).run(isRepaired ? repaired(stream) : stream, size)
  case let number:
    let quirks = chatServers[Int(number - 5) % chatServers.count]
    StreamFuzz(
      ChatFormat(model: "m", baseURL: "https://h/v1", headers: [:], quirks: quirks), hasSchema
    ).run(stream, size)
  }
  return 0
}

/// A stream of Amazon's events whose checksums match its messages, as far as it has messages.
private func repaired(_ stream: Data) -> Data {
  var bytes = Array(stream)
  var start = 0
  func number(at place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
  func putChecksum(at place: Int) {
    let checksum = CRC32.checksum(of: bytes[start..<place])
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * index))
    }
  }
  while bytes.count - start >= 12 {
    let size = number(at: start)
    putChecksum(at: start + 8)
    guard size >= 16, size <= bytes.count - start else { break }
    putChecksum(at: start + size - 4)
    start += size
  }
  return Data(bytes)
}

/// A dish whose optional part providers want as `null`, so that answers are mapped back.
struct FuzzedDish: Generable {
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    let name: String?
    let minutes: Int?

    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      minutes = try content.value(forProperty: "minutes")
    }
  }

  let name: String
  let minutes: Int?

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "minutes": minutes], omittingNil: true)
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "name", type: String.self), .init(name: "minutes", type: Int?.self),
      ])
  }
}

struct StreamFuzz<Format: WireFormat> {
  private let reader: Format.Reader
  private let hasSchema: Bool

  init(_ format: Format, _ hasSchema: Bool) {
    self.hasSchema = hasSchema
    let prompt = Transcript.Prompt(segments: [.text(.init(content: "Soup?"))])
    let tool = Transcript.ToolDefinition(
      name: "find", description: "Finds dishes", parameters: FuzzedDish.generationSchema)
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      transcript: Transcript(entries: [.prompt(prompt)]), enabledTools: [tool],
      schema: hasSchema ? FuzzedDish.generationSchema : nil, generationOptions: .init(),
      contextOptions: .init(), metadata: [:])
    do {
      reader = try format.request(for: request, key: "k", schemas: WrittenSchemas(for: format)).1
    } catch {
      fatalError("no request: \(error)")
    }
  }

  /// What a reader says of a stream.
  private struct Reading: Equatable {
    var events: [String] = []
    var failure = ""
    var snapshots: [String] = []
    var result = ""
  }

  func run(_ stream: Data, _ size: Int) {
    let whole = read(stream, size: max(1, stream.count))
    check(whole == read(stream, size: size), "pieces of \(size) give another result", stream)
    check(whole == read(stream, size: 1), "single bytes give another result", stream)
    readReply(stream)
  }

  /// Reads the bytes as the reply of a batch.
  private func readReply(_ text: Data) {
    guard let reply = try? GeneratedContent(json: String(decoding: text, as: UTF8.self)),
      reply.isComplete, reply.shape == .object
    else { return }
    var reader = ReplyStream(reader)
    var reading = Reading()
    var events: [LanguageModelExecutorGenerationChannel.Event] = []
    do {
      try reader.read(completeReply: reply, into: &events)
      try reader.finish(into: &events)
    } catch {
      let inner = (error as? ProviderRequestFailure)?.error ?? error
      check(inner is LanguageModelError, "an error has no type of ours: \(inner)", text)
    }
    answer(events, of: String.self, text, &reading)
  }

  private func read(_ stream: Data, size: Int) -> Reading {
    var reader = ReplyStream(reader)
    var reading = Reading()
    var events: [LanguageModelExecutorGenerationChannel.Event] = []
    do {
      for start in stride(from: 0, to: stream.count, by: size) {
        try reader.read(stream[start..<min(start + size, stream.count)], into: &events)
        if reader.isDone { break }
      }
      try reader.finish(into: &events)
    } catch {
      let inner = (error as? ProviderRequestFailure)?.error ?? error
      check(
        inner is LanguageModelError || inner is StreamLimit,
        "an error has no type of ours: \(inner)",
        stream)
      reading.failure = "\(inner)"
    }
    reading.events = events.map { "\($0)" }
    if hasSchema {
      answer(events, of: FuzzedDish.self, along: FuzzedDish.generationSchema, stream, &reading)
    } else {
      answer(events, of: String.self, stream, &reading)
    }
    return reading
  }

  /// Puts events together as a turn does.
  private func answer<Content: Generable>(
    _ events: [LanguageModelExecutorGenerationChannel.Event], of type: Content.Type,
    along schema: GenerationSchema? = nil, _ stream: Data, _ reading: inout Reading
  ) {
    let answer = StreamedAnswer(of: type, schema)
    for event in events {
      do {
        answer.receive(event)
        if let snapshot = try answer.snapshot(of: type) {
          reading.snapshots.append(snapshot.rawContent.jsonString(.compact))
        }
      } catch {
        check(
          error is LanguageModelError || error is GeneratedContentParser.SyntaxError,
          "an answer's error has no type of ours: \(error)", stream)
        reading.snapshots.append("\(error)")
      }
    }
    answer.endReply()
    let reply = answer.reply
    let content = Result { try answer.finish() }
    let entries = Result { try reply.entries() }
    reading.result =
      "\(content.map { $0?.jsonString(.compact) ?? "" }) \(entries.map { "\($0.entries)" }) "
      + "\(reply.usage.totalTokenCount)"
  }

  private func check(_ holds: Bool, _ fault: String, _ stream: Data) {
    guard !holds else { return }
    // The fuzzer keeps the input of a process that stops.
    fatalError("\(fault): \(String(decoding: stream, as: UTF8.self).debugDescription)")
  }
}
