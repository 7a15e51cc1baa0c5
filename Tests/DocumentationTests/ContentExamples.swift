#if Macros
import Foundation
import SchemaKit
import Testing

/// The examples of SchemaContent's and SchemaCoding's pages.
struct ContentExamples {
  private let answer = Samples.answer
  private let chunks = Samples.chunks

  @Test func `content is made of text`() async throws {
    try await example("content") { print in
      // example: content
      let content = try GeneratedContent(json: answer)
      print(content.isComplete)  // true
      print(try content.value(String.self, at: ["ingredients", 0, "unit"]))  // piece

      let chatty = "Sure!\n```json\n\(answer)\n```"
      print(try GeneratedContent(json: chatty, options: .lenient) == content)  // true

      let cut = try GeneratedContent(json: answer.prefix(20).description)
      print(cut.jsonString, cut.isComplete)  // {"name": "Dal"} false
      // example: end
    }
  }

  @Test func `a wrong answer is an error that says where`() async throws {
    try await example("wrong answer") { print in
      // example: wrong answer
      do {
        print(try Recipe(GeneratedContent(json: #"{"name": "Dal", "minutes": "forty"}"#)))
      } catch {
        print(error)
      }
      // example: end
    }
  }

  @Test func `malformed text is an error that says where`() async throws {
    try await example("malformed") { print in
      // example: malformed
      do {
        print(try GeneratedContent(json: #"{"name": "Dal", minutes: 40}"#))
      } catch let error as GeneratedContent.ParsingError {
        print(error.underlyingError ?? error)
      }
      // example: end
    }
  }

  @Test func `an answer is streamed`() async throws {
    try await example("stream") { print in
      // example: stream
      let stream = chunks.snapshots(of: Recipe.self)
      for try await snapshot in stream {
        print(snapshot.content.name ?? "…", snapshot.unfinishedPath?.description ?? "done")
      }
      print(try await stream.collect().content.minutes)
      // example: end
    }
  }

  @Test func `a snapshot knows what changed and what is complete`() async throws {
    try await example("changes") { print in
      // example: changes
      for try await snapshot in chunks.snapshots(of: Recipe.self) {
        let changes = snapshot.changes.map { "\($0.kind) \($0.path)" }
        print(changes.joined(separator: ", "), "–", snapshot.completePaths.map(\.description))
      }
      // example: end
    }
  }

  @Test func `a parser takes pieces`() async throws {
    try await example("parser") { print in
      // example: parser
      var parser = GeneratedContentParser()
      for piece in [#"{"name": "Da"#, #"l", "minutes": 4"#, "0}"] {
        try parser.append(piece)
        print(parser.snapshot().jsonString)
      }
      print(try parser.finish().isComplete)
      // example: end
    }
  }

  @Test func `a Codable type is read and written`() async throws {
    try await example("codable") { print in
      // example: codable
      let content = try GeneratedContent(
        json: #"{"name": "Kiosk", "opens": "2030-05-01T08:00:00Z"}"#)
      let shop = try GeneratedContentDecoder().decode(Shop.self, from: content)
      print(shop.name, shop.opens.timeIntervalSince1970)
      print(try GeneratedContentEncoder().encode(shop).jsonString(.compact))
      // example: end
    }
  }
}
#endif
