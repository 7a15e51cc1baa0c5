import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// C1 and T20: the value does not depend on the places at which a text is cut.
///
/// The texts have what Swift's `String` merges across a cut: a line feed after a carriage return,
/// and accents and joined emoji after their base.
struct PieceTests {
  private static let tag = Tag(
    title: "Cre\u{301}me\r\nbru\u{302}le\u{301}e 👩‍👩‍👧‍👦🇫🇷 \"hot\" \\ \u{301}",
    note: "jalapen\u{303}o\t\u{1F}—\u{200D}", count: nil,
    prices: ["e\u{301}te": 4.5, "ü": 2, "\"a\\\r\n": 0.25, "🍲\u{FE0F}": 1e9],
    lines: ["", "\u{302}", "\n\r\n", "日本\u{3099}"])

  /// The value as a model would write it: as it is, and with all but ASCII escaped.
  private static func texts(of content: GeneratedContent) -> [String] {
    let text = content.jsonString(.compact)
    let escaped = text.unicodeScalars.map { scalar in
      scalar.isASCII
        ? String(scalar)
        : String(scalar).utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }
          .joined()
    }
    return [text, escaped.joined(), "```json\n\(content.jsonString(.pretty))\n```"]
  }

  /// A text in pieces of some scalars, which may begin with an accent.
  private static func pieces(of text: String, size: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return stride(from: 0, to: scalars.count, by: size).map { start in
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start..<min(start + size, scalars.count)])
      return String(piece)
    }
  }

  /// Asks for the value, at once and as a stream that is read, and requires one request each.
  private func check(
    _ session: () throws -> LanguageModelSession, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let expected = Array(Self.tag.generatedContent.jsonBytes(.compact))
    let response = try await session().respond(to: "Tag?", generating: Tag.self)
    #expect(
      Array(response.content.generatedContent.jsonBytes(.compact)) == expected,
      sourceLocation: sourceLocation)
    #expect(response.attempts.count == 1, sourceLocation: sourceLocation)
    let stream = try session().streamResponse(to: "Tag?", generating: Tag.self)
    var last: Tag.PartiallyGenerated?
    for try await snapshot in stream {
      #expect(snapshot.attempt == 1, sourceLocation: sourceLocation)
      last = snapshot.content
    }
    #expect(last?.lines == Self.tag.lines, sourceLocation: sourceLocation)
    let collected = try await stream.collect()
    #expect(
      Array(collected.content.generatedContent.jsonBytes(.compact)) == expected,
      sourceLocation: sourceLocation)
    #expect(collected.attempts.count == 1, sourceLocation: sourceLocation)
  }

  @Test("is the same value, from the events of a model", arguments: 1...8)
  func events(_ size: Int) async throws {
    for text in Self.texts(of: Self.tag.generatedContent) {
      let pieces = Self.pieces(of: text, size: size)
      try await check { LanguageModelSession(model: ScriptedModel([.text(pieces)])) }
    }
  }

  @Test(
    "is the same value, from bytes that come in pieces as well", arguments: ProviderFixture.all,
    [3, 1, 2, 5, 8].prefix(tried(of: 5, oneIn: 5)))
  func bytes(_ provider: ProviderFixture, _ size: Int) async throws {
    let schema = try SchemaEncoder(dialect: provider.dialect).fit(Tag.self)
    let answer = try schema.answer(for: Self.tag.generatedContent)
    for text in Self.texts(of: answer) {
      let stream = Data(provider.stream(Self.pieces(of: text, size: size)).utf8)
      let pieces = stride(from: 0, to: stream.count, by: size).map {
        stream[$0..<min($0 + size, stream.count)]
      }
      try await check { provider.session(ScriptedTransport([.init(pieces: pieces)])) }
    }
  }

  @Test("is read by scalars: an accent after a colon is text", arguments: 1...8)
  func events(ofAccents size: Int) {
    let stream = Array("data:\u{301}a\ndata: \u{302}b\nevent:\u{303}c\n:\u{304}d\r\n\r\n".utf8)
    var reader = ServerSentEvents()
    let events = stride(from: 0, to: stream.count, by: size).flatMap {
      reader.append(stream[$0..<min($0 + size, stream.count)])
    }
    #expect(events.map { [$0.type, $0.data] } == [["\u{303}c", "\u{301}a\n\u{302}b"]])
  }

  // Known from: "Server-sent events" of the HTML standard: a line without a colon is a field with
  // an empty value.
  @Test("reads a line without a colon as a field without a value")
  func fieldsWithoutValue() {
    var reader = ServerSentEvents()
    let events = reader.append(Array("event: a\nevent\nid\nretry\ndata\ndata:b\n\nother\n".utf8))
    #expect(events.map { [$0.type, $0.data] } == [["message", "\nb"]])
    #expect(reader.finish() == "other")
  }

  /// A value whose schema providers take in another form: a dictionary and an optional number.
  private struct Tag: Generable {
    struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
      var title: String?
      var prices: [String: Double]?
      var lines: [String]?

      init(_ content: GeneratedContent) throws {
        title = try content.value(forProperty: "title")
        prices = try content.value(forProperty: "prices")
        lines = try content.value(forProperty: "lines")
      }
    }

    var title: String
    var note: String?
    var count: Int?
    var prices: [String: Double]
    var lines: [String]

    init(title: String, note: String?, count: Int?, prices: [String: Double], lines: [String]) {
      self.title = title
      self.note = note
      self.count = count
      self.prices = prices
      self.lines = lines
    }

    init(_ content: GeneratedContent) throws {
      title = try content.value(forProperty: "title")
      note = try content.value(forProperty: "note")
      count = try content.value(forProperty: "count")
      prices = try content.value(forProperty: "prices")
      lines = try content.value(forProperty: "lines")
    }

    var generatedContent: GeneratedContent {
      GeneratedContent(
        properties: [
          "title": title, "note": note, "count": count, "prices": prices, "lines": lines,
        ], omittingNil: true)
    }

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "title", type: String.self), .init(name: "note", type: String?.self),
          .init(name: "count", type: Int?.self),
          .init(name: "prices", type: [String: Double].self),
          .init(name: "lines", type: [String].self),
        ])
    }
  }
}
