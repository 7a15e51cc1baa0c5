import ContentStorage
import SchemaText

extension GeneratedContent {
  /// The kinds of content, each with its value.
  public enum Kind: Sendable {
    /// No value.
    case null

    /// A boolean.
    case bool(Bool)

    /// A number, rounded to the nearest `Double`; infinite if it is too large.
    ///
    /// ``GeneratedContent/exactNumber`` has every digit.
    case number(Double)

    /// A string, or its part that has arrived.
    case string(String)

    /// An array.
    case array([GeneratedContent])

    /// A structure: its properties by name, and the names in order.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// The kind of this content, with its value.
  ///
  /// If a property's name occurs twice, the first value is used. Before anything of a stream has
  /// arrived, the kind is null and ``isComplete`` is false.
  ///
  /// - Complexity: O(n) in the number of elements or properties, whose contents are not read.
  public var kind: Kind {
    switch shape {
    case .nothing, .null:
      return .null
    case .bool:
      return .bool(truth == true)
    case .number:
      return .number(roundedNumber)
    case .string:
      return .string(stringValue)
    case .array:
      return .array(Array(elements))
    case .object:
      var values: [String: GeneratedContent] = [:]
      var keys: [String] = []
      for (name, content) in properties where values[name] == nil {
        values[name] = content
        keys.append(name)
      }
      return .structure(properties: values, orderedKeys: keys)
    }
  }

  /// The number as the nearest double, infinite if there is none; zero if this is not a number.
  private var roundedNumber: Double {
    if let value = integerValue { return Double(value) }
    return stored.withText { text in
      if let value = NumberScan.double(text) { return value }
      return text.isEmpty ? 0 : text[0] == UInt8(ascii: "-") ? -.infinity : .infinity
    }
  }
}

extension GeneratedContent.Kind: Equatable {
  /// Returns `true` if two kinds have equal values; texts are equal if they have the same bytes.
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let one), .bool(let two)): one == two
    case (.number(let one), .number(let two)): one == two
    case (.string(let one), .string(let two)): ExactText(one) == ExactText(two)
    case (.array(let one), .array(let two)): one == two
    case (.structure(let one, let keys), .structure(let two, let otherKeys)):
      keys.map(ExactText.init) == otherKeys.map(ExactText.init) && one == two
    default: false
    }
  }
}
