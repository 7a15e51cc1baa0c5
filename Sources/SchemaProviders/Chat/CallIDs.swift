import SchemaSessions
import SchemaText

/// The identifiers of calls in the form that a server accepts.
struct CallIDs {
  private static let shortLength = 9

  /// `true` if identifiers are nine letters and digits, which Mistral's models require.
  private let areShort: Bool
  private var known: [String: String] = [:]
  private var taken: Set<String> = []

  init(areShort: Bool) { self.areShort = areShort }

  /// Returns a unique identifier for a call.
  mutating func id(of original: String) -> String {
    guard areShort else { return original }
    if let known = known[original] { return known }
    var id = original
    var attempt = 0
    while !CallIDs.isShort(id) || taken.contains(id) {
      id = Fingerprint(of: "\(original)\n\(attempt)").shortText(CallIDs.shortLength)
      attempt += 1
    }
    known[original] = id
    taken.insert(id)
    return id
  }

  private static func isShort(_ id: String) -> Bool {
    id.utf8.count == shortLength && id.utf8.allSatisfy(\.isASCIIAlphanumeric)
  }
}
