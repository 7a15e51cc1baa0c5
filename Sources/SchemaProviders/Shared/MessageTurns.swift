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

  /// Adds a message of an interface without turns.
  ///
  /// Chat templates reject two messages of the user in a row, such as after a failure. They become
  /// one message.
  static func append(_ message: GeneratedContent, to messages: inout [GeneratedContent]) {
    guard let last = messages.last, last.text(named: "role") == "user",
      message.text(named: "role") == "user"
    else { return messages.append(message) }
    messages[messages.endIndex - 1] = message.properties.reduce(last) { merged, property in
      guard !["role", "type"].contains(property.name) else { return merged }
      let before = merged.property(named: property.name)
      return merged.setting(
        property.name, to: before.map { joined($0, property.content) } ?? property.content)
    }
  }

  /// Joins two values of a property of messages: texts, or lists of parts.
  private static func joined(
    _ first: GeneratedContent, _ second: GeneratedContent
  ) -> GeneratedContent {
    if let first = first.plainText, let second = second.plainText {
      return GeneratedContent([first, second].filter { !$0.isEmpty }.joined(separator: "\n\n"))
    }
    let parts = [first, second].flatMap { content in
      content.plainText.map { [.object(["type": "text", "text": $0])] } ?? content.elementList
    }
    return GeneratedContent(elements: parts)
  }

  /// The messages, with the provider's name for the parts of a message.
  func messages(parts name: String) -> [GeneratedContent] {
    turns.map { turn in .object(["role": turn.role, name: turn.parts]) }
  }
}
