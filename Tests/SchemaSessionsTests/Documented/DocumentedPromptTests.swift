import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What Apple documents of prompts and instructions, as a transcript shows them.
///
/// That parts are lines of one text is a guess in each of these tests.
struct DocumentedPromptTests {
  /// The text that a prompt adds to a transcript.
  private func text(_ prompt: Prompt) async throws -> String {
    let session = LanguageModelSession(model: ScriptedModel(["Dal."]))
    try await session.respond(to: prompt)
    return session.transcript[0].segments.joinedText
  }

  // Known from: the page of PromptBuilder: statements are parts, one after the other.
  @Test("Parts of a builder are in the prompt, in their order")
  func parts() async throws {
    let text = try await text(
      Prompt {
        "Soup?"
        "Or stew?"
      })
    #expect(text == "Soup?\nOr stew?")
  }

  // Known from: the builder's buildEither and buildOptional.
  @Test("A branch that is not taken adds nothing", arguments: [true, false])
  func branches(isHot: Bool) async throws {
    let prompt = Prompt {
      "Soup?"
      if isHot {
        "Hot."
      } else {
        "Cold."
      }
      if isHot { "With chili." }
    }
    #expect(try await text(prompt) == (isHot ? "Soup?\nHot.\nWith chili." : "Soup?\nCold."))
  }

  // Known from: the builder's buildArray.
  @Test("A loop adds a part for each round")
  func loops() async throws {
    let prompt = Prompt {
      for dish in ["dal", "stew"] { "Not \(dish)." }
    }
    #expect(try await text(prompt) == "Not dal.\nNot stew.")
  }

  // Known from: the page on prompting with an example: a Generable value is a part.
  @Test("A value is in a prompt as its JSON")
  func example() async throws {
    let text = try await text(
      Prompt {
        "Like this:"
        Dish(name: "Dal", minutes: 40)
      })
    let json = try #require(text.split(separator: "\n", maxSplits: 1).last)
    #expect(text.hasPrefix("Like this:"))
    let content = try GeneratedContent(json: String(json))
    #expect(try Dish(content) == Dish(name: "Dal", minutes: 40))
  }

  // Known from: PromptRepresentable, whose requirement has the builder.
  @Test("A type of one's own is a part, by a builder")
  func representable() async throws {
    #expect(try await text(Prompt { Wish(dish: "Dal") }) == "Cook Dal.\nBe quick.")
    #expect(try await text(Prompt(Wish(dish: "Stew"))) == "Cook Stew.\nBe quick.")
  }

  // Known from: the conformances of String and Array to PromptRepresentable.
  @Test("Prompts and texts in an array are parts")
  func arrays() async throws {
    #expect(try await text(Prompt { [Prompt("a"), Prompt("b")] }) == "a\nb")
    #expect(try await text(Prompt { ["c", "d"] }) == "c\nd")
  }

  // Known from: the initializers of Prompt and Instructions, which rethrow.
  @Test("What a builder throws is thrown")
  func throwing() throws {
    struct Empty: Error {}
    func dish(_ name: String) throws -> String { if name.isEmpty { throw Empty() } else { name } }
    #expect(throws: Empty.self) { try Prompt { try dish("") } }
    #expect(throws: Empty.self) { try Instructions { try dish("") } }
    #expect(throws: Empty.self) {
      try LanguageModelSession(model: SystemLanguageModel.default) {
        try Instructions(dish(""))
      }
    }
  }

  // Known from: the initializer of sessions with a builder of instructions.
  @Test("Instructions of a builder are one entry, with their conditions", arguments: [true, false])
  func instructions(isBrief: Bool) {
    let session = LanguageModelSession {
      "You are a cook."
      if isBrief { "Be brief." }
      for dish in ["dal", "stew"] { "You know \(dish)." }
    }
    let text = session.transcript.first?.segments.joinedText
    let expected = "You are a cook.\n\(isBrief ? "Be brief.\n" : "")You know dal.\nYou know stew."
    #expect(text == expected)
    #expect(session.transcript.count == 1)
  }

  // Known from: the page of Instructions: they can be nested as prompts can.
  @Test("Instructions within instructions are spliced")
  func nestedInstructions() {
    let role = Instructions("You are a cook.")
    let session = LanguageModelSession(
      instructions: Instructions {
        role
        Instructions {
          "Be brief."
          "Be kind."
        }
      })
    #expect(
      session.transcript.first?.segments.joinedText == "You are a cook.\nBe brief.\nBe kind.")
  }

  // Known from: the interface of 27: an image by its address, with a label and an orientation.
  @Test("An image of a prompt is a segment with its label")
  func image() async throws {
    let url = URL(filePath: "/photos/soup.png")
    let session = LanguageModelSession(
      model: ScriptedModel(
        ["A soup."], capabilities: LanguageModelCapabilities([.vision])))
    try await session.respond {
      "What is it?"
      Attachment(imageURL: url).label("photo")
    }
    let segments = session.transcript[0].segments
    guard segments.count == 2, case .attachment(let attachment) = segments[1],
      case .image(let image) = attachment.content
    else {
      Issue.record("no image: \(segments)")
      return
    }
    #expect(attachment.label == "photo")
    #expect(image.url == url)
  }

  // Known from: the interface of 27: a reference to an image is Generable, and is resolved by its
  // label in a transcript.
  @Test("A reference finds the image with its label")
  func imageReference() throws {
    func prompt(_ name: String, label: String) -> Transcript.Entry {
      .prompt(
        Transcript.Prompt(segments: [
          .attachment(
            Transcript.AttachmentSegment(
              content: .image(.init(imageURL: URL(filePath: "/photos/\(name)"))), label: label))
        ]))
    }
    let transcript = Transcript(entries: [
      prompt("soup.png", label: "soup"), prompt("pie.png", label: "pie"),
    ])
    let reference = try ImageReference(GeneratedContent(json: #"{"attachmentLabel": "soup"}"#))
    #expect(reference.resolved(in: transcript)?.url == URL(filePath: "/photos/soup.png"))
    let unknown = try ImageReference(GeneratedContent(json: #"{"attachmentLabel": "cat"}"#))
    #expect(unknown.resolved(in: transcript) == nil)
  }
}

private struct Wish: PromptRepresentable {
  let dish: String

  var promptRepresentation: Prompt {
    "Cook \(dish)."
    "Be quick."
  }
}
