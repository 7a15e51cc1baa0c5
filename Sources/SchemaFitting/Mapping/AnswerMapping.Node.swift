import SchemaModel

extension AnswerMapping {
  /// How the values of one place are converted, with the nodes of their parts by index.
  enum Node: Sendable {
    /// They stay as they are.
    case same

    /// They are converted as another node says.
    case alias(Int)

    /// An object whose properties change.
    case object(ObjectForm)

    /// An array whose elements change.
    case array(elements: Int)

    /// An array of fixed length whose elements change.
    case tuple([Int])

    /// Properties of an object that the answer has as an array of entries beside the others.
    case beside(Beside)

    /// A value of one of several alternatives.
    case union([Alternative])

    /// The answer has another form.
    case form(any AnswerForm)
  }
}

extension AnswerMapping.Node: Hashable {
  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.same, .same): true
    case (.alias(let node), .alias(let other)): node == other
    case (.object(let form), .object(let other)): form == other
    case (.array(let elements), .array(let others)): elements == others
    case (.tuple(let elements), .tuple(let others)): elements == others
    case (.beside(let beside), .beside(let other)): beside == other
    case (.union(let alternatives), .union(let others)): alternatives == others
    case (.form(let form), .form(let other)): AnyHashable(form) == AnyHashable(other)
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .same: hasher.combine(0)
    case .alias(let node): hasher.combine(node)
    case .object(let form): hasher.combine(form)
    case .array(let elements): hasher.combine(elements)
    case .tuple(let elements): hasher.combine(elements)
    case .beside(let beside): hasher.combine(beside)
    case .union(let alternatives): hasher.combine(alternatives)
    case .form(let form): hasher.combine(form)
    }
  }
}

extension AnswerMapping.Node: Codable {
  /// The names of the cases, beside those of the forms.
  private struct Key: CodingKey {
    static let same = Key(stringValue: "same")
    static let alias = Key(stringValue: "alias")
    static let object = Key(stringValue: "object")
    static let array = Key(stringValue: "array")
    static let tuple = Key(stringValue: "tuple")
    static let beside = Key(stringValue: "beside")
    static let union = Key(stringValue: "union")

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .same: try container.encode(true, forKey: .same)
    case .alias(let node): try container.encode(node, forKey: .alias)
    case .object(let form): try container.encode(form, forKey: .object)
    case .array(let elements): try container.encode(elements, forKey: .array)
    case .tuple(let elements): try container.encode(elements, forKey: .tuple)
    case .beside(let beside): try container.encode(beside, forKey: .beside)
    case .union(let alternatives): try container.encode(alternatives, forKey: .union)
    case .form(let form): try container.encode(form, forKey: Key(stringValue: type(of: form).name))
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func value<Value: Decodable>(_ key: Key) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch container.allKeys.first?.stringValue {
    case "same": self = .same
    case "alias": self = .alias(try value(.alias))
    case "object": self = .object(try value(.object))
    case "array": self = .array(elements: try value(.array))
    case "tuple": self = .tuple(try value(.tuple))
    case "beside": self = .beside(try value(.beside))
    case "union": self = .union(try value(.union))
    case let name:
      guard let name, let form = AnswerMapping.forms.first(where: { $0.name == name }) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "The mapping has an unknown form: '\(name ?? "")'."))
      }
      self = .form(try container.decode(form, forKey: Key(stringValue: name)))
    }
  }
}
