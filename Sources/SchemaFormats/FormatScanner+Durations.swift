/// The grammar of durations in RFC 3339, appendix A.
extension FormatScanner {
  mutating func skipDuration() -> Bool {
    guard skip("P") else { return false }
    if skip("T") { return skipElements("HMS") }
    guard skipElements("YMDW") else { return false }
    return !skip("T") || skipElements("HMS")
  }

  /// Skips at least one number with a unit; no unit may be left out between two that are there.
  private mutating func skipElements(_ units: String) -> Bool {
    let units = Array(units.unicodeScalars)
    var last: Int?
    while let next, Self.isDigit(next) {
      _ = skip(while: Self.isDigit)
      guard let unit = units.firstIndex(where: { $0.value == self.next }), skip(units[unit]),
        last.map({ unit == $0 + 1 }) ?? true
      else { return false }
      if units[unit] == "W" { return last == nil && isAtEnd }
      last = unit
    }
    return last != nil
  }
}
