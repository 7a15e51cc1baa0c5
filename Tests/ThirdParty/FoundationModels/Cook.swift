import Foundation
import FoundationModels

/// A cook of the framework's session.
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
struct Cook {
  private let session = LanguageModelSession(
    model: cookModel, instructions: "You are a cook. Answer in two sentences.")

  func dish(from photo: URL) async throws -> String {
    let prompt = Prompt {
      "What can I cook with this?"
      Attachment(imageURL: photo).label("fridge")
    }
    do {
      return try await session.respond(to: prompt).content
    } catch LanguageModelError.rateLimited(let limit) {
      return "Ask again at \(limit.resetDate?.formatted() ?? "another time")."
    } catch let error as GeneratedContent.ParsingError {
      return "The answer could not be read: \(error.debugDescription)"
    }
  }

  func explain(_ step: String, show: (String) -> Void) async throws {
    for try await snapshot in session.streamResponse(to: "Explain this step: \(step)") {
      show(snapshot.content)
    }
  }
}
