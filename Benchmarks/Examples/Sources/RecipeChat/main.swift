import Foundation
import SchemaKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Generable(description: "A dish and how to cook it")
struct Recipe {
  var name: String
  @Guide(description: "Time in minutes", .range(5...120))
  var minutes: Int
  @Guide(.minimumCount(1))
  var steps: [String]
}

/// Passes the bytes of a response on while they arrive, on Linux and on Apple platforms.
final class ResponseReader: NSObject, URLSessionDataDelegate {
  let bytes: AsyncThrowingStream<Data, any Error>.Continuation
  init(_ bytes: AsyncThrowingStream<Data, any Error>.Continuation) { self.bytes = bytes }
  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    bytes.yield(data)
  }
  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    bytes.finish(throwing: error ?? (status == 200 ? nil : URLError(.badServerResponse)))
  }
}

/// The text that the model writes, in the pieces that the server sends as events.
struct ChatText: AsyncSequence, AsyncIteratorProtocol {
  var bytes: AsyncThrowingStream<Data, any Error>.Iterator
  var received = Data()

  func makeAsyncIterator() -> ChatText { self }
  mutating func next() async throws -> String? {
    while true {
      guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else {
        guard let data = try await bytes.next() else { return nil }
        received += data
        continue
      }
      let line = String(decoding: received[..<end], as: UTF8.self)
      received.removeSubrange(...end)
      guard line.hasPrefix("data: {") else { continue }
      let event = try GeneratedContent(json: String(line.dropFirst(6)))
      return try event.value(String?.self, at: ["choices", 0, "delta", "content"]) ?? ""
    }
  }
}

let environment = ProcessInfo.processInfo.environment
let server = environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1"
do {
  guard let url = URL(string: server + "/chat/completions") else { throw URLError(.badURL) }
  let schema = try SchemaEncoder(dialect: OpenAIDialect()).encode(Recipe.self)
  let body = """
    {"model": "gpt-4o-mini", "stream": true,
     "messages": [{"role": "user", "content": "Invent a recipe with lentils."}],
     "response_format": {"type": "json_schema", "json_schema":
       {"name": "recipe", "strict": true, "schema": \(schema.jsonString())}}}
    """
  var request = URLRequest(url: url)
  request.httpMethod = "POST"
  request.httpBody = Data(body.utf8)
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  let key = environment["OPENAI_API_KEY"] ?? ""
  request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")

  let (bytes, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
  let session = URLSession(
    configuration: .ephemeral, delegate: ResponseReader(continuation), delegateQueue: nil)
  session.dataTask(with: request).resume()
  let stream = ChatText(bytes: bytes.makeAsyncIterator()).snapshots(of: Recipe.self)
  for try await snapshot in stream {
    print(snapshot.content.name ?? "…", "–", snapshot.content.steps?.last ?? "…")
  }
  let recipe = try await stream.collect().content
  print("\(recipe.name), \(recipe.minutes) minutes, \(recipe.steps.count) steps")
} catch {
  print("No recipe: \(error)")
  exit(1)
}
