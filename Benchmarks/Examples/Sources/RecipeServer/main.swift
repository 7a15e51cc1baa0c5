import Foundation
import Hummingbird
import SchemaKit
import SchemaProviders

// A server that streams a recipe to a browser while a model writes it.
//
//     OPENAI_API_KEY=… swift run RecipeServer
//     open http://127.0.0.1:8080
//
// OPENAI_BASE_URL and OPENAI_MODEL select a server and a model. PORT is the port of this program.

let environment = ProcessInfo.processInfo.environment
let model = OpenAIModel(
  environment["OPENAI_MODEL"] ?? "gpt-5-mini",
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1")

/// Returns an event for a stream of server-sent events.
///
/// Its data is one line of JSON.
func event(_ name: String, _ content: GeneratedContent) -> ByteBuffer {
  ByteBuffer(string: "event: \(name)\ndata: \(content.jsonString(.compact))\n\n")
}

let router = Router()

router.get("/") { _, _ in
  Response(
    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
    body: .init(byteBuffer: ByteBuffer(string: page)))
}

router.get("/recipe") { request, _ in
  let dish = request.uri.queryParameters["dish"].map(String.init) ?? "a soup"
  let body = ResponseBody { writer in
    let session = LanguageModelSession(model: model, instructions: "You are a cook.")
    let stream = session.streamResponse(to: "A recipe for \(dish)", generating: Recipe.self)
    do {
      for try await snapshot in stream {
        try await writer.write(event("snapshot", snapshot.rawContent))
      }
      let recipe = try await stream.collect().content
      try await writer.write(event("recipe", recipe.generatedContent))
    } catch {
      // If the browser has closed the connection, this call also throws, which ends the request.
      let problem = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      try await writer.write(event("problem", GeneratedContent(problem)))
    }
    try await writer.finish(nil)
  }
  return Response(
    status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
    body: body)
}

let port = environment["PORT"].flatMap { Int($0) } ?? 8080
let application = Application(
  router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await application.runService()
