import SchemaModel

/// The messages of a conversation between two roles.
///
/// Adjacent parts of one role are one message.
struct MessageTurns {
  private var turns: [(role: String, parts: [GeneratedContent])] = []

  /// Adds a part to the conversation.
  mutating func append(_ part: GeneratedContent, to role: String) {
    if turns.last?.role == role {
      turns[turns.endIndex - 1].parts.append(part)
    } else {
      turns.append((role, [part]))
    }
  }

  /// The messages, with the provider's name for the parts of a message.
  func messages(parts name: String) -> [GeneratedContent] {
    turns.map { turn in .object(["role": turn.role, name: turn.parts]) }
  }
}
