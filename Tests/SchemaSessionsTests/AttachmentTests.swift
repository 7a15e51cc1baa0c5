import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Attachments in transcripts, as the interface of FoundationModels 27 declares them.
struct AttachmentTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

  private static let segments: [Transcript.Segment] = [
    .attachment(
      .init(
        id: "1",
        content: .image(.init(ImageAttachmentContent(MediaSource(png), orientation: .left))),
        label: "photo")),
    .attachment(
      .init(
        id: "2",
        content: .file(
          FileAttachmentContent(
            MediaSource(providerFileID: "file-1", mediaType: "application/pdf", fileName: "a.pdf")))
      )),
    .attachment(
      .init(
        id: "3",
        content: .audio(
          AudioAttachmentContent(
            MediaSource(url: URL(filePath: "/photos/a.wav")))))),
  ]

  @Test("stays the same in the JSON of a transcript, which then has version 1.1")
  func coding() throws {
    let transcript = Transcript(entries: [
      .prompt(Transcript.Prompt(id: "p", segments: Self.segments)),
      .toolOutput(Transcript.ToolOutput(id: "o", toolName: "t", segments: Self.segments)),
    ])
    let data = try JSONEncoder().encode(transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == transcript)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""version":"1.1""#))
    #expect(text.contains(#""data":"iVBORw0KGgoBAgM=""#))
    #expect(text.contains(#""orientation":8"#))
  }

  @Test(
    "with a fault is an error with its place",
    arguments: [
      (#"{"type":"image","data":"iVBO","orientation":9}"#, "orientation"),
      (#"{"type":"film","data":"iVBO"}"#, "type"),
      (#"{"type":"image"}"#, "providerFileID"),
      (#"{"type":"image","data":"?"}"#, "data"),
    ])
  func faults(json: String, key: String) throws {
    let text = """
      {"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[
      {"id":"1","role":"user","options":{},\
      "contents":[{"type":"attachment","id":"2","attachment":\(json)}]}]}}
      """
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
    }
    #expect("\(try #require(error))".contains(key))
  }

  @Test("of a builder becomes a segment with its label, between its neighbours")
  func builder() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["A cat"]))
    try await session.respond {
      "What is it?"
      Attachment(image: MediaSource(Self.png)).label("photo")
      "Be brief."
    }
    let prompt = try #require(session.transcript.first { $0.attachments.count == 1 })
    #expect(
      prompt.description
        == "prompt: What is it?\n[\"photo\", image: image/png, 11 bytes]\nBe brief.")
  }

  @Test("is found by a reference to its label, the last one first")
  func reference() throws {
    let transcript = Transcript(entries: [
      .prompt(Transcript.Prompt(segments: Self.segments)),
      .prompt(
        Transcript.Prompt(segments: [
          .attachment(
            .init(
              content: .image(.init(imageURL: URL(filePath: "/photos/b.png"))), label: "photo")),
          .attachment(
            .init(
              content: .file(FileAttachmentContent(MediaSource(Self.png))), label: "file")),
        ])),
    ])
    func image(_ label: String) throws -> Transcript.ImageAttachment? {
      try ImageReference(GeneratedContent(properties: ["attachmentLabel": label]))
        .resolved(in: transcript)
    }
    #expect(try image("photo")?.url?.path == "/photos/b.png")
    #expect(try image("file") == nil)
    #expect(try image("cat") == nil)
    let first = try ImageReference(GeneratedContent(properties: ["attachmentLabel": "photo"]))
      .resolved(in: Transcript(entries: transcript.prefix(1)))
    #expect(first?.orientation == .left)
  }

  @Test("of an answer has its place between texts, and can be taken back")
  func ofAnswer() async throws {
    let image = Transcript.AttachmentSegment(
      id: "i", content: .image(.init(ImageAttachmentContent(MediaSource(Self.png)))))
    let gone = Transcript.AttachmentSegment(
      id: "j", content: .file(FileAttachmentContent(MediaSource(Self.png))))
    let model = ScriptedModel([
      ScriptedModel.Reply([
        .event(.response(action: .appendText("Here", tokenCount: 1))),
        .event(.response(action: .addAttachmentSegment(image))),
        .event(.response(action: .addAttachmentSegment(gone))),
        .event(.response(action: .removeAttachmentSegment(id: "j"))),
        .event(.response(action: .appendText("it is", tokenCount: 1))),
      ])
    ])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Paint.")
    #expect(response.content == "Hereit is")
    let entry = try #require(response.transcriptEntries.last)
    #expect(entry.segments.map(\.description) == ["Here", "[image: image/png, 11 bytes]", "it is"])
    #expect(entry.attachments == [image])
  }

  @Test(
    "has the media type that its name or its first bytes state",
    arguments: [
      (MediaSource(png), "image/png"),
      (MediaSource(Data([0xFF, 0xD8, 0xFF, 0xE0])), "image/jpeg"),
      (MediaSource(Data("RIFFabcdWEBPVP8 ".utf8)), "image/webp"),
      (MediaSource(Data("RIFF".utf8)), nil),
      (MediaSource(Data(), fileName: "a.PDF"), "application/pdf"),
      (MediaSource(url: URL(filePath: "/photos/a.jpeg")), "image/jpeg"),
      (MediaSource(url: URL(filePath: "/photos/a.jpeg"), mediaType: "Image/X"), "image/x"),
      (MediaSource(providerFileID: "f"), nil),
    ] as [(MediaSource, String?)])
  func mediaType(source: MediaSource, type: String?) {
    #expect(source.mediaType == type)
  }

  @Test("H6: shows no query of its address, and a data URL is bytes")
  func addresses() throws {
    let signed = MediaSource(
      url: try #require(URL(string: "https://user:pass@example.com/a.png?sig=secret#x")))
    #expect("\(signed)" == "image/png, https://example.com/a.png")
    var dumped = ""
    dump(signed, to: &dumped)
    #expect(!dumped.contains("secret"))
    let data = MediaSource(url: try #require(URL(string: "data:image/png;base64,AQID")))
    var dumpedData = ""
    dump(data, to: &dumpedData)
    #expect(dumpedData == "- image/png, 3 bytes\n")
    #expect(data.data == Data([1, 2, 3]))
    #expect(data.url == nil)
    #expect("\(data)" == "image/png, 3 bytes")
    let invalid = MediaSource(url: try #require(URL(string: "data:image/png;base64,A")))
    #expect(invalid.data == nil)
    #expect("\(invalid)" == "an invalid data URL")
  }
}
