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
  /// The provider's forms in ascending order of their bytes, to find those with a beginning.
  private var sortedNames: [String] = []
  /// The next number for each form that several names have.
  ///
  /// All smaller numbers are used.
  private var numbers: [String: Int] = [:]

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
    var number = numbers[base] ?? 2
    while originals[safe] != nil {
      let suffix = "_\(number)"
      safe = base.prefix(Self.maximumLength - suffix.count) + suffix
      number += 1
    }
    if number > 2 { numbers[base] = number }
    safeNames[name] = safe
    originals[safe] = name
    sortedNames.insert(safe, at: position(of: safe))
    return safe
  }

  /// Returns the position of the first name in ``sortedNames`` that is not before a text.
  private func position(of text: String) -> Int {
    var range = 0..<sortedNames.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if sortedNames[middle].utf8.lexicographicallyPrecedes(text.utf8) {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIIAlphanumeric || scalar == "_" || scalar == "-"
  }

  /// Returns the original name for a provider's name; the given name if there is no original.
  func original(of safeName: String) -> String { originals[safeName] ?? safeName }

  /// Returns `true` if the request has a name that begins with a text.
  func hasName(beginning text: String) -> Bool {
    sortedNames[position(of: text)...].first?.utf8.starts(with: text.utf8) ?? false
  }

  /// Returns `true` if the request has a longer name that begins with a name.
  func hasLongerName(than safeName: String) -> Bool {
    // The name itself is directly before the longer ones.
    let others = sortedNames[position(of: safeName)...].drop { $0 == safeName }
    return others.first?.utf8.starts(with: safeName.utf8) ?? false
  }

  /// Returns `true` if the request has a name.
  func isSent(_ safeName: String) -> Bool { originals[safeName] != nil }

  /// Returns the provider's form of a name that was sent; the given name if it was not sent.
  func sentName(of name: String) -> String { safeNames[name] ?? name }
}
