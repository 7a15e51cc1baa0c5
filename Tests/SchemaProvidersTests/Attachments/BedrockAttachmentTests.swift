import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Attachments in the requests of Converse, which botocore validates.
struct BedrockAttachmentTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
  private static let pdf = Data("%PDF-1.7".utf8)
  private static let wav = Data("RIFF\0\0\0\0WAVEfmt ".utf8)

  private func session(
    _ transport: ScriptedTransport, tools: [any Tool] = []
  ) -> LanguageModelSession {
    LanguageModelSession(
      model: BedrockModel(
        "anthropic.claude-sonnet-5", region: "us-east-1", key: "k",
        transport: ExportingTransport(transport)), tools: tools)
  }

  private func content(_ prompt: Prompt) async throws -> String {
    let transport = ScriptedTransport([BedrockTests.answer("ok")])
    try await session(transport).respond(to: prompt)
    let body = try GeneratedContent(json: try transport.body())
    let message = try #require(body.property(named: "messages")?.elements.first { _ in true })
    return try #require(message.property(named: "content")).jsonString(.compact)
  }

  private static func s3(_ name: String) throws -> URL {
    try #require(URL(string: "s3://bucket/\(name)"))
  }

  @Test("are blocks of their kind, between the texts")
  func blocks() async throws {
    let image = try await content(
      Prompt {
        "Cost?"
        Attachment(image: MediaSource(Self.png)).label("receipt")
        "In euros."
      })
    #expect(
      image
        == #"""
        [{"text":"Cost?\nThe attachment \"receipt\":"},\#
        {"image":{"format":"png","source":{"bytes":"iVBORw0KGgoBAgM="}}},{"text":"In euros."}]
        """#
    )
    let place = try Self.s3("a.png")
    #expect(
      try await content(Prompt { Attachment(image: MediaSource(url: place)) })
        == #"[{"image":{"format":"png","source":{"s3Location":{"uri":"s3://bucket/a.png"}}}}]"#)
    #expect(
      try await content(Prompt { Attachment(audio: MediaSource(Self.wav)) })
        .hasPrefix(#"[{"audio":{"format":"wav","source":{"bytes":"#))
  }

  @Test("a document has a name that the service accepts, and a text")
  func documents() async throws {
    let one = MediaSource(Self.pdf, fileName: "Übersicht  2026 (v_2).pdf")
    #expect(
      try await content(Prompt { Attachment(file: one) })
        == #"""
        [{"text":"Attached:"},{"document":{"format":"pdf","name":"bersicht 2026 (v 2)",\#
        "source":{"bytes":"JVBERi0xLjc="}}}]
        """#
    )
    let text = MediaSource(Data("a,b".utf8), mediaType: "text/csv")
    let two = try await content(
      Prompt {
        "Compare."
        Attachment(file: one)
        Attachment(file: text)
        Attachment(file: MediaSource(Self.pdf, fileName: String(repeating: "n", count: 400)))
      })
    #expect(two.contains(#""name":"bersicht 2026 (v 2)""#))
    #expect(two.contains(#"{"format":"csv","name":"document","#))
    #expect(two.contains(#""name":"\#(String(repeating: "n", count: 192))""#))
    #expect(!two.contains("Attached:"))
  }

  /// The names of the documents in a body, in order.
  private func names(_ transport: ScriptedTransport, _ index: Int) throws -> [String] {
    try transport.body(index).matches(of: /"name":"([^"]*)","source"/).map { String($0.1) }
  }

  @Test("each document of a conversation has its own name, which stays the same")
  func documentNames() async throws {
    func file(_ name: String?) -> some PromptRepresentable {
      Attachment(file: MediaSource(Self.pdf, fileName: name))
    }
    let transport = ScriptedTransport(Array(repeating: BedrockTests.answer("ok"), count: 3))
    let session = session(transport)
    try await session.respond {
      file("report 2.pdf")
      file("report.pdf")
      file("REPORT.pdf")
    }
    try await session.respond {
      file("report.pdf")
      file(nil)
      file(nil)
    }
    let long = String(repeating: "n", count: 191)
    try await session.respond {
      for _ in 0..<2 { file("\(long)n many.pdf") }
      // The name ends before the space at which it would be cut.
      file("\(long) many.pdf")
    }
    let first = ["report 2", "report", "REPORT 3"]
    let second = first + ["report 4", "document", "document 2"]
    #expect(try names(transport, 0) == first)
    #expect(try names(transport, 1) == second)
    #expect(try names(transport, 2) == second + ["\(long)n", "\(long)n 2", long])
  }

  @Test("a video has a block of its own, needs no name, and is no document")
  func videos() async throws {
    let place = try Self.s3("a.mov")
    #expect(
      try await content(
        Prompt {
          Attachment(file: MediaSource(Data([1, 2, 3]), mediaType: "video/mp4"))
          Attachment(file: MediaSource(url: place))
        })
          == #"""
          [{"video":{"format":"mp4","source":{"bytes":"AQID"}}},\#
          {"video":{"format":"mov","source":{"s3Location":{"uri":"s3://bucket/a.mov"}}}}]
          """#
    )
    let mixed = try await content(
      Prompt {
        "Compare."
        Attachment(file: MediaSource(Data([1]), fileName: "film.webm"))
        Attachment(file: MediaSource(Self.pdf, fileName: "plan.pdf"))
      })
    #expect(mixed.contains(#""name":"plan","#))
  }

  @Test("an attachment that the service does not take is an error before anything is sent")
  func refused() async throws {
    let web = try #require(URL(string: "https://example.com/a.png"))
    for prompt in [
      Prompt { Attachment(image: MediaSource(url: web)) },
      Prompt { Attachment(image: MediaSource(providerFileID: "f", mediaType: "image/png")) },
      Prompt { Attachment(image: MediaSource(Data("x".utf8), mediaType: "image/tiff")) },
      Prompt { Attachment(file: MediaSource(Data([0, 1]), mediaType: "application/zip")) },
      Prompt { Attachment(audio: MediaSource(Data("x".utf8), mediaType: "audio/midi")) },
      Prompt { Attachment(file: MediaSource(Data("x".utf8), mediaType: "video/ogg")) },
    ] {
      let transport = ScriptedTransport([])
      let error = await #expect(throws: LanguageModelError.self) {
        try await session(transport).respond(to: prompt)
      }
      #expect(error?.unsupportedTranscriptContent != nil)
      #expect(transport.requests.isEmpty)
    }
  }

  /// A tool whose output is a picture.
  private struct Camera: Tool {
    let name = "photograph"
    let description = "Takes a picture"
    let attachment: Prompt

    func call(arguments: Find.Arguments) async throws -> Prompt { attachment }
  }

  /// A call of the camera.
  private func call(_ id: String = "t1") -> ScriptedTransport.Response {
    BedrockTests.response([
      (
        "contentBlockStart",
        #"{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"\#(id)","name":"photograph"}}}"#
      ),
      (
        "contentBlockDelta",
        #"{"contentBlockIndex":0,"delta":{"toolUse":{"input":"{\"term\":\"pie\"}"}}}"#
      ), ("contentBlockStop", #"{"contentBlockIndex":0}"#),
      ("messageStop", #"{"stopReason":"tool_use"}"#), ("metadata", #"{"usage":{}}"#),
    ])
  }

  @Test("documents in outputs of tools have their own names, too")
  func documentNamesOfOutputs() async throws {
    let plan = Prompt { Attachment(file: MediaSource(Self.pdf, fileName: "plan.pdf")) }
    let transport = ScriptedTransport([call(), call("t2"), BedrockTests.answer("A plan.")])
    try await session(transport, tools: [Camera(attachment: plan)]).respond(to: plan)
    #expect(try names(transport, 1) == ["plan", "plan 2"])
    #expect(try names(transport, 2) == ["plan", "plan 2", "plan 3"])
    #expect(
      try transport.body(2).contains(
        #"""
        {"toolResult":{"toolUseId":"t2",\#
        "content":[{"document":{"format":"pdf","name":"plan 3",\#
        "source":{"bytes":"JVBERi0xLjc="}}}]}}
        """#
      ))
  }

  @Test("a tool's output contains images, videos and documents, and no recordings")
  func outputs() async throws {
    let picture = Prompt {
      "Here:"
      Attachment(image: MediaSource(Self.png))
    }
    let transport = ScriptedTransport([call(), BedrockTests.answer("A pie.")])
    try await session(transport, tools: [Camera(attachment: picture)]).respond(to: "Look.")
    #expect(
      try transport.body(1).contains(
        #"""
        {"toolResult":{"toolUseId":"t1",\#
        "content":[{"text":"Here:"},\#
        {"image":{"format":"png","source":{"bytes":"iVBORw0KGgoBAgM="}}}]}}
        """#
      ))
    let film = Prompt { Attachment(file: MediaSource(Data([1]), mediaType: "video/webm")) }
    let shown = ScriptedTransport([call(), BedrockTests.answer("A film.")])
    try await session(shown, tools: [Camera(attachment: film)]).respond(to: "Look.")
    #expect(
      try shown.body(1).contains(
        #""content":[{"video":{"format":"webm","source":{"bytes":"AQ=="}}}]"#))
    let sound = Prompt { Attachment(audio: MediaSource(Self.wav)) }
    let refused = ScriptedTransport([call()])
    await #expect(throws: LanguageModelError.self) {
      try await session(refused, tools: [Camera(attachment: sound)]).respond(to: "Listen.")
    }
    #expect(refused.requests.count == 1)
  }
}
