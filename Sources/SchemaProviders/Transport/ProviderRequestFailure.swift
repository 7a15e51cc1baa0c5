import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A request that failed, with the facts that decide on a retry.
package struct ProviderRequestFailure: Error {
  /// The error for the caller.
  package var error: any Error
  /// The status of the response, if there was one.
  package var status: Int?
  package var headers: [String: String] = [:]
  /// `true` if the provider's code excludes a retry, such as for a quota that is used up.
  package var isFinal = false
  /// `true` if a failure in the middle of a stream, which has no status, may not occur again.
  package var isTransient = false

  package init(
    _ error: any Error, status: Int? = nil, headers: [String: String] = [:], isFinal: Bool = false,
    isTransient: Bool = false
  ) {
    self.isTransient = isTransient
    self.error = error
    self.status = status
    self.headers = headers
    self.isFinal = isFinal
  }

  /// `true` if the provider has had too many requests, so that another model answers sooner.
  package var isRateLimit: Bool {
    if case LanguageModelError.rateLimited = error { true } else { false }
  }

  /// `true` if the same request may succeed later.
  package var isWorthRetry: Bool {
    if isFinal || error is CancellationError { return false }
    // The header by which OpenAI and Anthropic decide.
    switch headers["x-should-retry"] {
    case "true": return true
    case "false": return false
    default: break
    }
    guard let status else { return isTransient || error is TransportError }
    // 424: Bedrock's model failed.
    return [408, 409, 424, 429].contains(status) || status >= 500
  }

  /// The time to wait that the server asks for.
  package func retryAfter(now: Date) -> Duration? {
    if let text = headers["retry-after-ms"], let milliseconds = Double(text),
      let wait = Self.wait(seconds: milliseconds / 1000)
    {
      return wait
    }
    guard let text = headers["retry-after"] else {
      return isRateLimit ? RateLimits(headers).wait(now: now).flatMap(Self.wait) : nil
    }
    if let seconds = Double(text) { return Self.wait(seconds: seconds) }
    guard let date = HTTPDate(text)?.date else { return nil }
    return Self.wait(seconds: max(0, date.timeIntervalSince(now)))
  }

  /// Returns a time to wait; `nil` for NaN and for negative numbers.
  ///
  /// `Duration` traps on numbers that it cannot hold, so the result is at most 30 million years.
  private static func wait(seconds: Double) -> Duration? {
    seconds >= 0 ? .seconds(min(seconds, 1e15)) : nil
  }
}

/// An HTTP date, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
struct HTTPDate {
  let date: Date

  init?(_ text: String) {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3])
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard (1...31).contains(day), (1...9999).contains(year), time.count == 3,
      (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]),
      let zone = TimeZone(secondsFromGMT: 0)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let components = DateComponents(
      year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    guard let date = calendar.date(from: components) else { return nil }
    self.date = date
  }
}
