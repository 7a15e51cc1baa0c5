package import SchemaModel
package import SchemaSessionTesting
import SchemaSessions

/// A tool that finds what a function says.
package struct Find: Tool {
  package struct Arguments: Generable, Equatable {
    package var term: String

    package static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self,
        properties: [
          GenerationSchema.Property(name: "term", type: String.self, guides: [.pattern(/[a-z]+/)])
        ])
    }

    package init(_ content: GeneratedContent) throws {
      term = try content.value(forProperty: "term")
    }

    package var generatedContent: GeneratedContent { GeneratedContent(properties: ["term": term]) }
  }

  package let name = "find"
  package let description = "Finds dishes"
  private let find: @Sendable (String) async throws -> String

  package init(_ find: @escaping @Sendable (String) async throws -> String = { "found \($0)" }) {
    self.find = find
  }

  package func call(arguments: Arguments) async throws -> String {
    try await find(arguments.term)
  }
}

extension ScriptedModel.Reply {
  /// A call of the tool ``Find``.
  package static func find(_ terms: String...) -> ScriptedModel.Reply {
    .toolCalls(
      terms.map {
        ScriptedModel.Call(id: "call-\($0)", name: "find", arguments: #"{"term":"\#($0)"}"#)
      })
  }
}
