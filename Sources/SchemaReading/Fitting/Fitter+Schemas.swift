import ContentStorage
import SchemaDocuments
import SchemaModel

extension Fitter {
  /// `true` if an object is a JSON Schema, and not a value of an object that has its keys.
  ///
  /// Models repeat the schema that they were given instead of a value of it.
  func isSchema(_ raw: RawNode, insteadOf object: ReadingSchema.ObjectNames? = nil) -> Bool {
    guard raw.kind == .object else { return false }
    var isTyped = false
    var parts: [Int] = []
    for (key, child) in zip(raw.keys, raw.children) where object?.exact[key] == nil {
      switch key {
      case "type": isTyped = isTyped || isType(nodes[child].text)
      case "required", "$schema", "additionalProperties": isTyped = true
      case "properties", "$defs", "definitions":
        guard nodes[child].kind == .object else { return false }
        parts += nodes[child].children
      case "items" where nodes[child].kind == .object: parts.append(child)
      default: break
      }
    }
    return !parts.isEmpty && parts.allSatisfy { isPartOfSchema(nodes[$0]) }
      && (isTyped || parts.contains { !nodes[$0].keys.isEmpty })
  }

  /// `true` if a value in a schema is a schema as well: it has keywords only, and says what it is.
  private func isPartOfSchema(_ raw: RawNode) -> Bool {
    guard raw.kind == .object else { return false }
    var saysKind = raw.keys.isEmpty
    for (key, child) in zip(raw.keys, raw.children) {
      switch key {
      case "type":
        guard nodes[child].kind == .array || isType(nodes[child].text) else { return false }
        saysKind = true
      case "$ref", "anyOf", "oneOf", "allOf", "enum", "const", "properties", "items":
        saysKind = true
      default:
        guard isKeyword(key) else { return false }
      }
    }
    return saysKind
  }

  /// Notes that a value is a schema.
  mutating func noteSchema(at node: Int) {
    note("a JSON Schema stands where a value of it is due", at: node, isFirst: true)
  }

  /// `true` if a text is the name of a type in JSON Schema.
  private func isType(_ text: String) -> Bool { ValueTypes.list(of: TextOutline(text)) != nil }

  /// `true` if a key is a keyword of JSON Schema or an extension.
  private func isKeyword(_ key: String) -> Bool {
    // Gemini alone has an order of properties.
    Keyword(rawValue: key) != nil || key == "propertyOrdering" || key.hasPrefix("x-")
  }
}
