import SchemaSessions
import SchemaText

/// Names in the form that a provider accepts, with the original names.
///
/// A name becomes ASCII letters, digits, `_` and `-`, with a letter or `_` first. A number
/// distinguishes names that would become the same.
struct SafeNames: Sendable {
  private static let maximumLength = 64

  private var safeNames: [String: String] = [:]
  private var originals: [String: String] = [:]

  /// `true` if the provider accepts all names as they are.
  private let keepsNames: Bool

  init(keepsNames: Bool = false) { self.keepsNames = keepsNames }

  /// Returns the provider's form of a name.
  mutating func safeName(for name: String) -> String {
    if keepsNames { return name }
    if let known = safeNames[name] { return known }
    var letters = name.unicodeScalars.map { scalar in
      UInt8(ascii: Self.isPlain(scalar) ? scalar : "_")
    }
    if letters.first.map({ $0 == UInt8(ascii: "_") || $0 > UInt8(ascii: "9") }) != true {
      letters.insert(UInt8(ascii: "_"), at: 0)
    }
    let base = String(decoding: letters.prefix(Self.maximumLength), as: UTF8.self)
    var safe = base
    var number = 2
    while originals[safe] != nil {
      let suffix = "_\(number)"
      safe = base.prefix(Self.maximumLength - suffix.count) + suffix
      number += 1
    }
    safeNames[name] = safe
    originals[safe] = name
    return safe
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIIAlphanumeric || scalar == "_" || scalar == "-"
  }

  /// Returns the original name for a provider's name; the given name if there is no original.
  func original(of safeName: String) -> String { originals[safeName] ?? safeName }

  /// Returns `true` if the request has a name that begins with a text.
  func hasName(beginning text: String) -> Bool {
    originals[text] != nil || originals.keys.contains { $0.hasPrefix(text) }
  }

  /// Returns `true` if the request has a longer name that begins with a name.
  func hasLongerName(than safeName: String) -> Bool {
    originals.keys.contains { $0 != safeName && $0.hasPrefix(safeName) }
  }

  /// Returns `true` if the request has a name.
  func isSent(_ safeName: String) -> Bool { originals[safeName] != nil }

  /// Returns the provider's form of a name that was sent; the given name if it was not sent.
  func sentName(of name: String) -> String { safeNames[name] ?? name }
}

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
