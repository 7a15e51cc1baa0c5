import SchemaConcurrency
import SchemaModel
import SchemaSessions

/// The tools of a conversation in the form of a provider, each written once.
final class WrittenTools: Sendable {
  /// The values that the form of a tool depends on.
  private struct Key: Hashable, Sendable {
    let name: ExactText
    let description: ExactText
    let isStrict: Bool
    let parameters: WrittenDocument

    static func == (first: Key, second: Key) -> Bool {
      first.parameters === second.parameters && first.isStrict == second.isStrict
        && first.name == second.name && first.description == second.description
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(ObjectIdentifier(parameters))
    }
  }

  private let tools = Locked(LimitedStore<Key, WrittenDocument>(limit: 1_024))

  /// Returns a tool.
  ///
  /// `isStrict` is `true` if the provider enforces the schema of the arguments. `write` is a
  /// function that writes the tool on the first call. Its result may only depend on the other
  /// parameters.
  func tool(
    _ tool: RequestSchemas.OfferedTool, named name: String, isStrict: Bool,
    _ write: () -> GeneratedContent
  ) -> WrittenDocument {
    let key = Key(
      name: ExactText(name), description: ExactText(tool.definition.description),
      isStrict: isStrict, parameters: tool.schema.document)
    if let known = tools.withLock({ $0[key] }) { return known }
    let written = WrittenDocument(write())
    tools.withLock { $0[key] = written }
    return written
  }
}
