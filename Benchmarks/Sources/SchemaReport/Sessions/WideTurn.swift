import Fixtures
import Foundation
import SchemaContent
import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions

/// Turns of a session with 20 tools and with answers of 200 properties.
///
/// Each turn begins with the same history, so that all requests have the same size. The first turn
/// prepares the schemas.
enum WideTurn {
  private static let toolCount = 20

  static func prepare(_ count: Int) throws -> @Sendable () async throws -> Int {
    let text = try answer().jsonString(.compact)
    let event = """
      data: {"choices":[{"index":0,"delta":{"content":\(text.generatedContent.jsonString)},\
      "finish_reason":"stop"}]}\n\n\
      data: {"choices":[],"usage":{"prompt_tokens":4000,"completion_tokens":2000,\
      "total_tokens":6000}}\n\ndata: [DONE]\n\n
      """
    let transport = ScriptedTransport(Array(repeating: .init(body: [event]), count: count))
    let model = OpenAIModel("m", key: "k", transport: transport)
    let tools = (0..<toolCount).map { Lookup(name: "lookup\($0)") }
    return {
      let session = LanguageModelSession(model: model, tools: tools, instructions: "Be brief.")
      let start = session.transcript
      var size = 0
      for _ in 0..<count {
        session.transcript = start
        let response = try await session.respond(to: "Go on.", generating: WideRecord.self)
        size += Array(response.content.generatedContent.properties).count
      }
      return size
    }
  }

  /// Returns a value of the type.
  private static func answer() throws -> GeneratedContent {
    let properties: [(String, any ConvertibleToGeneratedContent)] =
      try SchemaGraph(WideRecord.self).root.properties.map { property in
        let node = property.node
        let value: any ConvertibleToGeneratedContent =
          switch node.kind {
          case .integer: 1
          case .number: 0.5
          case .boolean: true
          case .array: ["one", "two"]
          default:
            if case .string(let choice)? = node.constraints.choices?.first {
              choice
            } else {
              "some words"
            }
          }
        return (property.name, value)
      }
    return GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
  }
}

/// A tool that is never called.
private struct Lookup: Tool {
  struct Arguments: Generable {
    let generatedContent: GeneratedContent

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "term", description: "What to look for", type: String.self),
          .init(name: "language", type: String.self, guides: [.anyOf(["en", "de", "fr"])]),
          .init(name: "limit", type: Int.self, guides: [.range(1...50)]),
          .init(name: "tags", type: [String].self),
        ])
    }

    init(_ content: GeneratedContent) throws { generatedContent = content }
  }

  let name: String
  let description = "Looks something up, and says where it stands"

  func call(arguments: Arguments) async throws -> String { "nothing" }
}
