import Foundation
import SchemaProviders
import SchemaSessionTesting

/// An answer of Chat Completions as it arrives from a connection: events in pieces of a few
/// kilobytes.
enum WireStream {
  private static let pieceSize = 4_096

  static func response(_ count: Int) -> ScriptedTransport.Response {
    let events = (0..<count).map { number in
      """
      data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m",\
      "choices":[{"index":0,"delta":{"content":"word "},"finish_reason":\
      \(number == count - 1 ? "\"stop\"" : "null")}]}\n\n
      """
    }
    let bytes = Data((events.joined() + "data: [DONE]\n\n").utf8)
    return ScriptedTransport.Response(
      pieces: stride(from: 0, to: bytes.count, by: pieceSize).map {
        bytes[$0..<min($0 + pieceSize, bytes.count)]
      })
  }
}

/// The code of an app without sessions: it splits the bytes into lines, and reads each event by
/// `JSONDecoder`.
enum HandWrittenLoop {
  private struct Chunk: Decodable {
    struct Choice: Decodable {
      struct Delta: Decodable {
        let content: String?
      }

      let delta: Delta
    }

    let choices: [Choice]
  }

  static func text(from transport: some ModelTransport) async throws -> String {
    guard let url = URL(string: "https://localhost/v1/chat/completions") else { return "" }
    let response = try await transport.send(
      TransportRequest(url: url, headers: [:], body: Data()))
    let decoder = JSONDecoder()
    var text = ""
    var line: [UInt8] = []
    for try await piece in response.body {
      for byte in piece {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        defer { line.removeAll(keepingCapacity: true) }
        guard line.starts(with: Array("data: {".utf8)) else { continue }
        let chunk = try decoder.decode(Chunk.self, from: Data(line.dropFirst("data: ".utf8.count)))
        text += chunk.choices.first?.delta.content ?? ""
      }
    }
    return text
  }
}
