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
    var base = String(
      name.unicodeScalars.map { scalar -> Character in
        let isPlain =
          scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
            || scalar == "-")
        return isPlain ? Character(scalar) : "_"
      })
    if base.first?.isLetter != true, base.first != "_" { base = "_\(base)" }
    base = String(base.prefix(maximumLength))
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

  /// The name that became a provider's name; the name itself if none did.
  func original(of safeName: String) -> String {
    originals[safeName] ?? safeName
  }

  /// The name that a provider got for a name; the name itself if it got none.
  func sentName(of name: String) -> String {
    safeNames[name] ?? name
  }
}
