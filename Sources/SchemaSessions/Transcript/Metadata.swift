/// Values that a provider or a caller keeps with an entry, by name.
public typealias Metadata = [String: any Sendable & Codable & Equatable]

/// Metadata that can be compared, so that what holds it is equatable without code of its own.
struct ComparableMetadata: Sendable, Equatable {
  var values: Metadata

  init(_ values: Metadata) {
    self.values = values
  }

  static func == (first: ComparableMetadata, second: ComparableMetadata) -> Bool {
    guard first.values.count == second.values.count else { return false }
    return first.values.allSatisfy { name, value in
      second.values[name].map { isEqual(value, $0) } ?? false
    }
  }

  private static func isEqual<Value: Equatable>(_ first: Value, _ second: any Equatable) -> Bool {
    first == second as? Value
  }
}
