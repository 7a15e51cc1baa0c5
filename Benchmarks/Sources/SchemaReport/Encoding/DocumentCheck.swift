import Fixtures
import Foundation

/// Checks before the measurements that both encoders write the same schema.
///
/// Documents are compared without the order of keys, after intended differences are removed:
/// - SchemaKit escapes names in references, as URI fragments require. The plan's encoder does not.
/// - SchemaKit wraps a reference with a description in an `anyOf` with one element, because Gemini
///   does not accept a description next to `$ref`. The plan's encoder writes it next to `$ref`.
/// - SchemaKit keeps the order of choices. The plan's encoder writes them in the order of a set.
enum DocumentCheck {
  static let differences = [
    "names in $ref are escaped", "described references are wrapped", "choices keep their order",
  ]

  /// Compares the documents of both encoders for a sample.
  static func compare(_ sample: Sample) throws {
    let plan = try canonicalText(of: Way.plan.bytes(sample.type))
    let schemaKit = try canonicalText(of: Way.schemaKit.bytes(sample.type))
    guard plan != schemaKit else { return }
    let same = zip(plan, schemaKit).prefix { $0 == $1 }.count
    let place = max(0, same - 60)
    throw ReportError(
      """
      Both sides should write the same schema of "\(sample.title)", but
        plan:      …\(plan.dropFirst(place).prefix(160))
        SchemaKit: …\(schemaKit.dropFirst(place).prefix(160))
      """)
  }

  /// Checks that every level of a chain was written.
  static func checkLevels(of bytes: [UInt8], chain: DeepChain, depth: Int) throws {
    let (keyword, expected) =
      switch chain {
      case .titled: ("\"$ref\"", depth - 1)
      case .arrays: ("\"items\"", depth - 1)
      case .mutual: ("\"$ref\"", 2 * depth - 1)
      }
    let found = bytes.occurrences(of: Array(keyword.utf8))
    guard found == expected else {
      throw ReportError(
        "A chain (\(chain.rawValue)) of \(depth) levels should have \(expected) times \(keyword), "
          + "but has \(found).")
    }
  }

  private static func canonicalText(of bytes: [UInt8]) throws -> String {
    let document = try JSONSerialization.jsonObject(with: Data(bytes))
    let data = try JSONSerialization.data(
      withJSONObject: canonical(document), options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  private static func canonical(_ value: Any) -> Any {
    if let array = value as? [Any] { return array.map(canonical) }
    guard var object = value as? [String: Any] else { return value }
    if let choices = object["anyOf"] as? [[String: Any]], choices.count == 1 {
      object["anyOf"] = nil
      object.merge(choices[0]) { outer, _ in outer }
    }
    if let choices = object["enum"] as? [String] {
      object["enum"] = choices.sorted()
    }
    if let reference = object["$ref"] as? String {
      object["$ref"] = unescaped(reference)
    }
    return object.mapValues(canonical)
  }

  private static func unescaped(_ reference: String) -> String {
    (reference.removingPercentEncoding ?? reference)
      .replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
  }
}

extension [UInt8] {
  /// Returns the number of occurrences of `pattern`.
  fileprivate func occurrences(of pattern: [UInt8]) -> Int {
    guard let first = pattern.first, count >= pattern.count else { return 0 }
    var found = 0
    for index in 0...(count - pattern.count) where self[index] == first {
      if self[index..<(index + pattern.count)].elementsEqual(pattern) { found += 1 }
    }
    return found
  }
}
