import SchemaSessions
import SchemaText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rate limits that a provider states in the header of a response.
struct RateLimits {
  /// The kinds of limits, by their names in headers and in metadata.
  private static let kinds = [
    ("requests", "remainingRequests"), ("tokens", "remainingTokens"),
    ("input-tokens", "remainingInputTokens"), ("output-tokens", "remainingOutputTokens"),
  ]

  private let headers: [String: String]

  /// - Parameter headers: The header of the response, with names in lower case.
  init(_ headers: [String: String]) {
    self.headers = headers
  }

  /// The remainders, by their names in metadata.
  var remaining: [String: Int] {
    Self.kinds.reduce(into: [:]) { metadata, kind in
      if let count = remaining(kind.0) { metadata[kind.1] = count }
    }
  }

  private func remaining(_ kind: String) -> Int? {
    let text =
      headers["x-ratelimit-remaining-\(kind)"]
      ?? headers["anthropic-ratelimit-\(kind)-remaining"]
    return text.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns the seconds until the last of the used-up limits is reset; `nil` if no limit is used
  /// up, or the header has no time.
  func wait(now: Date) -> Double? {
    Self.kinds.compactMap { kind, _ -> Double? in
      guard remaining(kind) == 0 else { return nil }
      if let text = headers["x-ratelimit-reset-\(kind)"] { return Self.seconds(text) }
      return headers["anthropic-ratelimit-\(kind)-reset"].flatMap { Timestamp.read($0) }
        .map { max(0, $0 - now.timeIntervalSinceReferenceDate) }
    }.max()
  }

  /// Returns the seconds of a time such as `6m0s`, `1.5s` or `20ms`; a number without a unit is in
  /// seconds.
  static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text) { return seconds >= 0 && seconds.isFinite ? seconds : nil }
    let units = ["d": 86_400.0, "h": 3_600, "m": 60, "s": 1, "ms": 0.001, "us": 0.000_001]
    var sum = 0.0
    var rest = text[...]
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let value = Double(number), let factor = units[String(unit)] else { return nil }
      sum += value * factor
    }
    return text.isEmpty || !sum.isFinite ? nil : sum
  }
}
