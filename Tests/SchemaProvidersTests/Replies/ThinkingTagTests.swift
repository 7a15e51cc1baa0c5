import Foundation
import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// Thoughts that a model writes into the text of its answer.
struct ThinkingTagTests {
  private static let draft = #"Maybe {"name":"Draft","minutes":10}? No, "15"."#
  private static let value = #"{"name":"Dal","minutes":15}"#

  private static let thoughts = [
    "<think>\(draft)</think>\(value)", "\n<think>\n\(draft)\n</think>\n\n\(value)",
    "[THINK]\(draft)[/THINK]\(value)", "\(draft)</think>\(value)",
    "\(draft)\n[/THINK]\n\(value)",
    "<think>\(draft)</think>\n<think></think>```json\n\(value)\n```",
  ]

  private func pieces(_ text: String, _ size: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return stride(from: 0, to: scalars.count, by: size).map { start in
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start..<min(start + size, scalars.count)])
      return String(piece).generatedContent.jsonString
    }
  }

  private func session(_ form: ReplyForm, _ text: String, _ size: Int) -> LanguageModelSession {
    form.session(
      pieces(text, size).map { form.text($0) } + [form.end(form.normal), form.last]
    ).0
  }

  @Test("a draft in a thought is never the value", arguments: ReplyForm.all, [1, 3, 7, 1_000])
  func drafts(_ form: ReplyForm, _ size: Int) async throws {
    for text in Self.thoughts {
      let session = session(form, text, size)
      let dish = try await session.respond(to: "Soup?", generating: Dish.self)
      #expect(dish.content == Dish(name: "Dal", minutes: 15), "\(text)")
      #expect(dish.attempts.count == 1, "\(text)")
      #expect(session.transcript.outline.contains("reasoning \(Self.draft)"), "\(text)")
      let stream = self.session(form, text, size)
        .streamResponse(to: "Soup?", generating: Dish.self)
      #expect(try await stream.collect().content == Dish(name: "Dal", minutes: 15))
    }
  }

  @Test(
    "the text of an answer has no thought", arguments: ReplyForm.all,
    [
      ("<think>Hm</think>Dal", "Dal", "Hm"), ("<think>\n\n</think>\n\nDal", "Dal", ""),
      ("Hm\n</think>\n\nDal", "Dal", "Hm"), ("</think>Dal", "Dal", ""),
      ("<thinking>Hm</thinking> Dal", "Dal", "Hm"), ("Dal", "Dal", ""), ("<thi", "<thi", ""),
      ("a <think>b", "a <think>b", ""), ("Use `</think>` here", "Use `</think>` here", ""),
      (#"{"a":"<think>b</think>"}"#, #"{"a":"<think>b</think>"}"#, ""),
      (#"["\"</think>"]"#, #"["\"</think>"]"#, ""), ("  [T", "  [T", ""),
    ])
  func texts(_ form: ReplyForm, _ example: (sent: String, text: String, thought: String))
    async throws
  {
    for size in [1, 2, 1_000] {
      let session = session(form, example.sent, size)
      #expect(try await session.respond(to: "Soup?").content == example.text)
      let thoughts = session.transcript.outline.filter { $0.hasPrefix("reasoning") }
      #expect(thoughts == (example.thought.isEmpty ? [] : ["reasoning \(example.thought)"]))
    }
  }

  @Test("a thought without an end is no answer", arguments: ReplyForm.all)
  func endless(_ form: ReplyForm) async {
    for text in ["<think>The dose is 5", "The dose is 5</think>", "<think>5</think>\n"] {
      let session = session(form, text, 3)
      let error = await session.failure(of: "How much?")
      #expect(error?.providerFailure?.code == "emptyReply")
      #expect(session.transcript.isEmpty)
    }
  }

  @Test("text is held back by the length of one tag at most")
  func heldBack() throws {
    var tags = ThinkingTags()
    var sent = 0
    var shown = 0
    for piece in "Dal </thin soup, then <thi and [/TH".map(String.init) {
      sent += 1
      for case .text(let text) in tags.add(piece) { shown += text.count }
      #expect(sent - shown <= "</thinking>".count)
    }
    for case .text(let text) in tags.finish() { shown += text.count }
    #expect(shown == sent)
  }
}
