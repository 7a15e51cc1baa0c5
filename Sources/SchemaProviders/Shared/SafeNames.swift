/// Names as a provider takes them, with the way back.
///
/// A name becomes ASCII letters, digits, `_` and `-`, with a letter or `_` first; a number keeps
/// two names apart that become the same.
struct SafeNames: Sendable {
  private let maximumLength: Int
  private var safeNames: [String: String] = [:]
  private var originals: [String: String] = [:]

  /// - Parameter maximumLength: How many characters a name may have.
  init(maximumLength: Int = 64) {
    self.maximumLength = maximumLength
  }

  /// The name for a provider.
  mutating func safeName(for name: String) -> String {
    if let known = safeNames[name] { return known }
    var letters = name.unicodeScalars.map { scalar in
      UInt8(ascii: Self.isPlain(scalar) ? scalar : "_")
    }
    if letters.first.map({ $0 == UInt8(ascii: "_") || $0 > UInt8(ascii: "9") }) != true {
      letters.insert(UInt8(ascii: "_"), at: 0)
    }
    let base = String(decoding: letters.prefix(maximumLength), as: UTF8.self)
    var safe = base
    var number = 2
    while originals[safe] != nil {
      let suffix = "_\(number)"
      safe = base.prefix(maximumLength - suffix.count) + suffix
      number += 1
    }
    safeNames[name] = safe
    originals[safe] = name
    return safe
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// The name that became a provider's name; the name itself if none did.
  func original(of safeName: String) -> String {
    originals[safeName] ?? safeName
  }

  /// The name that a provider got for a name; the name itself if it got none.
  func sentName(of name: String) -> String {
    safeNames[name] ?? name
  }
}
