import Foundation
import SchemaConcurrency
import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// Attachments in the requests of each provider.
struct AttachmentRequestTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
  private static let pngText = "iVBORw0KGgoBAgM="
  private static let wav = Data("RIFF\0\0\0\0WAVEfmt ".utf8)
  private static let pdf = Data("%PDF-1.7".utf8)

  private func export(_ transport: ScriptedTransport) -> any ModelTransport {
    ExportingTransport(transport)
  }

  /// The body of a request with a prompt, after it was sent.
  private func body(
    _ provider: ProviderFixture, @PromptBuilder _ prompt: () -> Prompt
  ) async throws -> String {
    let transport = ScriptedTransport([.init(body: [provider.text])])
    let session = LanguageModelSession(model: provider.model(export(transport)))
    try await session.respond(to: prompt())
    return try transport.body()
  }

  @Test(
    "has an image between the texts around it, after its label",
    arguments: [
      (
        ProviderFixture.openAI,
        #"""
        [{"type":"text","text":"Cost?\nThe attachment \"receipt\":"},\#
        {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoBAgM="}},\#
        {"type":"text","text":"In euros."}]
        """#
      ),
      (
        .responses,
        #"""
        [{"type":"input_text","text":"Cost?\nThe attachment \"receipt\":"},\#
        {"type":"input_image","detail":"auto",\#
        "image_url":"data:image/png;base64,iVBORw0KGgoBAgM="},\#
        {"type":"input_text","text":"In euros."}]
        """#
      ),
      (
        .anthropic,
        #"""
        [{"type":"text","text":"Cost?\nThe attachment \"receipt\":"},\#
        {"type":"image","source":{"type":"base64","media_type":"image/png",\#
        "data":"iVBORw0KGgoBAgM="}},{"type":"text","text":"In euros."}]
        """#
      ),
      (
        .gemini,
        #"""
        [{"text":"Cost?\nThe attachment \"receipt\":"},\#
        {"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgoBAgM="}},{"text":"In euros."}]
        """#
      ),
      (
        .ollama,
        #"""
        {"role":"user","content":"Cost?\nThe attachment \"receipt\":\nIn euros.",\#
        "images":["iVBORw0KGgoBAgM="]}
        """#
      ),
      (
        .llamaCpp,
        #"""
        [{"type":"text","text":"Cost?\nThe attachment \"receipt\":"},\#
        {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoBAgM="}},\#
        {"type":"text","text":"In euros."}]
        """#
      ),
    ])
  func image(provider: ProviderFixture, part: String) async throws {
    let body = try await body(provider) {
      "Cost?"
      Attachment(image: MediaSource(Self.png)).label("receipt")
      "In euros."
    }
    #expect(body.contains(part), "\(body)")
  }

  /// An attachment, and its part in the request of a provider; `nil` if the provider takes none.
  struct Case: Sendable, CustomTestStringConvertible {
    let provider: ProviderFixture
    let name: String
    let prompt: Prompt
    let part: String?

    var testDescription: String { "\(provider.name), \(name)" }
  }

  private static func web(_ name: String) -> MediaSource {
    MediaSource(url: URL(filePath: "/example.com/\(name)").asWeb)
  }

  private static func cases(
    _ name: String, _ prompt: some PromptRepresentable, _ parts: [(ProviderFixture, String?)]
  ) -> [Case] {
    parts.map {
      Case(provider: $0.0, name: name, prompt: prompt.promptRepresentation, part: $0.1)
    }
  }

  static let cases: [Case] =
    cases(
      "image at an address", Attachment(image: web("a.png")),
      [
        (.openAI, #"{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}"#),
        (
          .responses,
          #"{"type":"input_image","detail":"auto","image_url":"https://example.com/a.png"}"#
        ),
        (
          .anthropic, #"{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}"#
        ),
        (.gemini, nil), (.ollama, nil),
      ])
    + cases(
      "image of the provider",
      Attachment(image: MediaSource(providerFileID: "file-1", mediaType: "image/png")),
      [
        (.openAI, nil),
        (.responses, #"{"type":"input_image","detail":"auto","file_id":"file-1"}"#),
        (.anthropic, #"{"type":"image","source":{"type":"file","file_id":"file-1"}}"#),
        (.gemini, #"{"fileData":{"mimeType":"image/png","fileUri":"file-1"}}"#),
        (.ollama, nil),
      ])
    + cases(
      "recording", Attachment(audio: MediaSource(wav)),
      [
        (
          .openAI,
          #"""
          {"type":"input_audio","input_audio":{"data":"UklGRgAAAABXQVZFZm10IA==","format":"wav"}}
          """#
        ),
        (.responses, nil),
        (.anthropic, nil), (.llamaCpp, nil), (.ollama, nil),
        (
          .gemini,
          #"{"inlineData":{"mimeType":"audio/wav","data":"UklGRgAAAABXQVZFZm10IA=="}}"#
        ),
      ])
    + cases(
      "document", Attachment(file: MediaSource(pdf, fileName: "a.pdf")),
      [
        (
          .openAI,
          #"""
          {"type":"file","file":{"filename":"a.pdf",\#
          "file_data":"data:application/pdf;base64,JVBERi0xLjc="}}
          """#
        ),
        (
          .responses,
          #"""
          {"type":"input_file","filename":"a.pdf",\#
          "file_data":"data:application/pdf;base64,JVBERi0xLjc="}
          """#
        ),
        (
          .anthropic,
          #"""
          {"type":"document","source":{"type":"base64","media_type":"application/pdf",\#
          "data":"JVBERi0xLjc="},"title":"a.pdf"}
          """#
        ),
        (
          .gemini, #"{"inlineData":{"mimeType":"application/pdf","data":"JVBERi0xLjc="}}"#
        ),
        (.llamaCpp, nil), (.ollama, nil),
      ])
    + cases(
      "text", Attachment(file: MediaSource(Data("a,b".utf8), mediaType: "text/csv")),
      [
        (
          .anthropic,
          #"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"a,b"}}"#
        )
      ])
    + cases(
      "document at an address",
      Attachment(file: web("a.pdf")),
      [
        (.openAI, nil),
        (.responses, #"{"type":"input_file","file_url":"https://example.com/a.pdf"}"#),
        (
          .anthropic,
          #"{"type":"document","source":{"type":"url","url":"https://example.com/a.pdf"}}"#
        ),
      ])
    + cases(
      "bytes of no known type", Attachment(image: MediaSource(Data([1, 2, 3]))),
      [(.openAI, nil), (.responses, nil), (.anthropic, nil), (.gemini, nil)])

  @Test("has each kind in the provider's form, or is not sent", arguments: cases)
  func kinds(of testCase: Case) async throws {
    let transport = ScriptedTransport([.init(body: [testCase.provider.text])])
    let session = LanguageModelSession(model: testCase.provider.model(export(transport)))
    guard let part = testCase.part else {
      let error = await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: testCase.prompt)
      }
      let content = try #require(error?.unsupportedTranscriptContent)
      #expect(content.unsupportedContent.count == 1)
      #expect(content.debugDescription.contains("does not accept the attachment ["))
      #expect(transport.requests.isEmpty)
      return
    }
    try await session.respond(to: testCase.prompt)
    let body = try transport.body()
    #expect(body.contains(part), "\(body)")
  }

  /// A tool whose output has an image.
  private struct Camera: Tool {
    let name = "find"
    let description = "Takes a photo"

    func call(arguments: Find.Arguments) async throws -> Prompt {
      Prompt {
        "A photo:"
        Attachment(image: MediaSource(AttachmentRequestTests.png))
      }
    }
  }

  @Test(
    "has the attachments of a tool's output in it, or after all outputs",
    arguments: [
      (
        ProviderFixture.openAI,
        #"""
        "content":[{"type":"text","text":"Attached to the output of the tool find, call a:"},\#
        {"type":"image_url",
        """#
      ),
      (
        .responses,
        #""output":[{"type":"input_text","text":"A photo:"},{"type":"input_image","detail":"auto","#
      ),
      (
        .anthropic,
        #""content":[{"type":"text","text":"A photo:"},{"type":"image","source":{"type":"base64","#
      ),
      (.gemini, #"{"text":"The attachment of the output of call "#),
      (
        .ollama,
        #"{"role":"tool","tool_name":"find","content":"A photo:","images":["iVBORw0KGgoBAgM="]}"#
      ),
    ])
  func toolOutput(provider: ProviderFixture, part: String) async throws {
    let transport = ScriptedTransport([
      .init(body: [provider.calls]), .init(body: [provider.text]),
    ])
    let session = LanguageModelSession(model: provider.model(export(transport)), tools: [Camera()])
    try await session.respond(to: "Show me.")
    let body = try transport.body(1)
    #expect(body.contains(part), "\(body)")
    #expect(body.components(separatedBy: Self.pngText).count == 3, "two calls have an image each")
    if provider.name == "OpenAI", body.contains(#""messages""#) {
      let messages = try GeneratedContent(json: body)
        .value([GeneratedContent].self, forProperty: "messages")
        .map { try $0.value(String.self, forProperty: "role") }
      #expect(messages == ["user", "assistant", "tool", "tool", "user"])
    }
  }

  @Test("has the attachments of instructions at the beginning of the first prompt")
  func instructions() async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.anthropic.text])])
    let session = LanguageModelSession(model: ProviderFixture.anthropic.model(export(transport))) {
      "Use this style:"
      Attachment(image: MediaSource(Self.png)).label("style")
    }
    try await session.respond(to: "Paint.")
    let body = try transport.body()
    #expect(body.contains(#""system":"Use this style:""#))
    #expect(
      body.contains(
        #"""
        [{"type":"text","text":"The attachment \"style\":"},\#
        {"type":"image","source":{"type":"base64","media_type":"image/png",\#
        "data":"iVBORw0KGgoBAgM="}},{"type":"text","text":"Paint."}]
        """#
      ))
  }

  @Test("reads a local file when it is sent, and names a file that it cannot read")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "photo.png")
    let prompt = Prompt { Attachment(imageURL: file) }
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let session = LanguageModelSession(model: ProviderFixture.openAI.model(transport))
    let large = folder.appending(path: "large.png")
    #expect(FileManager.default.createFile(atPath: large.path, contents: nil))
    // It has no blocks on the disk.
    try FileHandle(forWritingTo: large).truncate(atOffset: (1 << 26) + 1)
    let places = [
      (file, "Check the address."), (folder, "it is not a file. Attach a file."),
      (URL(filePath: "/dev/zero"), "it is not a file. Attach a file."),
      (large, "it has more than 67108864 bytes. Upload it, and attach its identifier."),
    ]
    for (place, problem) in places {
      let error = await #expect(throws: LanguageModelError.self) {
        try await session.respond { Attachment(imageURL: place) }
      }
      #expect(error?.unsupportedTranscriptContent != nil)
      #expect(error?.debugDescription.contains(place.lastPathComponent) == true)
      #expect(error?.debugDescription.hasSuffix(problem) == true, "\(String(describing: error))")
    }
    #expect(transport.requests.isEmpty)
    try Self.png.write(to: file)
    try await session.respond(to: prompt)
    #expect(try transport.body().contains("data:image/png;base64,\(Self.pngText)"))
    // The transcript keeps the address, not the bytes.
    let stored = String(decoding: try JSONEncoder().encode(session.transcript), as: UTF8.self)
    #expect(stored.contains("photo.png"))
    #expect(!stored.contains("iVBORw0KGgo"))
  }

  @Test("has the bytes of large attachments unchanged, with any other texts")
  func large() async throws {
    var random = SystemRandomNumberGenerator()
    let data = Self.png + Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let body = try await body(ProviderFixture.anthropic) {
      "A \u{0}\"\\ text; 0; 1;"
      Attachment(image: MediaSource(data))
      Attachment(image: MediaSource(Self.png))
    }
    let content = try GeneratedContent(json: body)
    let blocks = try content.value([GeneratedContent].self, forProperty: "messages")[0]
      .value([GeneratedContent].self, forProperty: "content")
    let sources = try blocks.dropFirst().map {
      try $0.value(GeneratedContent.self, forProperty: "source")
        .value(String.self, forProperty: "data")
    }
    #expect(sources == [data.base64EncodedString(), Self.png.base64EncodedString()])
    #expect(try blocks[0].value(String.self, forProperty: "text") == "A \u{0}\"\\ text; 0; 1;")
  }

  @Test("a model of Ollama or of a compatible server reads images if the caller says so")
  func vision() {
    for readsImages in [false, true] {
      let models: [any LanguageModel] = [
        OllamaModel("m", readsImages: readsImages),
        OllamaModel("m", baseURL: "https://ollama.com", readsImages: readsImages),
        CompatibleModel(
          "m", server: .vLLM, baseURL: "http://h/v1", readsImages: readsImages),
        CompatibleModel(
          "m", server: .other, baseURL: "http://h/v1", readsImages: readsImages),
      ]
      #expect(models.allSatisfy { $0.capabilities.contains(.vision) == readsImages })
      #expect(models.allSatisfy { $0.capabilities.contains(.toolCalling) })
      #expect(
        models.map { $0.capabilities.contains(.guidedGeneration) } == [true, false, true, false])
    }
    #expect(!OllamaModel("m").capabilities.contains(.vision))
    let silent = CompatibleModel("m", server: .openRouter, baseURL: "http://h/v1")
    #expect(!silent.capabilities.contains(.vision))
  }

  @Test("H6: shows the size of attachments in a log and in descriptions, not their bytes")
  func log() async throws {
    let lines = Locked<[String]>([])
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let logging = LoggingTransport(transport) { text in lines.withLock { $0.append(text) } }
    let session = LanguageModelSession(model: OpenAIModel("m", key: "secret", transport: logging))
    let prompt = Prompt {
      "What is it?"
      Attachment(image: MediaSource(Self.png)).label("photo")
    }
    try await session.respond(to: prompt)
    let log = lines.withLock { $0.joined(separator: "\n") }
    #expect(log.contains("data:image/png;base64,(16 bytes)\"}}]"))
    var dumped = ""
    dump(session.transcript, to: &dumped)
    dump(prompt, to: &dumped)
    for text in [
      log, dumped, prompt.text, "\(session.transcript)", String(reflecting: prompt), "\(prompt)",
      "\(transport.requests)",
    ] {
      #expect(!text.contains("iVBORw0KGgo"))
    }
    #expect(prompt.text == "What is it?\n[\"photo\", image: image/png, 11 bytes]")
    #expect(try transport.body().contains(Self.pngText))
  }

  @Test("states the orientation of an image to no provider, with a note")
  func orientation() async throws {
    let (session, transport) = ProviderFixture.gemini.session(
      ProviderFixture.gemini.text, ProviderFixture.gemini.text)
    let url = try #require(URL(string: "data:image/png;base64,\(Self.pngText)"))
    let prompt = Prompt { Attachment(imageURL: url, orientation: .left) }
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: prompt)
    }
    #expect(error?.unsupportedCapability != nil)
    #expect(transport.requests.isEmpty)
    session.policy.unsupportedOption = .log
    let response = try await session.respond(to: prompt)
    #expect(
      "\(response.transcriptEntries)".contains("iVBOR") == false)
    #expect(try transport.body().contains(Self.pngText))
  }
}

extension URL {
  /// The address on the web whose host and path are the path of this one.
  fileprivate var asWeb: URL { URL(string: "https:/\(path)") ?? self }
}
