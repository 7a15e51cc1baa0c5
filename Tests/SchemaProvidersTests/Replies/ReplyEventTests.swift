import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Events that are no content, errors, and characters that are split over two events.
struct ReplyEventTests {
  @Test("keep-alives and unknown events between any two change nothing", arguments: ReplyForm.all)
  func keepAlives(_ form: ReplyForm) async throws {
    var extras = [form.event("ping", "2026-11-22T12:00:00Z"), form.event("ping", "{}")]
    switch form.name {
    case "Bedrock": extras.append(form.event("messageStart", ""))
    case "Ollama": extras = [Data("\n".utf8), Data("  \r\n".utf8)]
    default:
      extras += [
        Data("id: 1\ndata:\n\n".utf8), Data("data\n\n".utf8),
        Data("event: message\ndata: \n\n".utf8),
        Data(": ping\n\n".utf8), form.event("later", "not JSON"), form.event("heartbeat", "1"),
        form.event("later", #"{"error":{"message":"no"}}"#),
      ]
    }
    for extra in extras {
      let (session, _) = form.session(form.answer.flatMap { [extra, $0] } + [extra])
      #expect(try await session.respond(to: "Soup?").content == "Dal")
    }
  }

  /// Errors with the words "No soup.", in the forms of events.
  private static let errors = [
    #"{"error":{"message":"No soup.","failed_generation":"<half"}}"#,
    #"{"error":"No soup.","failed_generation":"<half"}"#,
    #"{"error":true,"message":"No soup.","failed_generation":"<half"}"#,
    #"{"object":"error","message":"No soup.","code":400,"failed_generation":"<half"}"#,
    #"{"type":"error","message":"No soup.","failed_generation":"<half"}"#,
    #"{"base_resp":{"status_code":1004,"status_msg":"No soup.","failed_generation":"<half"}}"#,
    #"{"error_message":"No soup.","failed_generation":"<half"}"#,
    #"{"choices":[{"error":{"message":"No soup.","failed_generation":"<half"}}]}"#,
    #"{"errors":[{"message":"No soup.","failed_generation":"<half"}],"success":false}"#,
    #"[{"error":{"message":"No soup.","failed_generation":"<half"}}]"#,
  ]

  private func expectError(
    _ session: LanguageModelSession, _ hint: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: LanguageModelError.self, sourceLocation: sourceLocation) {
      try await session.respond(to: "Soup?")
    }
    let text = error?.debugDescription ?? ""
    #expect(text.hasSuffix(": No soup."), "\(hint): \(text)", sourceLocation: sourceLocation)
    #expect(
      error?.metadata["failed_generation"] as? String == "<half", "\(hint)",
      sourceLocation: sourceLocation)
    #expect(session.transcript.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(
    "T18: an error is found in each form, and quoted with its details", arguments: ReplyForm.all)
  func errors(_ form: ReplyForm) async {
    let text = form.text(#""Da""#)
    for error in Self.errors {
      for before in [[], [text]] {
        let event =
          form.name == "Bedrock"
          ? form.event("messageStart", error) : form.event(form.type, error)
        await expectError(form.session(before + [event]).0, error)
        // A server may end its stream as if nothing had happened.
        await expectError(
          form.session(before + [event, form.end(form.normal), form.last]).0, error)
      }
    }
  }

  @Test("T18: an error can be marked by its framing", arguments: ReplyForm.serverSent)
  func markedErrors(_ form: ReplyForm) async {
    let error = #"{"message":"No soup.","failed_generation":"<half"}"#
    for event in [
      form.event("error", error), form.event("response.error", error),
      Data("error: \(error)\n\n".utf8), Data("error: {\"error\":\(error)}\n".utf8),
    ] {
      await expectError(form.session([form.text(#""Da""#), event]).0, "\(event)")
    }
    let (session, _) = form.session([Data("event: error\ndata: No soup.\n\n".utf8)])
    let words = await session.failure(of: "Soup?")
    #expect(words?.debugDescription.hasSuffix(": No soup.") == true)
  }

  @Test(
    "T18: an error can be the complete body of a success",
    arguments: ReplyForm.all.filter { $0.name != "Bedrock" })
  func bodies(_ form: ReplyForm) async throws {
    for error in Self.errors {
      for body in [error, error + "\n", "\n" + error] {
        let (session, _) = form.session(
          .init(headers: ["content-type": "application/json"], body: [body]))
        await expectError(session, body)
      }
      let pretty = try GeneratedContent(json: error).jsonString(.pretty)
      await expectError(form.session(.init(body: [pretty])).0, pretty)
    }
  }

  @Test("a status of success is not an error")
  func success() async throws {
    let form = ReplyForm.compatible
    let status =
      #"{"choices":[],"error":null,"error_message":"","base_resp":{"status_code":0}}"#
    let (session, _) = form.session([form.event("message", status)] + form.answer)
    #expect(try await session.respond(to: "Soup?").content == "Dal")
  }

  @Test(
    "T20: halves of a character in two events are joined, and a lone half is U+FFFD",
    arguments: ReplyForm.all,
    [
      ([#""a\ud83c""#, #""\udf72b""#], "a🍲b"), ([#""\uD83C""#, #""""#, #""\uDF72""#], "🍲"),
      ([#""a\ud83c""#, #""b""#], "a\u{FFFD}b"), ([#""a\ud83c""#], "a\u{FFFD}"),
      ([#""\udf72a""#], "\u{FFFD}a"), ([#""\\ud83c""#, #""\ud83c\udf72""#], #"\ud83c🍲"#),
      ([#""\ud83c\ud83c""#, #""\udf72\n""#], "\u{FFFD}🍲\n"),
      // The server's own characters for private use stay as they are.
      (["\"\u{10F800}\"", #""\ud83c""#, #""\udf72\udbff\udfff""#], "\u{10F800}🍲\u{10FFFF}"),
      ([#""a\ud83c""#, "\"\\udf72\u{10F8FF}\""], "a🍲\u{10F8FF}"),
    ])
  func surrogates(_ form: ReplyForm, _ example: (pieces: [String], text: String)) async throws {
    let (session, _) = form.session(
      example.pieces.map { form.text($0) } + [form.end(form.normal), form.last])
    #expect(try await session.respond(to: "Soup?").content == example.text)
    let (thinking, _) = form.session(
      example.pieces.map { form.reasoning($0) } + form.answer)
    try await thinking.respond(to: "Soup?")
    if !["Anthropic"].contains(form.name) {
      #expect(thinking.transcript.outline.contains("reasoning \(example.text)"))
    }
  }

  @Test("T20: halves of a character are joined in arguments")
  func argumentHalves() async throws {
    func piece(_ arguments: String, _ start: String = "") -> Data {
      Data(
        #"data: {"choices":[{"delta":{"tool_calls":[{"index":0,\#(start)"#.utf8)
        + Data("\"function\":{\(arguments)}}]}}]}\n\n".utf8)
    }
    let form = ReplyForm.chat
    let (session, _) = form.session(
      .init(pieces: [
        piece(#""name":"find","arguments":"{\"term\":\"a\ud83c""#, #""id":"a","#),
        piece(#""arguments":"\udf72\"}""#), form.end(#""tool_calls""#), form.last,
      ]), .init(pieces: form.answer), tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("output a: found a🍲"))
  }
}
