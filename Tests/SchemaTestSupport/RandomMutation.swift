import SchemaConformances
package import SchemaContent

/// Changes one value in a JSON text, so that nobody knows whether a schema still allows it.
package struct RandomMutation {
  private static let others = [
    "null", "true", "false", "0", "1", "1.0", "-1", "0.5", "2", "6", "7e0", "1e3", "-0.25",
    "9223372036854775807", "\"\"", "\"a\"", "\"ab\"", "\"abc0\"", "\"7\"", "\"😀\"", "[]", "{}",
    "[null]", "[1, 2]", "{\"x\": 1}",
  ]

  private enum Change { case replace, leaveOut, repeatIt }

  private var random: SplitMix64
  private var target = 0
  private var count = 0
  private var change = Change.replace

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// The text of content with one value replaced, left out or repeated.
  package mutating func text(of content: GeneratedContent) -> String {
    count = 0
    target = .max
    _ = write(content)
    target = random.below(count)
    count = 0
    change = random.pick([.replace, .replace, .leaveOut, .repeatIt])
    return write(content).first ?? random.pick(Self.others)
  }

  /// The texts that take the place of a value: one, or none or two for that which is changed.
  private mutating func write(_ content: GeneratedContent) -> [String] {
    let isTarget = count == target
    count += 1
    guard !isTarget || change != .replace else { return [random.pick(Self.others)] }
    var text = content.jsonString
    switch content.kind {
    case .array:
      let elements = content.elements.flatMap { write($0) }
      text = "[\(elements.joined(separator: ", "))]"
    case .structure:
      var members: [String] = []
      for (name, value) in content.properties {
        for (index, text) in write(value).enumerated() {
          members.append("\(JSONQuoting.quoted(index == 0 ? name : "\(name) \(index)")): \(text)")
        }
      }
      text = "{\(members.joined(separator: ", "))}"
    default: break
    }
    guard isTarget else { return [text] }
    return change == .leaveOut ? [] : [text, text]
  }
}
