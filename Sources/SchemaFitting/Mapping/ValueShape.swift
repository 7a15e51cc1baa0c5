import ContentStorage
import SchemaModel

/// What tells the values of an alternative from those of others, seen from outside.
struct ValueShape: Sendable, Hashable, Codable {
  /// The kind of value.
  enum Kind: String, Sendable, Codable {
    case null, boolean, number, string, array, object
  }

  var kind: Kind

  /// Of a string: its choices, if it has some.
  var choices: [String]?

  /// Of an object: the names that every value has.
  var required: [String] = []

  /// Of an object: the names that a value may have; `nil` for any.
  var allowed: [String]?

  /// Of an object: properties that are strings of some choices.
  var tags: [Tag] = []

  struct Tag: Sendable, Hashable, Codable {
    let name: String
    let choices: [String]
  }

  init(_ kind: Kind, choices: [String]? = nil) {
    self.kind = kind
    self.choices = choices
  }

  /// What is known about whether content has a shape.
  enum Verdict {
    case no, undecided, yes
  }

  /// Whether content has the shape, or may come to have it when the rest of it arrives.
  func verdict(on content: StoredContent) -> Verdict {
    let shape = content.shape
    if shape == .nothing { return .undecided }
    guard Kind(shape) == kind else { return .no }
    switch kind {
    case .null, .boolean, .number, .array: return .yes
    case .string:
      guard let choices else { return .yes }
      guard content.isComplete else { return .undecided }
      let text = ExactText(content.text)
      return choices.contains { ExactText($0) == text } ? .yes : .no
    case .object: return verdict(onObject: content)
    }
  }

  private func verdict(onObject content: StoredContent) -> Verdict {
    if let allowed {
      var next = 0
      var members = StoredChildren(content, of: .object)
      while let (key, _) = members.nextMember() {
        // Properties mostly come in order.
        let found =
          allowed[next...].firstIndex { key.isEqual(to: $0) }
          ?? allowed[..<next].firstIndex { key.isEqual(to: $0) }
        guard let found else { return .no }
        next = found + 1
      }
    }
    var isUndecided = false
    for tag in tags {
      guard let value = content.property(named: tag.name) else { continue }
      guard value.isComplete else {
        isUndecided = true
        continue
      }
      let text = ExactText(value.text)
      guard value.shape == .string, tag.choices.contains(where: { ExactText($0) == text })
      else { return .no }
    }
    for name in required where content.property(named: name) == nil {
      guard !content.isComplete else { return .no }
      isUndecided = true
    }
    return isUndecided || !content.isComplete ? .undecided : .yes
  }
}

extension ValueShape.Kind {
  init?(_ shape: ContentShape) {
    switch shape {
    case .nothing: return nil
    case .null: self = .null
    case .bool: self = .boolean
    case .number: self = .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}
